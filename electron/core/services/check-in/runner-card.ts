import { bibDrift } from "#shared/domain/registrations/replica-checks.ts";
import { bibIn } from "#shared/domain/desks/conflict-candidates.ts";
import { conflictsOf } from "#shared/domain/desks/conflicts.ts";
import { standingCheckIns } from "#shared/domain/check-in/check-in.ts";
import { shareBib } from "#shared/domain/bibs/bib.ts";
import type { JournalEntry } from "#shared/domain/journal/journal.ts";
import { actorOfEntry } from "#shared/domain/journal/journal.ts";
import { isRunCancelled } from "#shared/domain/registrations/registration.ts";
import { mustBeCancelled } from "#shared/domain/walk-ups/walk-up.ts";
import type { RunnerCard, RunnerWarning } from "#shared/contract/roster.ts";
import type { RunRecord } from "#core/db/stores/event-stores.ts";
import type { RunnerRecord } from "#core/db/stores/runners/runner-rows.ts";
import { registrationList } from "#core/db/stores/download/download-stores.ts";
import { idsOf } from "./runner-ids.ts";
import type { Stored } from "#core/services/context.ts";
import { historyOf } from "#core/services/history.ts";
import { rowReader } from "./runner-row.ts";

/** Maximum number of family members, team members or bib holders on a card. */
const mostShown = 50;

/** Everything that the card of one runner shows. */
export function readCard({ stores }: Stored, runner: RunnerRecord): RunnerCard {
  const { eventId, runnerId } = runner;
  const row = rowReader(stores.runs);
  const run = stores.runs.get(runner.runId);
  const facts = stores.journal.ofSubjects(idsOf(runner));
  const isOther = (other: RunnerRecord): boolean => other.runnerId !== runnerId && !other.takenBack;
  const team =
    runner.teamId !== null && run?.isRelay === true
      ? stores.runners
          .byTeam(eventId, runner.teamId, mostShown)
          .filter((other) => isOther(other) && other.runId === runner.runId)
      : [];
  const family =
    runner.email.trim() === ""
      ? []
      : stores.runners.byEmail(eventId, runner.email, mostShown).filter(isOther);
  return {
    runner: row(runner),
    family: family.map(row),
    team: team.map(row),
    companionWarnings: Object.fromEntries(
      [...family, ...team]
        .map((one) => [one.runnerId, warningsOf({ stores }, one)] as const)
        .filter(([, warnings]) => warnings.length > 0),
    ),
    warnings: warningsOf({ stores }, runner),
    history: historyOf(runner, facts),
    notes: stores.walkUps.get(runnerId)?.form.notes ?? null,
    pronunciation: runner.pronunciation,
  };
}

export function warningsOf({ stores }: Stored, runner: RunnerRecord): RunnerWarning[] {
  const run = stores.runs.get(runner.runId);
  const facts = stores.journal.ofSubjects(idsOf(runner));
  return [
    ...conflictWarnings(runner, facts),
    ...bibWarnings({ stores }, runner, run),
    ...toldWarnings({ stores }, runner),
    ...retractionWarnings({ stores }, runner),
    ...replicaWarnings({ stores }, runner, run),
    ...claimWarnings(facts),
  ];
}

/** Bibs that several computers gave independently: a person must choose (J10). */
function conflictWarnings(runner: RunnerRecord, facts: readonly JournalEntry[]): RunnerWarning[] {
  const ids = new Set(idsOf(runner));
  const conflict = conflictsOf(ids, facts).find(({ kind }) => kind === "bib");
  if (conflict === undefined) return [];
  const bibs = conflict.sides.map((entry) => ({
    bib: bibIn(entry, ids) ?? null,
    actor: actorOfEntry(entry),
  }));
  return [{ kind: "bib-conflict", bibs }];
}

/**
 * Similar bibs (`7`, `007`), duplicate bibs from the API (B2) and differences from the organizer's bib (B3).
 */
function bibWarnings(
  { stores }: Stored,
  runner: RunnerRecord,
  run: RunRecord | null,
): RunnerWarning[] {
  const { bib, eventId } = runner;
  const warnings: RunnerWarning[] = [];
  const row = rowReader(stores.runs);
  if (bib !== null) {
    const isRelay = run?.isRelay ?? false;
    const holders = stores.runners
      .holdersOf(eventId, bib)
      .filter((holder) => !shareBib({ ...runner, isRelay }, { ...holder, isRelay }))
      .slice(0, mostShown)
      .map((holder) => ({
        id: holder.runnerId,
        name: holder.name,
        runLabel: row(holder).runLabel,
      }));
    if (holders.length > 0) warnings.push({ kind: "bib-double", bib, holders });
    for (const other of stores.runners.bibLookAlikes(eventId, bib, 3)) {
      if (other.bib === null) continue;
      warnings.push({
        kind: "bib-look-alike",
        bib,
        otherBib: other.bib,
        otherName: other.name,
        otherRunLabel: row(other).runLabel,
      });
    }
  }
  const drift = runner.inReplica
    ? bibDrift({ bib: runner.bib, given: runner.bibGivenHere }, runner.apiBib)
    : null;
  if (drift !== null) warnings.push({ kind: "bib-drift", ...drift });
  return warnings;
}

/**
 * The notes of a walk-up's request name the bib that the runner had when it was saved or corrected (W3). The organizer cannot know a bib that was given
 * later, until the organizer's list has a bib.
 */
function toldWarnings({ stores }: Stored, runner: RunnerRecord): RunnerWarning[] {
  const { bib: here, apiBib, runnerId, takenBack } = runner;
  const told = stores.walkUps.get(runnerId)?.toldBib ?? null;
  const isTold = told === null || told === here || apiBib !== null || takenBack;
  return isTold ? [] : [{ kind: "bib-told", here, told }];
}

/** The organizer may have the walk-up that was retracted here. */
function retractionWarnings(
  { stores }: Stored,
  { runnerId, registrationId }: RunnerRecord,
): RunnerWarning[] {
  const walkUp = stores.walkUps.get(runnerId);
  const listed = registrationId === null ? null : stores.registrations.get(registrationId);
  return walkUp !== null && mustBeCancelled(walkUp, listed) ? [{ kind: "ask-organizer" }] : [];
}

/** Warnings from the organizer's data about this runner. */
function replicaWarnings(
  { stores }: Stored,
  runner: RunnerRecord,
  run: RunRecord | null,
): RunnerWarning[] {
  const warnings: RunnerWarning[] = [];
  if (runner.goneAtMs !== null) {
    warnings.push({ kind: "gone-upstream", noticedAtMs: runner.goneAtMs });
  }
  const unseenAtMs = runner.goneAtMs === null ? unseenSince({ stores }, runner) : null;
  if (unseenAtMs !== null) warnings.push({ kind: "unseen-upstream", noticedAtMs: unseenAtMs });
  if (run !== null && isRunCancelled(run)) {
    warnings.push({
      kind: "run-cancelled",
      runLabel: run.label,
      eventStatus: run.eventStatus ?? "",
    });
  }
  if (runner.provisional && runner.registrationId !== null) {
    warnings.push({ kind: "provisional-pair", registrationId: runner.registrationId });
  }
  if (runner.checkInEntry === null) return warnings;
  for (const attention of stores.digests.attention(runner.eventId)) {
    if (attention.runnerId !== runner.runnerId || attention.acknowledged) continue;
    const { status, noticedAtMs } = attention;
    warnings.push({ kind: "cancelled-after-check-in", status, noticedAtMs });
  }
  return warnings;
}

/**
 * The time at which a download completed without the runner's registration; null if the download returned the
 * registration, or if no download is complete.
 */
function unseenSince({ stores }: Stored, { eventId, registrationId }: RunnerRecord): number | null {
  const download = stores.downloads.get(eventId, registrationList);
  if (registrationId === null || download?.state !== "complete") return null;
  const row = stores.registrations.get(registrationId);
  return row !== null && row.pass < download.pass ? download.completedAtMs : null;
}

/** Several check-ins of one runner are always shown, never resolved automatically (J4). */
function claimWarnings(facts: readonly JournalEntry[]): RunnerWarning[] {
  const claims = standingCheckIns(facts);
  if (claims.length < 2) return [];
  return [{ kind: "several-check-ins", claims: claims.map(actorOfEntry) }];
}
