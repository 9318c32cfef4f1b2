import { conflictsOf } from "#shared/domain/desks/conflicts.ts";
import type { BibFault, BibHolder } from "#shared/domain/bibs/bib.ts";
import { bibHindrances, isSameBib, shareBib, swapObstacle } from "#shared/domain/bibs/bib.ts";
import { withoutUndefined } from "#shared/domain/basics/tidy.ts";
import { entryIdOf } from "#shared/domain/basics/ids.ts";
import type { RunnerRow } from "#shared/contract/roster.ts";
import type { Err, Failure, Result } from "#shared/result.ts";
import { err, ok } from "#shared/result.ts";
import type { RunnerRecord } from "#core/db/stores/runners/runner-rows.ts";
import { idsOf } from "#core/services/check-in/runner-ids.ts";
import type { DeskContext, DeskCommand, Stored } from "#core/services/context.ts";
import type { DesksService } from "#core/services/desks/desks.ts";
import { rowReader, runnerRow } from "#core/services/check-in/runner-row.ts";
import type { Command, UseCase } from "#core/services/use-case.ts";
import { bindCommands, bindUseCases, noEvent, noRunner } from "#core/services/use-case.ts";
import { holdersOf, maxLookAlikes, readTypedBib } from "./bib-holders.ts";
import { nextFreeBib } from "./next-bib.ts";

/** Maximum number of members of a relay team that are read at once; no team has so many. */
const maxMembers = 100;

interface Holder extends BibHolder {
  readonly runner: RunnerRecord;
}

function holderOf({ stores }: Stored, runner: RunnerRecord): Holder {
  const isRelay = runner.teamId !== null && (stores.runs.get(runner.runId)?.isRelay ?? false);
  return { runner, runnerId: runner.runnerId, runId: runner.runId, isRelay, teamId: runner.teamId };
}

/** The holders that prevent giving the bib to this runner (B2). */
export const hindrancesOf = (
  desk: Stored,
  eventId: string,
  bib: string,
  runner: RunnerRecord | null,
): RunnerRecord[] => {
  const holders = holdersOf(desk, eventId, bib);
  if (runner === null) return holders;
  return bibHindrances(
    holderOf(desk, runner),
    holders.map((holder) => holderOf(desk, holder)),
  ).map((hindrance) => hindrance.runner);
};

/** The runner and, in a relay run, the team members who wear the same bib (B2); the runner first. */
export function wearers(desk: Stored, runner: RunnerRecord): RunnerRecord[] {
  const own = holderOf(desk, runner);
  if (!own.isRelay || own.teamId === null) return [runner];
  const team = desk.stores.runners
    .byTeam(runner.eventId, own.teamId, maxMembers)
    .filter((member) => member.runnerId !== runner.runnerId)
    .filter((member) => !member.takenBack && shareBib(own, holderOf(desk, member)));
  return [runner, ...team];
}

/** Whether another computer gave the runner another bib. Giving a bib on this computer then resolves the conflict (J10). */
const hasRivals = ({ stores }: Stored, runner: RunnerRecord): boolean => {
  const ids = idsOf(runner);
  const conflicts = conflictsOf(new Set(ids), stores.journal.ofSubjects(ids));
  return conflicts.some(({ kind }) => kind === "bib");
};

export function bibTaken(
  { stores }: Stored,
  holders: readonly RunnerRecord[],
): Err<Failure<"bib-taken">> {
  const row = rowReader(stores.runs);
  const rows: RunnerRow[] = holders.map(row);
  return err("bib-taken", "Somebody else has this bib", {
    details: { holder: rows[0], holders: rows },
  });
}

/** A person decided about a bib that the runner does not have any more. */
export const overtaken = ({ stores }: Stored, runner: RunnerRecord): Err<Failure<"overtaken">> =>
  err("overtaken", "Another bib was given since", {
    details: { runner: runnerRow(runner, stores.runs.get(runner.runId)) },
  });

export const bibInvalid = (failure: Failure<BibFault>): Err<Failure<"bib-invalid">> =>
  err("bib-invalid", failure.message, {
    fields: { bib: [failure.message] },
    details: { why: failure.code },
  });

interface BibCommand extends DeskCommand {
  readonly reason?: string | undefined;
}

/** Gives the bib to the runner and the team members who share it (B2). Call it in a transaction. */
export function give(
  { stores }: Stored,
  command: BibCommand,
  runners: readonly RunnerRecord[],
  bib: string,
): string[] {
  const { eventId, reason } = command;
  return runners.map((runner) => {
    const entry = stores.journal.append({
      ...command,
      kind: "bib.given",
      payload: withoutUndefined({ bib, previousBib: runner.bib, reason }),
      subject: runner.runnerId,
    });
    stores.runners.refresh(eventId, runner.runnerId);
    return entryIdOf(entry);
  });
}

/**
 * Takes the bib from those of the runners who wear it, because the swap gave their team no other one (B2). Each entry is
 * about one runner only: undo voids an entry only while it is the last one of everybody whom it names.
 */
function takeFrom(
  { stores }: Stored,
  command: BibCommand,
  runners: readonly RunnerRecord[],
  bib: string | null,
): void {
  for (const { runnerId, bib: worn } of runners) {
    if (bib === null || worn === null || !isSameBib(worn, bib)) continue;
    stores.journal.append({
      ...command,
      kind: "bib.swapped",
      payload: { bib: null, otherBib: worn },
      subject: runnerId,
    });
    stores.runners.refresh(command.eventId, runnerId);
  }
}

/**
 * Swaps the bibs of two runners, and of their teams, in one journal entry for both (B2). Call it in a transaction.
 */
function swap(
  desk: Stored,
  command: BibCommand,
  one: RunnerRecord,
  other: RunnerRecord,
): Result<string, Failure<"bib-taken" | "bib-unchanged">> {
  if (one.runnerId === other.runnerId || one.bib === other.bib) {
    return err("bib-unchanged", "Both have the same bib already");
  }
  const { stores } = desk;
  const { eventId } = command;
  const [ones, others] = [wearers(desk, one), wearers(desk, other)];
  const entry = stores.journal.append({
    ...command,
    kind: "bib.swapped",
    payload: { bib: other.bib, otherBib: one.bib },
    subject: one.runnerId,
    otherSubject: other.runnerId,
  });
  if (other.bib !== null) give(desk, command, ones.slice(1), other.bib);
  else takeFrom(desk, command, ones.slice(1), one.bib);
  if (one.bib !== null) give(desk, command, others.slice(1), one.bib);
  else takeFrom(desk, command, others.slice(1), other.bib);
  for (const runner of [one, other]) stores.runners.refresh(eventId, runner.runnerId);
  const taken = doublesAmong(desk, eventId, [one.runnerId, other.runnerId]);
  return taken.length > 0 ? bibTaken(desk, taken) : ok(entryIdOf(entry));
}

/** Other runners who hold a bib that one of these runners holds now. */
export function doublesAmong(
  desk: Stored,
  eventId: string,
  runnerIds: readonly string[],
): RunnerRecord[] {
  return runnerIds.flatMap((runnerId) => {
    const runner = desk.stores.runners.get(eventId, runnerId);
    if (runner === null || runner.bib === null) return [];
    return hindrancesOf(desk, eventId, runner.bib, runner);
  });
}

export const createBibService = (context: DeskContext, desks: Pick<DesksService, "isHubAway">) => ({
  ...bindCommands(context, ["roster"], { "bib.assign": assignBib, "bib.swap": swapBibs }),
  ...bindUseCases(context, {
    "bib.nextFree": (context, input, caller) =>
      nextFreeBib(context, input, caller, desks.isHubAway()),
    "bib.check": checkBib,

    "bib.holders": (context, { eventId, bib }) => {
      const { stores } = context;
      if (stores.events.get(eventId) === null) return noEvent();
      return ok({ holders: holdersOf(context, eventId, bib).map(rowReader(stores.runs)) });
    },
  }),
});

const assignBib: Command<"bib.assign"> = (context, input, command) => {
  const { stores } = context;
  const { eventId, reason } = input;
  const bib = readTypedBib(context, eventId, input.bib);
  if (!bib.ok) return bibInvalid(bib.error);
  const runner = stores.runners.get(eventId, input.runnerId);
  if (runner === null) return noRunner();
  const isSame = runner.bib === bib.value;
  if (isSame && !hasRivals(context, runner)) {
    return err("bib-unchanged", "This runner has this bib");
  }
  const hindrances = hindrancesOf(context, eventId, bib.value, runner);
  if (hindrances.length > 0) return bibTaken(context, hindrances);
  const takers = wearers(context, runner).filter(
    (taker) => taker.bib !== bib.value || (isSame && taker === runner),
  );
  const [entryId = ""] = give(context, { ...command, reason }, takers, bib.value);
  return ok({ entryId, runner: rowNow(context, eventId, runner) });
};

const swapBibs: Command<"bib.swap"> = (context, input, command) => {
  const { stores } = context;
  const { eventId } = input;
  const one = stores.runners.get(eventId, input.runnerId);
  const other = stores.runners.get(eventId, input.otherRunnerId);
  if (one === null || other === null) return noRunner();
  const { saw = { bib: one.bib, otherBib: other.bib } } = input;
  const changed = one.bib !== saw.bib ? one : other.bib !== saw.otherBib ? other : null;
  if (changed !== null) return overtaken(context, changed);
  const swapped = swap(context, command, one, other);
  if (!swapped.ok) return swapped;
  return ok({
    entryId: swapped.value,
    runner: rowNow(context, eventId, one),
    other: rowNow(context, eventId, other),
  });
};

const checkBib: UseCase<"bib.check"> = (context, { eventId, bib, runnerId }) => {
  const { stores } = context;
  if (stores.events.get(eventId) === null) return noEvent();
  const read = readTypedBib(context, eventId, bib);
  if (!read.ok) return bibInvalid(read.error);
  const runner = runnerId === undefined ? null : stores.runners.get(eventId, runnerId);
  const takenBy = hindrancesOf(context, eventId, read.value, runner);
  const alsoOwn =
    runner === null || runner.bib === null
      ? []
      : hindrancesOf(context, eventId, runner.bib, runner);
  const looksLike = stores.runners
    .bibLookAlikes(eventId, read.value, maxLookAlikes)
    .find(
      (other) =>
        other.runnerId !== runner?.runnerId &&
        other.bib !== null &&
        !isSameBib(other.bib, read.value),
    );
  const asHolder = (holder: RunnerRecord): Holder => holderOf(context, holder);
  const row = rowReader(stores.runs);
  return ok({
    takenBy: takenBy.map(row),
    noSwap: swapObstacle(takenBy.map(asHolder), alsoOwn.map(asHolder)),
    looksLike: looksLike === undefined ? null : row(looksLike),
  });
};

function rowNow({ stores }: DeskContext, eventId: string, runner: RunnerRecord): RunnerRow {
  const now = stores.runners.get(eventId, runner.runnerId) ?? runner;
  return runnerRow(now, stores.runs.get(now.runId));
}
