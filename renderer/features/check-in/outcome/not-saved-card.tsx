import { useState } from "react";
import { useIsConnected } from "#renderer/client/queries/connected.tsx";
import { failureMessage } from "#renderer/i18n/failure-messages.ts";
import { words } from "#renderer/i18n/words.ts";
import { Bib } from "#renderer/ui/race/bibs/bib.tsx";
import { BigButton } from "#renderer/ui/controls/buttons/big-button.tsx";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { Rule, StopCard } from "#renderer/ui/controls/page/card.tsx";
import { Dialog } from "#renderer/ui/controls/dialogs/dialog.tsx";
import { PersonName } from "#renderer/ui/race/people/person-name.tsx";
import { useCheckIn } from "../check-in-store.ts";
import type { NotSaved } from "../check-in-store.ts";
import { runMarkOfRunner } from "#renderer/ui/race/runs/run-mark.ts";
import styles from "./outcome.module.css";

export interface NotSavedCardProps {
  readonly notSaved: NotSaved;
  /** Number of saved check-ins; null if unknown. */
  readonly checkIns: number | null;
}

/** The red card: the action that was not saved, the data that is safe, and what to do (J1). */
export function NotSavedCard({ notSaved, checkIns }: NotSavedCardProps) {
  const isConnected = useIsConnected();
  const busy = useCheckIn((state) => state.busy);
  const [asksHow, setAsksHow] = useState(false);
  const say = words.checkIn;
  const { runner, failure } = notSaved;
  const isUnknown = failure.code !== "not-saved";
  const why = failure.details?.["why"];
  const isFull = why === "disk-full";
  const areFilesMoved = why === "file-gone" || why === "file-replaced";
  return (
    <StopCard title={say.notSavedTitle}>
      {runner === null ? (
        <p className={styles["stopWhat"]}>{whatFailed(notSaved)}</p>
      ) : (
        <div className={styles["stopWho"]}>
          <Bib bib={runner.bib} run={runMarkOfRunner(runner)} size="n" />
          <div>
            <h3 className={styles["doneName"]}>
              <PersonName>{runner.name ?? words.ui.noName}</PersonName>
            </h3>
            <p className={styles["stopWhat"]}>{whatFailed(notSaved)}</p>
          </div>
        </div>
      )}
      <Rule />
      <p className={styles["stopSafe"]}>
        {say.notSavedSafe(checkIns, areFilesMoved)}{" "}
        {isUnknown ? say.notKnownDo : say.notSavedDo(runner?.bib ?? null)}
      </p>
      <div data-bar="" className={styles["stopActions"]}>
        <Button
          kind="paper"
          size="l"
          icon="retry"
          isBlock
          isBusy={busy !== null}
          notYet={isConnected ? undefined : say.goesAgain}
          onPress={notSaved.tryAgain}
        >
          {busy === null ? say.tryAgain : say.tryingAgain}
        </Button>
        {isFull ? (
          <Button kind="fill" size="l" onPress={() => setAsksHow(true)}>
            {say.howToFree}
          </Button>
        ) : null}
      </div>
      <Dialog
        title={say.freeTitle}
        isOpen={asksHow}
        onClose={() => setAsksHow(false)}
        actions={
          <BigButton isLocal onPress={() => setAsksHow(false)}>
            {words.ui.close}
          </BigButton>
        }
      >
        <ol className={styles["steps"]}>
          {say.freeText.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </Dialog>
    </StopCard>
  );
}

function whatFailed({ what, failure }: NotSaved): string {
  const say = words.checkIn;
  if (failure.code === "transport-down") return say.notKnown;
  if (failure.code !== "not-saved") return failureMessage(failure).title;
  const why = failure.details?.["why"];
  const reason = (typeof why === "string" ? words.notSavedWhy[why] : undefined) ?? "";
  const subject = {
    "check-in": say.notSavedCheckIn,
    bib: say.notSavedBib,
    undo: say.notSavedUndo,
    redo: say.notSavedRedo,
  }[what];
  return `${subject} ${reason}`.trim();
}
