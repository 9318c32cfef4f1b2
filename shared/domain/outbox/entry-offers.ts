// The screens use this file. It imports only types, because a schema runs code from text, which their policy stops (S2).
import type { Certainty, DeliveryState } from "./delivery-policy.ts";
import type { OutboxActions } from "./outbox-actions.ts";

/**
 * Whether a screen offers "Send again as it is". For an entry that was never sent and is set aside, "Put back" does the
 * same.
 */
export const offersSendAgain = ({
  certainty,
  acts,
}: {
  readonly certainty: Certainty;
  readonly acts: OutboxActions;
}): boolean => acts.sendAgain !== null && !(acts.requeue && certainty === "never-sent");

/**
 * Whether a person may correct the walk-up or the event of this entry in a form (W3): it was never sent, or the
 * organizer's system refused it. An entry that is set aside is put back first.
 */
export const mayBeCorrected = (entry: {
  readonly state: DeliveryState;
  readonly certainty: Certainty;
  readonly form: object | null;
  readonly eventForm: object | null;
  readonly acts: OutboxActions;
}): boolean => {
  if ((entry.form ?? entry.eventForm) === null || entry.acts.setAside !== "now") return false;
  return (
    entry.certainty === "never-sent" ||
    (entry.certainty === "refused" && entry.state === "needs-attention")
  );
};
