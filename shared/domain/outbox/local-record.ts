import { entryIdOf } from "#shared/domain/basics/ids.ts";
import type { JournalEntry } from "#shared/domain/journal/journal.ts";
import type { Fact, FactKind, FactOf } from "#shared/domain/journal/journal-facts.ts";
import { parseFact } from "#shared/domain/journal/journal-facts.ts";

/** The state at the organizer of a walk-up or an event that was made in Chute. */
export const deliveries = ["not-sent", "maybe-sent", "confirmed", "refused", "taken-back"] as const;
export type Delivery = (typeof deliveries)[number];

/** The common part of a walk-up and an event that were made in Chute, computed from their journal entries (W2, W3). */
export interface LocalRecord<Form> {
  readonly localId: string;
  readonly form: Form;
  /** The outbox entry that sends the record now. */
  readonly outboxId: string;
  readonly delivery: Delivery;
  readonly savedAtMs: number;
  readonly savedBy: string;
  readonly savedDesk: string;
  readonly takenBack: boolean;
  readonly askOrganizer: boolean;
}

type Topic = "walk-up" | "event";

interface FactEntry<Kind extends FactKind> {
  readonly entry: JournalEntry;
  readonly fact: FactOf<Kind>;
}

/** The entries of a record with their facts. */
export interface RecordFacts {
  readonly topic: Topic;
  readonly saved: FactEntry<`${Topic}.saved`>;
  /** All entries of these kinds in journal order, without those that a `walk-up.restored` voids. */
  readonly of: <Kind extends FactKind>(...kinds: readonly Kind[]) => FactEntry<Kind>[];
}

/**
 * The facts of one record; null if it was never saved, or if its first payload was wiped. `entries` are in journal order
 * and may be about other subjects too.
 */
export function recordFacts(
  topic: Topic,
  localId: string,
  entries: readonly JournalEntry[],
): RecordFacts | null {
  const facts = entries.flatMap((entry) => {
    const fact = entry.subject === localId ? parseFact(entry) : null;
    return fact === null ? [] : [{ entry, fact }];
  });
  const [saved] = ofKinds(facts, [`${topic}.saved`]);
  if (saved === undefined) return null;
  const restored = ofKinds(facts, ["walk-up.restored"]).map(({ fact }) => fact.payload.undoes);
  const valid = facts.filter(({ entry }) => !restored.includes(entryIdOf(entry)));
  return { topic, saved, of: (...kinds) => ofKinds(valid, kinds) };
}

const ofKinds = <Kind extends FactKind>(
  facts: readonly { readonly entry: JournalEntry; readonly fact: Fact }[],
  kinds: readonly Kind[],
) => facts.filter(({ fact }) => kinds.some((kind) => kind === fact.kind)) as FactEntry<Kind>[];

/** `isConfirmed`: the organizer's id of the record is known for certain. */
export function projectRecord<Form>(
  { topic, saved: { entry, fact }, of }: RecordFacts,
  isConfirmed: boolean,
): LocalRecord<Form> {
  const { form, outboxId } = (of(`${topic}.edited`).at(-1)?.fact ?? fact).payload;
  const retractions = of(`${topic}.taken-back`);
  const lastTry = of(`${topic}.sent`, `${topic}.refused`).at(-1)?.fact;
  const sent = lastTry?.kind === `${topic}.refused` ? "refused" : "maybe-sent";
  const unconfirmed = lastTry?.payload.outboxId === outboxId ? sent : "not-sent";
  const isRetracted = retractions.length > 0;
  return {
    localId: entry.subject,
    form: form as Form,
    outboxId,
    delivery: isRetracted ? "taken-back" : isConfirmed ? "confirmed" : unconfirmed,
    savedAtMs: entry.wallAtMs,
    savedBy: entry.operator,
    savedDesk: entry.desk,
    takenBack: isRetracted,
    // Another hub may have sent what this one retracted as unsent: the organizer has it all the same (M10).
    askOrganizer:
      isRetracted &&
      (isConfirmed || retractions.some((each) => each.fact.payload.askOrganizer)) &&
      !isOrganizerTold(outboxId, of("walk-up.restored", "outbox.decided")),
  };
}

/** The decision of a person who told the organizer about an outbox entry (W3). */
export const organizerTold = "organizer-told";

/** The undo of that decision. */
export const organizerNotTold = "organizer-not-told";

/** Whether a person told the organizer about this outbox entry. After an undone retraction nobody did. */
export function isOrganizerTold(
  outboxId: string,
  facts: readonly { readonly fact: Fact | null }[],
): boolean {
  let isTold = false;
  for (const { fact } of facts) {
    if (fact?.kind === "walk-up.restored") isTold = false;
    if (fact?.kind !== "outbox.decided" || fact.payload.outboxId !== outboxId) continue;
    if (fact.payload.decision === organizerTold) isTold = true;
    if (fact.payload.decision === organizerNotTold) isTold = false;
  }
  return isTold;
}
