import { useEffect, useState } from "react";
import { useCommand } from "#renderer/client/queries/use-command.ts";
import { useNow } from "#renderer/client/queries/use-now.ts";
import { useQuery } from "#renderer/client/queries/use-query.ts";
import { words } from "#renderer/i18n/words.ts";
import { BigButton } from "#renderer/ui/controls/buttons/big-button.tsx";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { Dialog } from "#renderer/ui/controls/dialogs/dialog.tsx";
import { FailureNotice } from "#renderer/ui/controls/dialogs/error-notice.tsx";
import { Icon } from "#renderer/ui/controls/icon.tsx";
import { PracticeBannerButton } from "#renderer/ui/race/practice-banner.tsx";
import type { RehearsalView } from "#shared/contract/rehearsal.ts";
import { clockOf, isDone, sayTask } from "./rehearsal-messages.ts";
import { RehearsalScoreDialog } from "./score-dialog.tsx";
import { joinRehearsal, useSeenRehearsal } from "./seen-rehearsal.ts";
import styles from "./rehearsal.module.css";

const say = words.rehearsal;

const useRehearsal = () =>
  useQuery("rehearsal.status", {}, { topics: ["connection", "roster", "outbox", "digest"] });

/** The button in the practice banner that starts a rehearsal. */
export function RehearsalButton() {
  const { value } = useRehearsal();
  const [isAsking, setAsking] = useState(false);
  if (value === null || !value.mayRun || value.state === "running") return null;
  return (
    <>
      <PracticeBannerButton onPress={() => setAsking(true)}>{say.start}</PracticeBannerButton>
      {isAsking ? <StartDialog onClose={() => setAsking(false)} /> : null}
    </>
  );
}

function StartDialog({ onClose }: { readonly onClose: () => void }) {
  const start = useCommand("rehearsal.start");
  async function begin(): Promise<void> {
    const reply = await start.run({});
    if (reply?.ok === true) onClose();
  }
  return (
    <Dialog
      title={say.title}
      onClose={onClose}
      actions={
        <>
          <BigButton busy={start.isBusy ? say.beginning : undefined} onPress={() => void begin()}>
            {say.begin}
          </BigButton>
          <Button onPress={onClose}>{words.ui.cancel}</Button>
        </>
      }
    >
      <FailureNotice failure={start.error} own={say.failures} />
      <p>{say.lead}</p>
      <p>{say.safe}</p>
    </Dialog>
  );
}

/** Below the banner: the remaining time and the tasks of a rehearsal, and at its end the score. */
export function RehearsalPanel() {
  const { value } = useRehearsal();
  const { isDue, setSeen } = useSeenRehearsal();
  if (value === null || value.startedAtMs === null) return null;
  if (value.state === "running") return <Running rehearsal={value} />;
  if (value.score === null || !isDue(value.startedAtMs)) return null;
  const { score, tasks, startedAtMs } = value;
  return <RehearsalScoreDialog score={score} tasks={tasks} onClose={() => setSeen(startedAtMs)} />;
}

function Running({ rehearsal }: { readonly rehearsal: RehearsalView }) {
  const nowMs = useNow();
  const stop = useCommand("rehearsal.stop");
  const { startedAtMs } = rehearsal;
  useEffect(() => {
    if (startedAtMs !== null) joinRehearsal(startedAtMs);
  }, [startedAtMs]);
  return (
    <section className={styles["panel"]} aria-label={say.label}>
      <div className={styles["left"]}>
        <b role="timer">{say.left(clockOf((rehearsal.untilMs ?? nowMs) - nowMs))}</b>
        <span className={styles["count"]}>
          {say.doneOf(rehearsal.tasks.filter(isDone).length, rehearsal.tasks.length)}
        </span>
      </div>
      <ul className={styles["tasks"]}>
        {rehearsal.tasks.map((task) => (
          <li key={task.id} data-done={isDone(task) ? "" : undefined}>
            <Icon name={isDone(task) ? "done" : "waiting"} size={20} />
            {sayTask(task)}
          </li>
        ))}
      </ul>
      {rehearsal.mayRun ? (
        <Button size="s" isBusy={stop.isBusy} onPress={() => void stop.run({})}>
          {stop.isBusy ? say.stopping : say.stop}
        </Button>
      ) : null}
    </section>
  );
}
