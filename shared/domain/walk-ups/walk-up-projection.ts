import type { JournalEntry } from "#shared/domain/journal/journal.ts";
import type { Fact, WalkUpForm } from "#shared/domain/journal/journal-facts.ts";
import { entryIdOf } from "#shared/domain/basics/ids.ts";
import { parseFact } from "#shared/domain/journal/parse-fact.ts";

/** How a walk-up stands with the organizer's system. */
export type Delivery = "not-sent" | "maybe-sent" | "confirmed" | "refused" | "taken-back";

/** A walk-up as its facts tell it (W2). */
export interface WalkUpProjection {
  readonly localId: string;
  readonly eventId: string;
  readonly form: WalkUpForm;
  /** The bib typed with it at first. */
  readonly typedBib: string | null;
  /** The outbox entry that carries it now. */
  readonly outboxId: string;
  readonly delivery: Delivery;
  /** The registration at the organizer it is, or is taken for; several walk-ups may want one. */
  readonly wantedRegistrationId: string | null;
  /** Only looks like it (W2); false once confirmed or adopted. */
  readonly provisional: boolean;
  /** HLC text of the claim: of two alike the earlier wins. */
  readonly wantedSince: string | null;
  readonly savedAtMs: number;
  readonly savedBy: string;
  readonly savedDesk: string;
  readonly takenBack: boolean;
  readonly askOrganizer: boolean;
}

/** A walk-up with the registration it was granted (`compareClaims`). */
export interface GrantedWalkUp extends WalkUpProjection {
  /** The registration it is or is taken for; null while another walk-up has the better claim. */
  readonly registrationId: string | null;
}

type FactOf<Kind extends Fact["kind"]> = Extract<Fact, { kind: Kind }>;

/**
 * The walk-up that these facts tell of; null when none was saved, or its payload was wiped. `facts` are in the
 * journal's order and may speak of other runners too.
 */
export function projectWalkUp(
  localId: string,
  facts: readonly JournalEntry[],
): WalkUpProjection | null {
  const told = facts
    .filter((entry) => entry.subject === localId)
    .map((entry) => ({ entry, fact: parseFact(entry) }));
  const saved = told.find(({ fact }) => fact?.kind === "walk-up.saved");
  if (saved === undefined || saved.fact?.kind !== "walk-up.saved") return null;

  const restored = new Set(
    told.flatMap(({ fact }) => (fact?.kind === "walk-up.restored" ? [fact.payload.undoes] : [])),
  );
  let walkUp = savedWalkUp(localId, saved.entry, saved.fact);
  let lastWord: FactOf<"walk-up.sent" | "walk-up.refused"> | null = null;
  for (const { entry, fact } of told) {
    if (fact === null || restored.has(entryIdOf(entry))) continue;
    walkUp = applyFact(walkUp, entry, fact);
    if (fact.kind === "walk-up.sent" || fact.kind === "walk-up.refused") lastWord = fact;
  }
  return { ...walkUp, delivery: deliveryOf(walkUp, lastWord) };
}

function savedWalkUp(
  localId: string,
  entry: JournalEntry,
  { payload }: FactOf<"walk-up.saved">,
): WalkUpProjection {
  return {
    localId,
    eventId: entry.eventId ?? "",
    form: payload.form,
    typedBib: payload.bib ?? null,
    outboxId: payload.outboxId,
    delivery: "not-sent",
    wantedRegistrationId: null,
    provisional: false,
    wantedSince: null,
    savedAtMs: entry.wallAtMs,
    savedBy: entry.operator,
    savedDesk: entry.desk,
    takenBack: false,
    askOrganizer: false,
  };
}

function applyFact(walkUp: WalkUpProjection, entry: JournalEntry, fact: Fact): WalkUpProjection {
  switch (fact.kind) {
    case "walk-up.edited":
      return { ...walkUp, form: fact.payload.form, outboxId: fact.payload.outboxId };
    case "walk-up.taken-back":
      return {
        ...walkUp,
        takenBack: true,
        askOrganizer: walkUp.askOrganizer || fact.payload.askOrganizer,
      };
    case "walk-up.confirmed":
      return claim(walkUp, entry, fact.payload.participantId, false);
    case "walk-up.adopted":
      return claim(walkUp, entry, fact.payload.registrationId, false);
    case "walk-up.paired":
      return claim(walkUp, entry, fact.payload.registrationId, true);
    default:
      return walkUp;
  }
}

/** A firm claim replaces a provisional one; of two alike the earlier stands. */
function claim(
  walkUp: WalkUpProjection,
  entry: JournalEntry,
  registrationId: string,
  provisional: boolean,
): WalkUpProjection {
  const firmer = walkUp.provisional && !provisional;
  if (walkUp.wantedRegistrationId !== null && !firmer) return walkUp;
  return {
    ...walkUp,
    wantedRegistrationId: registrationId,
    provisional,
    wantedSince: entry.hlc,
  };
}

function deliveryOf(
  walkUp: WalkUpProjection,
  lastWord: FactOf<"walk-up.sent" | "walk-up.refused"> | null,
): Delivery {
  if (walkUp.takenBack) return "taken-back";
  if (walkUp.wantedRegistrationId !== null && !walkUp.provisional) return "confirmed";
  if (lastWord?.payload.outboxId !== walkUp.outboxId) return "not-sent";
  return lastWord.kind === "walk-up.refused" ? "refused" : "maybe-sent";
}

/**
 * Of several walk-ups that want one registration, who gets it: a firm claim before a provisional one, then the
 * earlier, then the smaller id. The same on every computer (J4).
 */
export function compareClaims(one: WalkUpProjection, other: WalkUpProjection): number {
  return (
    Number(one.provisional) - Number(other.provisional) ||
    compareText(one.wantedSince ?? "", other.wantedSince ?? "") ||
    compareText(one.localId, other.localId)
  );
}

const compareText = (one: string, other: string): number =>
  one < other ? -1 : Number(one > other);
