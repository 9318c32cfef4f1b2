import { navigate } from "#renderer/client/navigation/route.ts";
import { words } from "#renderer/i18n/words.ts";
import { BigButton } from "#renderer/ui/controls/buttons/big-button.tsx";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { Notice } from "#renderer/ui/controls/page/card.tsx";
import { Dialog } from "#renderer/ui/controls/dialogs/dialog.tsx";
import { FieldNote } from "#renderer/ui/fields/field-note.tsx";
import { clockOf, isDone, sayScore, sayTask } from "./rehearsal-messages.ts";
import type { Score, Task } from "./rehearsal-messages.ts";
import styles from "./rehearsal.module.css";

const say = words.rehearsal;

export interface RehearsalScoreDialogProps {
  readonly score: Score;
  readonly tasks: readonly Task[];
  readonly onClose: () => void;
}

/** The score of a rehearsal: what was done, whether anything was lost, and which problems occurred. */
export function RehearsalScoreDialog({ score, tasks, onClose }: RehearsalScoreDialogProps) {
  const undone = tasks.filter((task) => !isDone(task));
  const isWhole = score.missing === 0 && score.doubled === 0;
  function openSync(): void {
    onClose();
    navigate("sync");
  }
  return (
    <Dialog
      title={say.overTitle}
      onClose={onClose}
      actions={
        <>
          <BigButton isLocal onPress={onClose}>
            {words.ui.close}
          </BigButton>
          {score.open === 0 ? null : <Button onPress={openSync}>{say.openSync}</Button>}
        </>
      }
    >
      <Notice
        tone={isWhole ? "done" : "stop"}
        title={isWhole ? say.nothingLost : say.lost(score.missing + score.doubled)}
      >
        {isWhole ? say.nothingLostWhy : say.lostWhy}
      </Notice>
      <ul className={styles["score"]}>
        {sayScore(score).map(({ text, isFine }) => (
          <li key={text}>
            <FieldNote size="m" note={{ tone: isFine ? "done" : "look", text }} />
          </li>
        ))}
      </ul>
      {undone.length === 0 ? null : (
        <>
          <h3>{say.notDone}</h3>
          <ul className={styles["list"]}>
            {undone.map((task) => (
              <li key={task.id}>{sayTask(task)}</li>
            ))}
          </ul>
        </>
      )}
      <h3>{say.happened}</h3>
      {score.troubles.length === 0 ? (
        <p>{say.noTrouble}</p>
      ) : (
        <ul className={styles["list"]}>
          {score.troubles.map(({ what, fromMs }) => (
            <li key={`${what} ${fromMs}`}>
              {say.troubles[what]}, {say.at(clockOf(fromMs))}
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
