import { useState } from "react";
import { useMay } from "#renderer/client/queries/permissions.tsx";
import { navigate, readRoute } from "#renderer/client/navigation/route.ts";
import { useCommand } from "#renderer/client/queries/use-command.ts";
import { words } from "#renderer/i18n/words.ts";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { ConfirmDialog } from "#renderer/ui/controls/dialogs/confirm-dialog.tsx";
import { SettingsSection, SettingsError } from "./settings-section.tsx";
import styles from "./settings-screen.module.css";

/** Starts, leaves or restarts practice (K3). */
export function PracticeCard({ mode }: { readonly mode: "live" | "practice" }) {
  const start = useCommand("practice.start");
  const leave = useCommand("practice.leave");
  const mayStart = useMay("practice.start");
  const [asksFresh, setAsksFresh] = useState(false);
  const say = words.settings.practice;
  const isBusy = start.isBusy || leave.isBusy;

  async function begin(fresh: boolean): Promise<void> {
    if (fresh && mode === "practice" && (await leave.run({}))?.ok !== true) {
      // The card says why.
      setAsksFresh(false);
      return;
    }
    const reply = await start.run(fresh ? { fresh } : {});
    setAsksFresh(false);
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
            <Button kind="quiet" icon="retry" isBusy={isBusy} onPress={() => setAsksFresh(true)}>
              {say.fresh}
            </Button>
          </>
        ) : (
          <Button icon="practice" isBusy={isBusy} onPress={() => void begin(false)}>
            {start.isBusy ? say.starting : say.start}
          </Button>
        )}
      </div>
      <SettingsError failure={start.error ?? leave.error} />
      {asksFresh ? (
        <ConfirmDialog
          title={say.freshTitle}
          onClose={() => setAsksFresh(false)}
          action={{ label: say.fresh, icon: "retry", isBusy, run: () => void begin(true) }}
        >
          <p>{say.freshText}</p>
        </ConfirmDialog>
      ) : null}
    </SettingsSection>
  );
}
