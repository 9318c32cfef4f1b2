import type { EntryId } from "#shared/domain/basics/ids.ts";
import { entryIdOf } from "#shared/domain/basics/ids.ts";
import { standingBibFacts, standingCheckIns } from "#shared/domain/check-in/check-in.ts";
import type { Actor, JournalEntry } from "#shared/domain/journal/journal.ts";
import { actorOfEntry } from "#shared/domain/journal/journal.ts";
import { parseFact } from "#shared/domain/journal/journal-facts.ts";
import { standingOf } from "./registration.ts";
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
) {
  const form = walkUp?.form;
  const status = copy?.status ?? form?.status ?? "confirmed";
  const apiBib = copy?.bib ?? null;
  const checkIns = standingCheckIns(facts);
  const given = lastBib(new Set([runnerId, copy?.id ?? runnerId]), walkUp, facts);
  const here = given === undefined ? handedOverBib(checkIns, apiBib) : given;
  const source: "api" | "walk-up" = walkUp === null ? "api" : "walk-up";
  return {
    runnerId,
    eventId: walkUp?.eventId ?? copy?.eventId ?? "",
    source,
    registrationId: walkUp === null ? runnerId : walkUp.registrationId,
    /** Whether the registration was matched with this walk-up without a confirmation (W2). */
    provisional: walkUp !== null && walkUp.registrationId !== null && walkUp.provisional,
    runId: copy?.runId ?? form?.eventRunId ?? "",
    name: copy?.name ?? form?.name ?? null,
    email: copy?.email ?? form?.email ?? "",
    /** The current bib: the bib that was given in Chute, else the one handed over at the check-in, else the bib of the API. */
    bib: here === undefined ? apiBib : here,
    apiBib,
    /** The bib of the last bib entry. Null if there is none, or if a swap gave "no bib". It depends only on the journal. */
    givenBib: given ?? null,
    /** `bib` is Chute's and not the list's: it was given in Chute, or handed over before the organizer changed it (B3). */
    bibGivenHere: here !== undefined,
    standing: standingOf(status),
    /** The status exactly as the API writes it. */
    status,
    paceGroup: copy === null ? (form?.paceGroup ?? null) : copy.paceGroup,
    teamId: copy?.teamId ?? null,
    apiCheckedIn: copy?.checkedIn ?? false,
    /** In the order of the logical clock; screens show the first one (J4). */
    claims: checkIns.map(claimOf),
    /** Null for a registration that came from the organizer. */
    delivery: walkUp?.delivery ?? null,
    takenBack: walkUp?.takenBack ?? false,
    goneAtMs: copy?.goneAtMs ?? null,
    /** The pronunciation of the name that was written last; null if none was ever written. */
    pronunciation: lastPronunciation(facts),
  };
}

/** Everything a screen shows about a runner, computed from replica and journal (J5). */
export type RunnerProjection = Readonly<ReturnType<typeof project>>;

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

/** The fields that the counts depend on. */
export type CountedRunner = Pick<
  RunnerProjection,
  "runId" | "source" | "standing" | "apiCheckedIn" | "takenBack" | "goneAtMs"
> & { readonly checkedInHere: boolean; readonly inReplica: boolean };

/**
 * What one runner adds to the counts of its run. A retracted walk-up counts only as a row of the replica. A registration that
 * is gone is not expected.
 */
export function countRunner(runner: CountedRunner) {
  const present = !runner.takenBack;
  const arrived = present && (runner.checkedInHere || runner.apiCheckedIn);
  const listed = runner.inReplica && runner.goneAtMs === null;
  const confirmed = runner.standing === "confirmed";
  const expected = runner.inReplica ? listed && confirmed : runner.source === "walk-up";
  return {
    runId: runner.runId,
    /** Checked in on this computer or elsewhere. */
    arrived: Number(arrived),
    /** Checked in on this computer. */
    recorded: Number(present && runner.checkedInHere),
    /** Confirmed registrations, and walk-ups that were not retracted. */
    expected: Number(present && expected),
    /** Arrived and not expected: let in by an override, or not on the organizer's list any more. */
    letIn: Number(arrived && !expected),
    /** Rows of the replica that the organizer still lists. */
    listed: Number(listed),
    listedConfirmed: Number(listed && confirmed),
  };
}

export type RunnerCounts = Readonly<ReturnType<typeof countRunner>>;
