import type { EntryId } from "#shared/domain/basics/ids.ts";
import { entryIdOf } from "#shared/domain/basics/ids.ts";
import type { JournalEntry } from "#shared/domain/journal/journal.ts";
import { parseFact } from "#shared/domain/journal/parse-fact.ts";
import type { Delivery, GrantedWalkUp } from "#shared/domain/walk-ups/walk-up-projection.ts";

/** One registration as the partner API said it: the copy. */
export interface RegistrationCopy {
  readonly id: string;
  readonly eventId: string;
  readonly runId: string;
  readonly email: string;
  readonly name: string | null;
  readonly registrationType: string;
  /** The API's own word. */
  readonly status: string;
  readonly paceGroup: string | null;
  readonly bib: string | null;
  readonly checkedIn: boolean;
  readonly teamId: string | null;
  /** When a complete pass no longer had it, while local facts kept the row (D3). */
  readonly goneAtMs: number | null;
}

/** What the desk should think of a registration; unknown words of the API read `other` (D6). */
export type Standing = "confirmed" | "waitlist" | "cancelled" | "refunded" | "other";

/** One check-in that stands. */
export interface CheckInClaim {
  readonly entryId: EntryId;
  readonly operator: string;
  readonly desk: string;
  readonly atMs: number;
}

/** Everything a screen shows of a runner: a function of copy and facts (J5). */
export interface RunnerProjection {
  readonly runnerId: string;
  readonly eventId: string;
  readonly source: "api" | "walk-up";
  readonly registrationId: string | null;
  /** The registration only looks like this walk-up (W2). */
  readonly provisional: boolean;
  readonly runId: string;
  readonly name: string | null;
  readonly email: string;
  /** The bib in force: the one given here, else the API's. */
  readonly bib: string | null;
  readonly apiBib: string | null;
  /** Null when none was given here; see `bibGivenHere`, for a swap may also give "none". */
  readonly givenBib: string | null;
  readonly bibGivenHere: boolean;
  readonly standing: Standing;
  /** The API's own word, verbatim. */
  readonly status: string;
  readonly paceGroup: string | null;
  readonly teamId: string | null;
  readonly apiCheckedIn: boolean;
  /** Earliest by logical clock first; the first is the one shown (J4). */
  readonly claims: readonly CheckInClaim[];
  /** Null for a registration that came from the organizer. */
  readonly delivery: Delivery | null;
  readonly takenBack: boolean;
  readonly goneAtMs: number | null;
  /** How the name is said, as somebody here wrote it last; null when nobody did. */
  readonly pronunciation: string | null;
}

export interface RunnerSources {
  readonly registration: RegistrationCopy | null;
  readonly walkUp: GrantedWalkUp | null;
  /** Every entry with this runner, under any of its ids, as subject or other subject; in the journal's order. */
  readonly facts: readonly JournalEntry[];
}

const standings: Readonly<Record<string, Standing>> = {
  confirmed: "confirmed",
  waitlist: "waitlist",
  cancelled: "cancelled",
  refunded: "refunded",
};

/** Reads the API's status word; one nobody knows is not confirmed (D6). */
export const standingOf = (status: string): Standing =>
  Object.hasOwn(standings, status) ? (standings[status] ?? "other") : "other";

/**
 * The runner that copy, walk-up and facts make together; null when there is neither copy nor walk-up (facts of a
 * runner who is not, or not yet, on this computer wait in the journal).
 */
export function projectRunner({
  registration,
  walkUp,
  facts,
}: RunnerSources): RunnerProjection | null {
  if (walkUp !== null) return project(walkUp.localId, walkUp, registration, facts);
  if (registration !== null) return project(registration.id, null, registration, facts);
  return null;
}

/** What the copy says where there is one, what was typed where there is none yet. */
function project(
  runnerId: string,
  walkUp: GrantedWalkUp | null,
  copy: RegistrationCopy | null,
  facts: readonly JournalEntry[],
): RunnerProjection {
  const form = walkUp?.form;
  const status = copy?.status ?? form?.status ?? "confirmed";
  const voided = voidedIn(facts);
  const given = lastBib(new Set([runnerId, copy?.id ?? runnerId]), walkUp, facts, voided);
  const apiBib = copy?.bib ?? null;
  return {
    runnerId,
    eventId: walkUp?.eventId ?? copy?.eventId ?? "",
    source: walkUp === null ? "api" : "walk-up",
    registrationId: walkUp === null ? runnerId : walkUp.registrationId,
    provisional: walkUp !== null && walkUp.registrationId !== null && walkUp.provisional,
    runId: copy?.runId ?? form?.eventRunId ?? "",
    name: copy === null ? (form?.name ?? null) : copy.name,
    email: copy?.email ?? form?.email ?? "",
    bib: given === undefined ? apiBib : given,
    apiBib,
    givenBib: given ?? null,
    bibGivenHere: given !== undefined,
    standing: standingOf(status),
    status,
    paceGroup: copy === null ? (form?.paceGroup ?? null) : copy.paceGroup,
    teamId: copy?.teamId ?? null,
    apiCheckedIn: copy?.checkedIn ?? false,
    claims: standingClaims(facts, voided),
    delivery: walkUp?.delivery ?? null,
    takenBack: walkUp?.takenBack ?? false,
    goneAtMs: copy?.goneAtMs ?? null,
    pronunciation: lastPronunciation(facts),
  };
}

/** The text written last; an empty one takes it away. */
function lastPronunciation(facts: readonly JournalEntry[]): string | null {
  let text = "";
  for (const entry of facts) {
    const fact = parseFact(entry);
    if (fact?.kind === "pronunciation.set") text = fact.payload.text;
  }
  return text === "" ? null : text;
}

/** Ids of the entries that an undo among these facts voids. */
export function voidedIn(facts: readonly JournalEntry[]): ReadonlySet<string> {
  const voided = new Set<string>();
  for (const entry of facts) {
    const fact = parseFact(entry);
    if (fact?.kind === "check-in.undone" || fact?.kind === "bib.undone") {
      voided.add(fact.payload.undoes);
    }
  }
  return voided;
}

/** Several desks may have checked one runner in: all claims that stand, the earliest first (J4). */
function standingClaims(
  facts: readonly JournalEntry[],
  voided: ReadonlySet<string>,
): readonly CheckInClaim[] {
  const claims: CheckInClaim[] = [];
  for (const entry of facts) {
    if (parseFact(entry)?.kind !== "check-in.made") continue;
    if (!voided.has(entryIdOf(entry))) claims.push(claimOf(entry));
  }
  return claims;
}

/**
 * The claim of a check-in just made. Where no other stands it is the runner's only one, whatever else is known of them:
 * nobody can have taken back an entry that did not exist.
 */
export const claimOf = (entry: JournalEntry): CheckInClaim => ({
  entryId: entryIdOf(entry),
  operator: entry.operator,
  desk: entry.desk,
  atMs: entry.wallAtMs,
});

/** The bib of the last fact that stands; null was given by a swap with nobody's bib; undefined: none was given here. */
function lastBib(
  ids: ReadonlySet<string>,
  walkUp: GrantedWalkUp | null,
  facts: readonly JournalEntry[],
  voided: ReadonlySet<string>,
): string | null | undefined {
  let bib: string | null | undefined = walkUp?.typedBib ?? undefined;
  for (const entry of facts) {
    const fact = parseFact(entry);
    if (fact?.kind !== "bib.given" && fact?.kind !== "bib.swapped") continue;
    if (voided.has(entryIdOf(entry))) continue;
    if (ids.has(entry.subject)) bib = fact.payload.bib;
    else if (fact.kind === "bib.swapped") bib = fact.payload.otherBib;
  }
  return bib;
}

/** What one runner adds to the counts of its run. */
export interface LaneShare {
  readonly runId: string;
  /** Checked in, here or elsewhere. */
  readonly arrived: number;
  /** Checked in here. */
  readonly recorded: number;
  /** Confirmed registrations, and walk-ups not taken back. */
  readonly expected: number;
  /** Rows of the copy that the organizer still lists. */
  readonly listed: number;
  readonly listedConfirmed: number;
}

/** What decides a runner's share in the counts. */
export type LaneFacts = Pick<
  RunnerProjection,
  "runId" | "source" | "standing" | "apiCheckedIn" | "takenBack" | "goneAtMs"
> & { readonly checkedInHere: boolean; readonly hasCopy: boolean };

/** A walk-up that was taken back counts for nothing but the copy's own rows; a vanished registration is not expected. */
export function laneShareOf(runner: LaneFacts): LaneShare {
  const present = !runner.takenBack;
  const listed = runner.hasCopy && runner.goneAtMs === null;
  const confirmed = runner.standing === "confirmed";
  const expected = runner.hasCopy ? listed && confirmed : runner.source === "walk-up";
  return {
    runId: runner.runId,
    arrived: Number(present && (runner.checkedInHere || runner.apiCheckedIn)),
    recorded: Number(present && runner.checkedInHere),
    expected: Number(present && expected),
    listed: Number(listed),
    listedConfirmed: Number(listed && confirmed),
  };
}
