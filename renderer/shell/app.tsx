import type { TransportState } from "#renderer/client/transport/transport.ts";
import { useClient } from "#renderer/client/client-context.tsx";
import { useEffect, useLayoutEffect, useSyncExternalStore } from "react";
import { ForbiddenProvider } from "#renderer/client/queries/permissions.tsx";
import { openScreenStates, useStateScope } from "#renderer/client/navigation/screen-state.ts";
import { useRoute } from "#renderer/client/navigation/route.ts";
import { useDesk } from "#renderer/client/queries/use-desk.ts";
import { useQuery } from "#renderer/client/queries/use-query.ts";
import { useScannerPrefix } from "#renderer/client/input/use-scan.ts";
import { FirstStartScreen } from "#renderer/features/first-start/first-start-screen.tsx";
import { DevicePairingScreen } from "#renderer/features/device-pairing/pairing-screen.tsx";
import { AnnouncerView } from "#renderer/features/podium/announcer/announcer-view.tsx";
import { words } from "#renderer/i18n/words.ts";
import { EmptyState } from "#renderer/ui/controls/page/empty-state.tsx";
import { Frame } from "./frame.tsx";
import { showTheme } from "./theme.ts";
import styles from "./shell.module.css";

/** What this window shows at all: pairing, the two doors, or the rooms. */
export function App() {
  const wire = useTransport();
  const desk = useDesk();
  const { room } = useRoute();
  const connection = useQuery("connection.get", {}, { topics: ["connection"] });
  const settings = desk.value?.settings;
  const theme = settings?.theme;
  useScannerPrefix(settings?.scannerPrefix ?? "");
  useEffect(() => {
    // The announcer's window has a theme of its own.
    if (theme !== undefined && room !== "announcer") showTheme(theme);
  }, [theme, room]);

  const mode = connection.value?.mode ?? null;
  const scope = useStateScope((state) => state.scope);
  useLayoutEffect(() => {
    if (mode !== null) openScreenStates(mode);
  }, [mode]);

  if (wire === "locked") return <DevicePairingScreen />;
  if (desk.value === null || connection.value === null || scope !== mode) {
    return <Opening isDown={wire === "down"} />;
  }
  const isNew =
    connection.value.mode === "live" &&
    connection.value.state === "none" &&
    desk.value.currentEventId === null;
  return (
    <ForbiddenProvider forbidden={desk.value.forbidden}>
      {room === "announcer" ? (
        <AnnouncerView />
      ) : isNew ? (
        <FirstStartScreen />
      ) : (
        <Frame desk={desk.value} connection={connection.value} isDown={wire === "down"} />
      )}
    </ForbiddenProvider>
  );
}

/** Nothing is known yet. Words only when it takes a while: the program may be gone. */
function Opening({ isDown }: { readonly isDown: boolean }) {
  return (
    <main className={styles["opening"]} aria-busy="true">
      {isDown ? (
        <EmptyState icon="stop" title={words.failures["wire-down"].title}>
          {words.failures["wire-down"].text}
        </EmptyState>
      ) : null}
    </main>
  );
}

/** How the line to this program's own core is. */
function useTransport(): TransportState {
  const { wire } = useClient();
  return useSyncExternalStore(wire.onState, wire.state);
}
