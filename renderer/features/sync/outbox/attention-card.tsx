import { useState } from "react";
import type { OutboxEntry } from "#shared/contract/sync.ts";
import { useMay } from "#renderer/client/queries/permissions.tsx";
import { navigate } from "#renderer/client/navigation/route.ts";
import { words } from "#renderer/i18n/words.ts";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { Card } from "#renderer/ui/controls/page/card.tsx";
import { DecideDialog } from "./decide-dialog.tsx";
import { useEntryActions } from "./entry-actions.tsx";
import { EntrySentence } from "./entry-sentence.tsx";
import { CorrectForm } from "../correct/correct-form.tsx";
import type { QueueNow } from "./outbox-messages.ts";
import styles from "../sync-screen.module.css";

/** Reasons for which a person must decide whether the entry arrived (O7, O10). */
const undecided: ReadonlySet<string> = new Set([
  "key-conflict",
  "several-matches",
  "not-found-again",
  "unknown-answer",
  "reconcile",
]);

export interface AttentionCardProps {
  readonly entry: OutboxEntry;
  readonly now: QueueNow;
  /** The form of this entry is open. */
  readonly isFixing: boolean;
  /** A person opened the form, so it takes the focus. */
  readonly isFixAsked: boolean;
  readonly onFix: () => void;
  readonly onLook: () => void;
}

/** An entry that needs a person, with all actions for it. */
export function AttentionCard({
  entry,
  now,
  isFixing,
  isFixAsked,
  onFix,
  onLook,
}: AttentionCardProps) {
  const [isDeciding, setDeciding] = useState(false);
  const [isChanged, setChanged] = useState(false);
  const mayDecide = useMay("outbox.decide");
  const mayMendEvent = useMay("outbox.correctEvent");
  const actions = useEntryActions(entry, { holdsChange: isFixing && isChanged });
  const isRefused = entry.certainty === "refused";
  const isMendable =
    isRefused && !entry.acts.putBack && (entry.form !== null || entry.eventForm !== null);
  const form = isMendable && isFixing ? entry.form : null;
  const needsDecision = entry.reason !== null && undecided.has(entry.reason);

  // The form of an event is on the Events screen.
  const fixEvent = (): void => navigate("events", { mend: entry.id });

  const others = (
    <>
      {actions.buttons}
      <Button size="m" kind="quiet" onPress={onLook}>
        {words.sync.whatWasSent}
      </Button>
    </>
  );
  return (
    <Card isBare kind={isRefused ? "stop" : "strong"}>
      <EntrySentence entry={entry} now={now} hasForm={form !== null}>
        {form !== null ? (
          <CorrectForm
            entry={entry}
            form={form}
            takesFocus={isFixAsked}
            onChanged={setChanged}
            others={others}
          />
        ) : (
          <div className={styles["buttons"]}>
            {isMendable && (entry.form !== null || mayMendEvent) ? (
              <Button onPress={entry.form === null ? fixEvent : onFix}>{words.sync.fix}</Button>
            ) : null}
            {needsDecision && mayDecide ? (
              <Button onPress={() => setDeciding(true)}>{words.sync.decide}</Button>
            ) : null}
            {others}
          </div>
        )}
        {actions.failure}
      </EntrySentence>
      {actions.dialog}
      {isDeciding ? <DecideDialog entry={entry} onClose={() => setDeciding(false)} /> : null}
    </Card>
  );
}
