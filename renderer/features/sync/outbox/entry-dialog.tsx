import type { OutputOf } from "#shared/contract/index.ts";
import { mayBeCorrected } from "#shared/domain/outbox/entry-offers.ts";
import type { OutboxEntry } from "#shared/contract/sync.ts";
import { navigate } from "#renderer/client/navigation/route.ts";
import { useMay } from "#renderer/client/queries/permissions.tsx";
import { useCommand } from "#renderer/client/queries/use-command.ts";
import { useQuery } from "#renderer/client/queries/use-query.ts";
import { formatTimeWithSeconds } from "#renderer/i18n/format.ts";
import { words } from "#renderer/i18n/words.ts";
import { BigButton } from "#renderer/ui/controls/buttons/big-button.tsx";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { Dialog } from "#renderer/ui/controls/dialogs/dialog.tsx";
import { FailureNotice } from "#renderer/ui/controls/dialogs/error-notice.tsx";
import { useEntryActions } from "./entry-actions.tsx";
import { EntrySentence } from "./entry-sentence.tsx";
import { describeRequest, hasCard } from "./outbox-messages.ts";
import type { QueueNow } from "./outbox-messages.ts";
import styles from "../sync-screen.module.css";

export interface EntryDialogProps {
  readonly outboxId: string;
  readonly openEventId: string | null;
  readonly now: QueueNow;
  readonly onClose: () => void;
  /** Opens the form of the walk-up (W3). An event is corrected on the Events screen. */
  readonly onFix: () => void;
}

/** Everything that is known of an entry: the sent bytes, the key, all attempts. */
export function EntryDialog({ outboxId, openEventId, now, onClose, onFix }: EntryDialogProps) {
  const sent = useQuery("outbox.get", { outboxId }, { topics: ["outbox"] });
  const tryNow = useCommand("outbox.tryNow");
  const mayCorrectEvent = useMay("outbox.correctEvent");
  const failure = tryNow.error ?? sent.error;
  const entry = sent.value?.entry ?? null;
  const isOpen = entry !== null && entry.state !== "done" && entry.state !== "cancelled";
  const actions = useEntryActions(entry, {
    kind: "quiet",
    hasSendAgain: !isOpen || needsPerson(entry),
    onDialogClosed: onClose,
  });
  if (actions.dialog !== null) return actions.dialog;
  return (
    <Dialog
      title={entry === null ? words.sync.whatWasSent : describeRequest(entry)}
      onClose={onClose}
      actions={
        <>
          <BigButton isLocal onPress={onClose}>
            {words.ui.close}
          </BigButton>
          {entry !== null && hasCard(entry, openEventId) ? (
            <Button kind="quiet" onPress={() => navigate("check-in", { runner: entry.subject })}>
              {words.sync.openRunner}
            </Button>
          ) : null}
          {entry !== null && mayBeCorrected(entry) && (entry.form !== null || mayCorrectEvent) ? (
            <Button
              icon="edit"
              onPress={() =>
                entry.form === null ? navigate("events", { correct: entry.id }) : onFix()
              }
            >
              {needsPerson(entry) ? words.sync.fix : words.sync.change}
            </Button>
          ) : null}
          {actions.buttons}
          {isOpen && !needsPerson(entry) ? (
            <Button
              icon="retry"
              isBusy={tryNow.isBusy}
              notYet={notNow(entry)}
              onPress={() => void tryNow.run({ outboxId })}
            >
              {words.sync.tryNow}
            </Button>
          ) : null}
        </>
      }
    >
      <FailureNotice failure={failure} own={words.sync.failures} />
      {actions.failure}
      {sent.value === null || entry === null ? null : (
        <>
          <div className={styles["said"]}>
            <EntrySentence entry={entry} now={now} />
          </div>
          <Sent sent={sent.value} />
        </>
      )}
    </Dialog>
  );
}

const needsPerson = ({ state }: OutboxEntry): boolean => state === "needs-attention";

/** Why the entry cannot be tried now; the toast of the screen would be behind the dialog. */
function notNow({ state, reason }: OutboxEntry): string | undefined {
  if (state === "sending") return words.sync.beingSent;
  return reason === "paused" ? words.sync.tryNowPausedShort : undefined;
}

function Sent({ sent }: { readonly sent: OutputOf<"outbox.get"> }) {
  return (
    <dl className={styles["sent"]}>
      <dt>{words.sync.sent.request}</dt>
      <dd>
        <code>
          {sent.method} {sent.path}
        </code>
      </dd>
      <dt>{words.sync.sent.key}</dt>
      <dd>
        <code>{sent.idempotencyKey}</code>
      </dd>
      <dt>{words.sync.sent.bytes}</dt>
      <dd>
        <pre dir="ltr">{sent.body}</pre>
      </dd>
      <dt>{words.sync.sent.attempts}</dt>
      <dd>
        {sent.attempts.length === 0 ? (
          words.sync.sent[sent.entry.state === "sending" ? "firstAttempt" : "noAttempts"]
        ) : (
          <ol className={styles["attempts"]}>
            {sent.attempts.map((attempt) => (
              <li key={`${attempt.atMs}-${attempt.outcome}`}>
                <b>{formatTimeWithSeconds(attempt.atMs)}</b>
                <span>
                  {words.sync.outcomes[attempt.outcome] ?? attempt.outcome}
                  {attempt.httpStatus === null ? null : ` (${attempt.httpStatus})`}
                  {attempt.tookMs === null ? null : `, ${words.sync.sent.took(attempt.tookMs)}`}
                </span>
                {attempt.answer === null || attempt.answer === "" ? null : (
                  <pre dir="auto">{attempt.answer}</pre>
                )}
              </li>
            ))}
          </ol>
        )}
      </dd>
    </dl>
  );
}
