import { useState } from "react";
import { useMay } from "#renderer/client/queries/permissions.tsx";
import { navigate, readRoute } from "#renderer/client/navigation/route.ts";
import { useQuery } from "#renderer/client/queries/use-query.ts";
import { useCommand } from "#renderer/client/queries/use-command.ts";
import { words } from "#renderer/i18n/words.ts";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { ConfirmDialog } from "#renderer/ui/controls/dialogs/confirm-dialog.tsx";
import { SettingsSection, SettingsError } from "./settings-section.tsx";
import { saveTyped } from "./use-saved-on-leave.ts";
import styles from "./settings-screen.module.css";

/** Starts, leaves or restarts practice (K3). */
export function PracticeCard({ mode }: { readonly mode: "live" | "practice" }) {
  const start = useCommand("practice.start");
  const leave = useCommand("practice.leave");
  const mayStart = useMay("practice.start");
  const [asks, setAsks] = useState<"fresh" | "while-others-work" | null>(null);
  const desks = useQuery("desks.get", {}, { topics: ["devices"] });
  const others = (desks.value?.desks ?? []).filter(
    ({ deviceId, isThis, isHere }) => deviceId !== null && !isThis && isHere,
  );
  const say = words.settings.practice;
  const isBusy = start.isBusy || leave.isBusy;

  async function begin(fresh: boolean): Promise<void> {
    if (fresh && mode === "practice" && (await leave.run({}))?.ok !== true) {
      // The card says why.
      setAsks(null);
      return;
    }
    // In practice the name would be gone from its field. The card of the name says why it was not saved.
    if (mode === "live" && !(await saveTyped())) return setAsks(null);
    const reply = await start.run(fresh ? { fresh } : {});
    setAsks(null);
    // Whoever went to another screen meanwhile stays there. The card itself is drawn anew in between.
    if (reply?.ok === true && readRoute(location.hash).screen === "settings") navigate("check-in");
  }

  if (!mayStart) return null;
  return (
    <SettingsSection title={say.title} lead={say.lead}>
      <div className={styles["buttons"]}>
        {mode === "practice" ? (
          <>
            <Button icon="leave" isBusy={isBusy} onPress={() => void leave.run({})}>
              {leave.isBusy ? say.leaving : say.leave}
            </Button>
            <Button kind="quiet" icon="retry" isBusy={isBusy} onPress={() => setAsks("fresh")}>
              {say.fresh}
            </Button>
          </>
        ) : (
          <Button
            icon="practice"
            isBusy={isBusy}
            onPress={() => (others.length === 0 ? void begin(false) : setAsks("while-others-work"))}
          >
            {start.isBusy ? say.starting : say.start}
          </Button>
        )}
      </div>
      <SettingsError failure={start.error ?? leave.error} />
      {asks === "fresh" ? (
        <ConfirmDialog
          title={say.freshTitle}
          onClose={() => setAsks(null)}
          action={{ label: say.fresh, icon: "retry", isBusy, run: () => void begin(true) }}
        >
          <p>{say.freshText}</p>
        </ConfirmDialog>
      ) : asks === "while-others-work" ? (
        <ConfirmDialog
          title={say.othersTitle}
          onClose={() => setAsks(null)}
          action={{
            label: say.start,
            icon: "practice",
            isBusy,
            run: () => void begin(false),
          }}
        >
          <p>{say.othersText(others.map(({ name }) => name))}</p>
        </ConfirmDialog>
      ) : null}
    </SettingsSection>
  );
}
