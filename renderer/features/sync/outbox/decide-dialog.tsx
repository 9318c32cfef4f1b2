import type { OutboxEntry } from "#shared/contract/sync.ts";
import type { CommandInput } from "#renderer/client/queries/use-command.ts";
import { useCommand } from "#renderer/client/queries/use-command.ts";
import { words } from "#renderer/i18n/words.ts";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { Dialog } from "#renderer/ui/controls/dialogs/dialog.tsx";
import { FailureNotice } from "#renderer/ui/controls/dialogs/error-notice.tsx";
import styles from "../sync-screen.module.css";

export interface DecideDialogProps {
  readonly entry: OutboxEntry;
  readonly onClose: () => void;
}

/** For an entry of unknown arrival: a person chooses its registration, or sends it again, or retracts it (O10). */
export function DecideDialog({ entry, onClose }: DecideDialogProps) {
  const decide = useCommand("outbox.decide");
  const name = entry.name ?? entry.email ?? words.sync.noName;

  async function take(decision: CommandInput<"outbox.decide">["decision"]): Promise<void> {
    const reply = await decide.run({ outboxId: entry.id, decision });
    if (reply?.ok === true) onClose();
  }

  return (
    <Dialog
      isAlert
      title={words.sync.decideTitle}
      onClose={onClose}
      actions={<Button onPress={onClose}>{words.ui.cancel}</Button>}
    >
      <p>{words.sync.decideLead(name)}</p>
      {entry.candidates.length === 0 ? (
        <p className={styles["quiet"]}>{words.sync.noCandidates}</p>
      ) : (
        <ul className={styles["candidates"]} aria-label={words.sync.candidates}>
          {entry.candidates.map((candidate) => (
            <li key={candidate.id}>
              <span>
                <bdi dir="auto">
                  {words.sync.candidate(candidate.name, candidate.email, candidate.bib)}
                </bdi>
                <small>{candidate.id}</small>
              </span>
              <Button
                size="s"
                label={`${words.sync.adopt}: ${candidate.id}`}
                isBusy={decide.isBusy}
                onPress={() => void take({ kind: "adopt", registrationId: candidate.id })}
              >
                {words.sync.adopt}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div className={styles["decision"]}>
        <Button
          icon="send"
          isBusy={decide.isBusy}
          onPress={() => void take({ kind: "send-again" })}
        >
          {words.sync.sendAgain}
        </Button>
        <p className={styles["quiet"]}>{words.sync.sendAgainNote}</p>
      </div>
      <div className={styles["decision"]}>
        <Button icon="undo" isBusy={decide.isBusy} onPress={() => void take({ kind: "take-back" })}>
          {words.sync.takeBack}
        </Button>
        <p className={styles["quiet"]}>
          {entry.kind === "event" ? words.sync.takeBackEventNote : words.sync.takeBackNote}
        </p>
      </div>
      <FailureNotice failure={decide.error} own={words.sync.failures} />
    </Dialog>
  );
}
