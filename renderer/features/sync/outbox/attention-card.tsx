import { useState } from "react";
import { mayBeCorrected } from "#shared/domain/outbox/entry-offers.ts";
import { needsDecision } from "#shared/domain/outbox/entry-reasons.ts";
import type { OutboxEntry } from "#shared/contract/sync.ts";
import { useMay } from "#renderer/client/queries/permissions.tsx";
import { useDesk } from "#renderer/client/queries/use-query.ts";
import { navigate } from "#renderer/client/navigation/route.ts";
import { words } from "#renderer/i18n/words.ts";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { Card } from "#renderer/ui/controls/page/card.tsx";
import { DecideDialog } from "./decide-dialog.tsx";
import { useEntryActions } from "./entry-actions.tsx";
import { EntrySentence } from "./entry-sentence.tsx";
import { CorrectForm } from "../correct/correct-form.tsx";
import { describeRequest, hasCard } from "./outbox-messages.ts";
import type { QueueNow } from "./outbox-messages.ts";
import styles from "../sync-screen.module.css";

export interface AttentionCardProps {
  readonly entry: OutboxEntry;
  readonly now: QueueNow;
  /** Whether the form of this entry is open. */
  readonly isFormOpen: boolean;
  /** Whether a person opened the form, so that the form takes the focus. The form of the first entry opens by itself. */
  readonly isFormAsked: boolean;
  readonly onOpenForm: () => void;
  /** Called when the form is sent and the focus would be lost with it. */
  readonly onFocusLost: () => void;
  /** Closes the card of an entry that needs nobody. */
  readonly onClose: () => void;
  /** Opens the dialog that shows what was sent. */
  readonly onLook: () => void;
}

/** The card of an outbox entry that needs a person's attention, with all actions for the entry. */
export function AttentionCard({
  entry,
  now,
  isFormOpen,
  isFormAsked,
  onOpenForm,
  onFocusLost,
  onClose,
  onLook,
}: AttentionCardProps) {
  const [isDeciding, setDeciding] = useState(false);
  const openEventId = useDesk().value?.currentEventId ?? null;
  const mayDecide = useMay("outbox.decide");
  const mayCorrectEvent = useMay("outbox.correctEvent");
  const needsPerson = entry.state === "needs-attention";
  const actions = useEntryActions(entry, { hasSendAgain: needsPerson });
  const isRefused = entry.certainty === "refused";
  const isCorrectable = mayBeCorrected(entry);
  const form = isCorrectable && isFormOpen ? entry.form : null;

  // An entry of an event is corrected on the Events screen.
  const correctEvent = (): void => navigate("events", { correct: entry.id });

  const otherButtons = (
    <>
      {actions.buttons}
      {needsPerson ? null : (
        <Button kind="quiet" onPress={onClose}>
          {words.ui.close}
        </Button>
      )}
      <Button size="m" kind="quiet" onPress={onLook}>
        {describeRequest(entry)}
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
            takesFocus={isFormAsked}
            onFocusLost={onFocusLost}
            others={otherButtons}
          />
        ) : (
          <div className={styles["buttons"]}>
            {isCorrectable && (entry.form !== null || mayCorrectEvent) ? (
              <Button onPress={entry.form === null ? correctEvent : onOpenForm}>
                {words.sync.fix}
              </Button>
            ) : null}
            {needsDecision(entry.reason) && mayDecide ? (
              <Button onPress={() => setDeciding(true)}>{words.sync.decide}</Button>
            ) : null}
            {entry.reason === "registered-twice" && hasCard(entry, openEventId) ? (
              <Button onPress={() => navigate("check-in", { runner: entry.subject })}>
                {words.sync.openRunner}
              </Button>
            ) : null}
            {otherButtons}
          </div>
        )}
        {actions.failure}
      </EntrySentence>
      {actions.dialog}
      {isDeciding ? <DecideDialog entry={entry} onClose={() => setDeciding(false)} /> : null}
    </Card>
  );
}
