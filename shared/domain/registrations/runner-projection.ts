import type { EntryId } from "#shared/domain/basics/ids.ts";
import { entryIdOf } from "#shared/domain/basics/ids.ts";
import { standingBibFacts, standingCheckIns } from "#shared/domain/check-in/check-in.ts";
import type { Actor, JournalEntry } from "#shared/domain/journal/journal.ts";
import { actorOfEntry } from "#shared/domain/journal/journal.ts";
import { parseFact } from "#shared/domain/journal/journal-facts.ts";
import type { Standing } from "./registration.ts";
import { standingOf } from "./registration.ts";
import type { Delivery } from "#shared/domain/outbox/local-record.ts";
import type { GrantedWalkUp } from "#shared/domain/walk-ups/walk-up-projection.ts";

/** One registration of the replica, as the partner API sent it. */
export interface RegistrationReplica {
  readonly id: string;
  readonly eventId: string;
  readonly runId: string;
  readonly email: string;
  readonly name: string | null;
  readonly registrationType: string;
  /** The status as the API writes it. */
  readonly status: string;
  readonly paceGroup: string | null;
  readonly bib: string | null;
  readonly checkedIn: boolean;
  readonly teamId: string | null;
  /** Time of the first complete pass without this row; the row is kept because of local journal entries (D3). */
  readonly goneAtMs: number | null;
}

/** One check-in that was not undone. */
export interface CheckInClaim extends Actor {
  readonly entryId: EntryId;
}

/** Everything a screen shows about a runner, computed from replica and journal (J5). */
export interface RunnerProjection {
  readonly runnerId: string;
  readonly eventId: string;
  readonly source: "api" | "walk-up";
  readonly registrationId: string | null;
  /** Whether the registration was matched with this walk-up without a confirmation (W2). */
  readonly provisional: boolean;
  readonly runId: string;
  readonly name: string | null;
  readonly email: string;
  /** The current bib: the bib that was given in Chute, else the one handed over at the check-in, else the bib of the API. */
  readonly bib: string | null;
  readonly apiBib: string | null;
  /** The bib of the last bib entry. Null if there is none, or if a swap gave "no bib". It depends only on the journal. */
  readonly givenBib: string | null;
  /** `bib` is Chute's and not the list's: it was given in Chute, or handed over before the organizer changed it (B3). */
  readonly bibGivenHere: boolean;
  readonly standing: Standing;
  /** The status exactly as the API writes it. */
  readonly status: string;
  readonly paceGroup: string | null;
  readonly teamId: string | null;
  readonly apiCheckedIn: boolean;
  /** In the order of the logical clock; screens show the first one (J4). */
  readonly claims: readonly CheckInClaim[];
  /** Null for a registration that came from the organizer. */
  readonly delivery: Delivery | null;
  readonly takenBack: boolean;
  readonly goneAtMs: number | null;
  /** The pronunciation of the name that was written last; null if none was ever written. */
  readonly pronunciation: string | null;
}

export interface RunnerSources {
  readonly registration: RegistrationReplica | null;
  readonly walkUp: GrantedWalkUp | null;
  /** All journal entries with one of the runner's ids as subject or other subject, in journal order. */
  readonly facts: readonly JournalEntry[];
}

/**
 * The runner according to replica, walk-up and journal; null if there is neither a registration nor a walk-up. The entries
 * of a runner who is not yet on this computer stay in the journal.
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

/** Uses the registration if there is one, else the fields of the walk-up. */
function project(
  runnerId: string,
  walkUp: GrantedWalkUp | null,
  copy: RegistrationReplica | null,
  facts: readonly JournalEntry[],
): RunnerProjection {
  const form = walkUp?.form;
  const status = copy?.status ?? form?.status ?? "confirmed";
  const apiBib = copy?.bib ?? null;
  const checkIns = standingCheckIns(facts);
  const given = lastBib(new Set([runnerId, copy?.id ?? runnerId]), walkUp, facts);
  const here = given === undefined ? handedOverBib(checkIns, apiBib) : given;
  return {
    runnerId,
    eventId: walkUp?.eventId ?? copy?.eventId ?? "",
    source: walkUp === null ? "api" : "walk-up",
    registrationId: walkUp === null ? runnerId : walkUp.registrationId,
    provisional: walkUp !== null && walkUp.registrationId !== null && walkUp.provisional,
    runId: copy?.runId ?? form?.eventRunId ?? "",
    name: copy?.name ?? form?.name ?? null,
    email: copy?.email ?? form?.email ?? "",
    bib: here === undefined ? apiBib : here,
    apiBib,
    givenBib: given ?? null,
    bibGivenHere: here !== undefined,
    standing: standingOf(status),
    status,
    paceGroup: copy === null ? (form?.paceGroup ?? null) : copy.paceGroup,
    teamId: copy?.teamId ?? null,
    apiCheckedIn: copy?.checkedIn ?? false,
    claims: checkIns.map(claimOf),
    delivery: walkUp?.delivery ?? null,
    takenBack: walkUp?.takenBack ?? false,
    goneAtMs: copy?.goneAtMs ?? null,
    pronunciation: lastPronunciation(facts),
  };
}

/** The last written text; an empty text removes it. */
function lastPronunciation(facts: readonly JournalEntry[]): string | null {
  const last = facts.map(parseFact).findLast((fact) => fact?.kind === "pronunciation.set");
  const text = last?.payload.text ?? "";
  return text === "" ? null : text;
}

/**
 * The claim of a new check-in. It cannot have been undone, because its entry did not exist before.
 */
export const claimOf = (entry: JournalEntry): CheckInClaim => ({
  entryId: entryIdOf(entry),
  ...actorOfEntry(entry),
});

/**
 * The listed bib that was handed over at a check-in, if the organizer's list has another one by now: the runner wears it
 * (B3). Undefined if the list still has it, or if none was handed over.
 */
function handedOverBib(
  checkIns: readonly JournalEntry[],
  apiBib: string | null,
): string | undefined {
  for (const entry of checkIns) {
    const fact = parseFact(entry);
    if (fact?.kind !== "check-in.made" || fact.payload.bib === undefined) continue;
    return fact.payload.bib === apiBib ? undefined : fact.payload.bib;
  }
  return undefined;
}

/** The bib of the last entry that was not undone. Null: a swap gave "no bib". Undefined: no bib was given in Chute. */
function lastBib(
  ids: ReadonlySet<string>,
  walkUp: GrantedWalkUp | null,
  facts: readonly JournalEntry[],
): string | null | undefined {
  let bib: string | null | undefined = walkUp?.typedBib ?? undefined;
  for (const entry of standingBibFacts(facts)) {
    const fact = parseFact(entry);
    if (fact?.kind !== "bib.given" && fact?.kind !== "bib.swapped") continue;
    if (ids.has(entry.subject)) bib = fact.payload.bib;
    else if (fact.kind === "bib.swapped") bib = fact.payload.otherBib;
  }
  return bib;
}

/** What one runner adds to the counts of its run. */
export interface RunnerCounts {
  readonly runId: string;
  /** Checked in on this computer or elsewhere. */
  readonly arrived: number;
  /** Checked in on this computer. */
  readonly recorded: number;
  /** Confirmed registrations, and walk-ups that were not retracted. */
  readonly expected: number;
  /** Arrived and not expected: let in by an override, or not on the organizer's list any more. */
  readonly letIn: number;
  /** Rows of the replica that the organizer still lists. */
  readonly listed: number;
  readonly listedConfirmed: number;
}

/** The fields that the counts depend on. */
export type CountedRunner = Pick<
  RunnerProjection,
  "runId" | "source" | "standing" | "apiCheckedIn" | "takenBack" | "goneAtMs"
> & { readonly checkedInHere: boolean; readonly inReplica: boolean };

/** A retracted walk-up counts only as a row of the replica. A registration that is gone is not expected. */
export function countRunner(runner: CountedRunner): RunnerCounts {
  const present = !runner.takenBack;
  const arrived = present && (runner.checkedInHere || runner.apiCheckedIn);
  const listed = runner.inReplica && runner.goneAtMs === null;
  const confirmed = runner.standing === "confirmed";
  const expected = runner.inReplica ? listed && confirmed : runner.source === "walk-up";
  return {
    runId: runner.runId,
    arrived: Number(arrived),
    recorded: Number(present && runner.checkedInHere),
    expected: Number(present && expected),
    letIn: Number(arrived && !expected),
    listed: Number(listed),
    listedConfirmed: Number(listed && confirmed),
  };
}
