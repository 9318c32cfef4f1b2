import type { EventForm, Fact } from "#shared/domain/journal/journal-facts.ts";
import type { JournalEntry } from "#shared/domain/journal/journal.ts";
import { parseFact } from "#shared/domain/journal/parse-fact.ts";
import type { Delivery } from "#shared/domain/walk-ups/walk-up-projection.ts";

/** An event made here, as its facts tell it (W3). */
export interface LocalEventProjection {
  readonly localId: string;
  readonly form: EventForm;
  /** The outbox entry that carries it now. */
  readonly outboxId: string;
  readonly delivery: Delivery;
  /** The event at the organizer it became; null while nobody knows. */
  readonly eventId: string | null;
  readonly savedAtMs: number;
  readonly savedBy: string;
  readonly savedDesk: string;
  readonly takenBack: boolean;
  readonly askOrganizer: boolean;
}

type FactOf<Kind extends Fact["kind"]> = Extract<Fact, { kind: Kind }>;
type LastWord = FactOf<"event.sent" | "event.refused">;

/**
 * The made event that these facts tell of; null when none was saved, or its payload was wiped. `facts` are in the
 * journal's order and may speak of other things too. Of several ids it was given the first stands.
 */
export function projectMadeEvent(
  localId: string,
  facts: readonly JournalEntry[],
): LocalEventProjection | null {
  const told = facts
    .filter((entry) => entry.subject === localId)
    .map((entry) => ({ entry, fact: parseFact(entry) }));
  const saved = told.find(({ fact }) => fact?.kind === "event.saved");
  if (saved === undefined || saved.fact?.kind !== "event.saved") return null;

  let made = savedEvent(localId, saved.entry, saved.fact);
  let lastWord: LastWord | null = null;
  for (const { fact } of told) {
    if (fact === null) continue;
    made = applyFact(made, fact);
    if (fact.kind === "event.sent" || fact.kind === "event.refused") lastWord = fact;
  }
  return { ...made, delivery: deliveryOf(made, lastWord) };
}

const savedEvent = (
  localId: string,
  entry: JournalEntry,
  { payload }: FactOf<"event.saved">,
): LocalEventProjection => ({
  localId,
  form: payload.form,
  outboxId: payload.outboxId,
  delivery: "not-sent",
  eventId: null,
  savedAtMs: entry.wallAtMs,
  savedBy: entry.operator,
  savedDesk: entry.desk,
  takenBack: false,
  askOrganizer: false,
});

function applyFact(made: LocalEventProjection, fact: Fact): LocalEventProjection {
  switch (fact.kind) {
    case "event.edited":
      return { ...made, form: fact.payload.form, outboxId: fact.payload.outboxId };
    case "event.taken-back":
      return {
        ...made,
        takenBack: true,
        askOrganizer: made.askOrganizer || fact.payload.askOrganizer,
      };
    case "event.confirmed":
    case "event.adopted":
      return { ...made, eventId: made.eventId ?? fact.payload.eventId };
    default:
      return made;
  }
}

function deliveryOf(made: LocalEventProjection, lastWord: LastWord | null): Delivery {
  if (made.takenBack) return "taken-back";
  if (made.eventId !== null) return "confirmed";
  if (lastWord?.payload.outboxId !== made.outboxId) return "not-sent";
  return lastWord.kind === "event.refused" ? "refused" : "maybe-sent";
}
