import { compareText } from "#shared/domain/basics/compare-text.ts";
import type { JournalEntry } from "#shared/domain/journal/journal.ts";
import type { FactOf, WalkUpForm } from "#shared/domain/journal/journal-facts.ts";
import type { LocalRecord } from "#shared/domain/outbox/local-record.ts";
import { projectRecord, recordFacts } from "#shared/domain/outbox/local-record.ts";

/** A walk-up, computed from its journal entries (W2). */
export interface WalkUpProjection extends LocalRecord<WalkUpForm> {
  readonly eventId: string;
  /** The bib that was typed together with the walk-up. */
  readonly typedBib: string | null;
  /** The bib that the notes of the request tell the organizer (W3). */
  readonly toldBib: string | null;
  /** The registration that this walk-up claims at the organizer; several walk-ups may claim the same one. */
  readonly wantedRegistrationId: string | null;
  /** True if the registration only looks like this walk-up (W2); false after a confirmation or an adoption. */
  readonly provisional: boolean;
  /** The logical time of the claim, as `formatHlc` text: of two equal claims the earlier one wins. */
  readonly wantedSince: string | null;
}

/** A walk-up with the registration that it was granted (`compareClaims`). */
export interface GrantedWalkUp extends WalkUpProjection {
  /** Null while another walk-up has the better claim. */
  readonly registrationId: string | null;
}

/** Returns null if the walk-up was never saved, or if its payload was wiped. `entries` are in journal order. */
export function projectWalkUp(
  localId: string,
  entries: readonly JournalEntry[],
): WalkUpProjection | null {
  const facts = recordFacts("walk-up", localId, entries);
  if (facts === null) return null;
  const firmClaims = facts.of("walk-up.confirmed", "walk-up.adopted");
  const record = projectRecord<WalkUpForm>(facts, firmClaims.length > 0);
  // Two hubs may have sent two forms of one walk-up: the claim of the form in force counts (M10).
  const inForce = firmClaims.find(({ fact }) => fact.payload.outboxId === record.outboxId);
  const [provisional] = facts.of("walk-up.paired");
  // A firm claim replaces a provisional one; of two claims of the same kind the first one counts.
  const claim = inForce ?? firmClaims[0] ?? provisional;
  const typedBib = facts.of("walk-up.saved")[0]?.fact.payload.bib ?? null;
  const told = facts.of("walk-up.edited").findLast(({ fact }) => fact.payload.bib !== undefined);
  return {
    ...record,
    eventId: facts.saved.entry.eventId ?? "",
    typedBib,
    toldBib: told === undefined ? typedBib : (told.fact.payload.bib ?? null),
    wantedRegistrationId: claim === undefined ? null : registrationOf(claim.fact),
    provisional: claim?.fact.kind === "walk-up.paired",
    wantedSince: claim?.entry.hlc ?? null,
  };
}

/** The registration that an entry about a walk-up names. */
export const registrationOf = (
  fact: FactOf<"walk-up.confirmed" | "walk-up.adopted" | "walk-up.paired">,
): string =>
  fact.kind === "walk-up.confirmed" ? fact.payload.participantId : fact.payload.registrationId;

/**
 * Order of the walk-ups that claim one registration; the first one gets it. A firm claim comes before a provisional one,
 * then the earlier claim, then the smaller id. The order is the same on every computer (J4).
 */
export function compareClaims(one: WalkUpProjection, other: WalkUpProjection): number {
  return (
    Number(one.provisional) - Number(other.provisional) ||
    compareText(one.wantedSince ?? "", other.wantedSince ?? "") ||
    compareText(one.localId, other.localId)
  );
}
