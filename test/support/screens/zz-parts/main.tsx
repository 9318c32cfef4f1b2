import { createRoot } from "react-dom/client";
import { ClientProvider } from "#renderer/client/client-context.tsx";
import { createClient } from "#renderer/client/client.ts";
import { FinishLogTab } from "#renderer/features/podium/finish-log/finish-log-tab.tsx";
import { OfficialTab } from "#renderer/features/podium/official/official-tab.tsx";
import { ToastPlace } from "#renderer/ui/toast.tsx";
import { RoomTabs } from "#renderer/ui/room-tabs.tsx";
import room from "#renderer/features/podium/podium-room.module.css";
import "#renderer/ui/base.css";
import { createFakeWire } from "../fake-wire.ts";
import { finishLineScenes } from "../finish-line-scenes.ts";

const asked = new URLSearchParams(location.search);
const scene = finishLineScenes[asked.get("scene") ?? ""] ?? Object.values(finishLineScenes)[0];
document.documentElement.dataset.theme = asked.get("theme") ?? "light";
const official = (asked.get("scene") ?? "").startsWith("official");
createRoot(document.querySelector("#root")).render(
  <ClientProvider client={createClient(createFakeWire(scene, "light"))}>
    <div
      style={{
        display: "grid",
        gridTemplate: "minmax(0,1fr) 46px / 92px minmax(0,1fr)",
        height: "100dvh",
      }}
      className="zz"
    >
      <div style={{ borderRight: "2px solid" }} />
      <div style={{ containerType: "size", minWidth: 0, minHeight: 0, overflow: "hidden" }}>
        <div className={room.room}>
          <div
            style={{ height: 52, background: "color-mix(in srgb, var(--ink) 8%, transparent)" }}
          />
          <RoomTabs
            label="x"
            chosenId={official ? "official" : "finish"}
            onChoose={() => {}}
            tabs={[
              { id: "podium", label: "Podium" },
              { id: "finish", label: "Finish log" },
              { id: "official", label: "Official results" },
            ]}
          />
          {official ? (
            <OfficialTab eventId="e-harbour" runId="r-half" />
          ) : (
            <FinishLogTab eventId="e-harbour" runId="r-half" />
          )}
        </div>
      </div>
      <div style={{ gridColumn: "1 / -1", borderTop: "2px solid" }} />
    </div>
    <ToastPlace above={undefined} />
  </ClientProvider>,
);
