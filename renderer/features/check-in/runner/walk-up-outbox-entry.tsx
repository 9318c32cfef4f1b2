import { useState } from "react";
import { navigate } from "#renderer/client/navigation/route.ts";
import { useQuery } from "#renderer/client/queries/use-query.ts";
import { words } from "#renderer/i18n/words.ts";
import { useCommands } from "../commands/use-check-in-commands.ts";
import { useCommand } from "#renderer/client/queries/use-command.ts";
import { showToast } from "#renderer/ui/controls/dialogs/toast-store.ts";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { Notice } from "#renderer/ui/controls/page/card.tsx";
import { Icon } from "#renderer/ui/controls/icon.tsx";
import { FailureNotice } from "#renderer/ui/controls/dialogs/error-notice.tsx";
import { useSendAgain } from "#renderer/ui/race/outbox/use-send-again.tsx";
import type { RunnerRow } from "#shared/contract/roster.ts";
import { mayBeCorrected, offersSendAgain } from "#shared/domain/outbox/entry-offers.ts";
import type { OutboxEntry } from "#shared/contract/sync.ts";
import { useCheckIn } from "../check-in-store.ts";
import { RetractDialog } from "./retract-dialog.tsx";
import styles from "./companions.module.css";
import outcomeStyles from "../outcome/outcome.module.css";

export interface WalkUpOutboxEntryProps {
  readonly runner: RunnerRow;
}

/** On a walk-up's card: the organizer's answer to it, and the commands for its outbox entry (O13, W3). */
export function WalkUpOutboxEntry({ runner }: WalkUpOutboxEntryProps) {
  const entry = useWalkUpEntry(runner);
  return entry === null ? null : <OutboxEntryActions runner={runner} entry={entry} />;
}

/** On the green card: one line about the problem of the walk-up, and a button that opens the runner's card. */
export function WalkUpNote({ runner }: WalkUpOutboxEntryProps) {
  const open = useCheckIn((state) => state.open);
  const entry = useWalkUpEntry(runner);
  if (entry === null || entry.state !== "needs-attention") return null;
  return (
    <div className={outcomeStyles["cardNote"]}>
      <Icon name="look" size={24} />
      <span>{[titleOf(entry), ...saidOf(entry).slice(-1)].join(". ")}</span>
      <Button size="s" kind="paper" onPress={() => open(runner.id)}>
        {words.sync.showIt}
      </Button>
    </div>
  );
}

function useWalkUpEntry(runner: RunnerRow): OutboxEntry | null {
  const { eventId } = useCommands();
  const isWalkUp = runner.source === "walk-up" && runner.delivery !== "taken-back";
  const { value } = useQuery(
    "outbox.ofRunner",
    isWalkUp ? { eventId, runnerId: runner.id } : null,
    { topics: ["outbox", "roster"] },
  );
  return isWalkUp ? (value?.entry ?? null) : null;
}

/** The commands for one outbox entry. */
function useOutboxEntryCommands(entry: OutboxEntry) {
  const aside = useCommand("outbox.setAside");
  const back = useCommand("outbox.requeue");
  const command = { outboxId: entry.id };
  const say = words.sync;
  const name = say.entryName(entry.kind, entry.name ?? entry.email ?? say.noName, entry.runLabel);
  const fix = (): void => navigate("sync", { fix: entry.id });
  const again = useSendAgain(entry.id, name, fix);

  const requeue = async (): Promise<void> => {
    const reply = await back.run(command);
    if (reply?.ok === true) {
      showToast("done", say.isRequeued(name));
    }
  };
  const setAside = async (): Promise<void> => {
    const reply = await aside.run(command);
    if (reply?.ok !== true) return;
    showToast("done", say.isSetAside(name), { label: say.requeue, run: () => void requeue() });
  };
  return {
    setAside: () => void setAside(),
    requeue: () => void requeue(),
    fix,
    sendAgain: again.press,
    question: again.question,
    isBusy: aside.isBusy || back.isBusy || again.isBusy,
    failure: aside.error ?? back.error ?? again.error,
  };
}

interface OutboxEntryActionsProps extends WalkUpOutboxEntryProps {
  readonly entry: OutboxEntry;
}

function OutboxEntryActions({ runner, entry }: OutboxEntryActionsProps) {
  const commands = useOutboxEntryCommands(entry);
  const [isRetracting, setRetracting] = useState(false);
  const say = words.checkIn.walkUpCard;
  const needsPerson = entry.state === "needs-attention";
  const isRefused = needsPerson && entry.certainty === "refused";
  return (
    <section className={styles["walkUp"]} aria-label={words.sync.queue}>
      {needsPerson ? (
        <Notice tone={isRefused ? "stop" : "look"} title={titleOf(entry)}>
          {saidOf(entry).map((said) => (
            <p key={said} dir="auto">
              {said}
            </p>
          ))}
          {isRefused && entry.httpStatus === 404 ? (
            <p>{words.sync.notFoundCause[entry.kind]}</p>
          ) : null}
        </Notice>
      ) : null}
      <div className={styles["walkUpActs"]}>
        {mayBeCorrected(entry) ? (
          <Button kind="quiet" icon="edit" onPress={commands.fix}>
            {needsPerson ? say.fix : say.change}
          </Button>
        ) : null}
        {needsPerson && offersSendAgain(entry) ? (
          <Button kind="quiet" icon="retry" isBusy={commands.isBusy} onPress={commands.sendAgain}>
            {entry.reason === "registered-twice" ? words.sync.sendToo : words.sync.asItIs}
          </Button>
        ) : null}
        {needsPerson && entry.acts.setAside !== null ? (
          <Button kind="quiet" isBusy={commands.isBusy} onPress={commands.setAside}>
            {words.sync.setAsideNow}
          </Button>
        ) : null}
        {entry.acts.requeue ? (
          <Button kind="quiet" icon="undo" isBusy={commands.isBusy} onPress={commands.requeue}>
            {words.sync.requeue}
          </Button>
        ) : null}
        {entry.state === "sending" ? null : (
          <Button kind="quiet" onPress={() => setRetracting(true)}>
            {say.retract}
          </Button>
        )}
      </div>
      <FailureNotice failure={commands.failure} own={words.sync.failures} />
      {commands.question}
      {isRetracting ? (
        <RetractDialog
          runner={runner}
          isConfirmed={entry.certainty === "confirmed"}
          onClose={() => setRetracting(false)}
        />
      ) : null}
    </section>
  );
}

function titleOf({ reason, certainty }: OutboxEntry): string {
  const say = words.checkIn.walkUpCard;
  if (reason === "set-aside") return say.setAside;
  if (reason === "registered-twice") return say.registeredTwice;
  return certainty === "refused" ? say.refused : say.needsYou;
}

/** The server's message, then its messages about fields, verbatim. */
function saidOf({ serverMessage, serverFields }: OutboxEntry): string[] {
  const messages = [serverMessage ?? "", ...Object.values(serverFields).flat()];
  const said = [...new Set(messages.filter((message) => message.trim() !== ""))];
  return said.map((message) => words.sync.quote(message));
}
