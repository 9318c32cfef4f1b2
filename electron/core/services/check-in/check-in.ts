import { claimToUndo, judgeCheckIn, standingCheckIns } from "#shared/domain/check-in/check-in.ts";
import type { CheckInRefusal } from "#shared/domain/check-in/check-in.ts";
import { withoutUndefined } from "#shared/domain/basics/tidy.ts";
import { entryIdOf } from "#shared/domain/basics/ids.ts";
import type { EntryId } from "#shared/domain/basics/ids.ts";
import type { JournalEntry } from "#shared/domain/journal/journal.ts";
import { actorOfEntry } from "#shared/domain/journal/journal.ts";
import { isRunCancelled } from "#shared/domain/registrations/registration.ts";
import type { Result, Failure } from "#shared/result.ts";
import { err, ok } from "#shared/result.ts";
import type { OutputOf } from "#shared/contract/index.ts";
import type { RunRecord } from "#core/db/stores/event-stores.ts";
import type { RunnerRecord } from "#core/db/stores/runners/runner-rows.ts";
import type { DeskContext, DeskCommand, Stored } from "#core/services/context.ts";
import { warningsOf } from "./runner-card.ts";
import { idsOf } from "./runner-ids.ts";
import { rowReader, runnerRow } from "./runner-row.ts";
import type { Command, UseCase } from "#core/services/use-case.ts";
import { bindCommands, bindUseCases, noEvent, noRunner } from "#core/services/use-case.ts";

interface CheckInCommand extends DeskCommand {
  readonly runnerId: string;
  readonly reason?: string | undefined;
  /** Whether a person confirmed the check-in despite a warning (C1, C2). */
  readonly overridden: boolean;
  /** The undo entry that this check-in redoes (C10). */
  readonly redoes?: EntryId | undefined;
  /** The bib that was handed over at the check-in that is redone; by default the runner's listed bib (B3). */
  readonly handedOver?: string | undefined;
}

type CheckInOutcome = Result<OutputOf<"checkIn.perform">, Failure<CheckInRefusal | "not-found">>;

/** Checks one runner in. Call it in a transaction. */
export function checkIn({ stores }: Stored, command: CheckInCommand): CheckInOutcome {
  const { reason, redoes } = command;
  const runner = stores.runners.get(command.eventId, command.runnerId);
  if (runner === null) return noRunner();
  const run = stores.runs.get(runner.runId);
  const refusal = judge(runner, run);
  if (refusal !== null && !command.overridden) return refuse(refusal, runner, run);
  const bib = command.handedOver ?? handedOverBib(runner, run);
  const entry = stores.journal.append({
    ...command,
    kind: "check-in.made",
    payload: withoutUndefined({ bib: bib ?? undefined, reason, redoes }),
    subject: runner.runnerId,
  });
  const after = stores.runners.refresh(command.eventId, runner.runnerId) ?? runner;
  return ok({ entryId: entryIdOf(entry), atMs: entry.wallAtMs, runner: runnerRow(after, run) });
}

/**
 * The listed bib that a check-in hands over; null if somebody gave the runner a bib in Chute. The members of a relay team
 * follow the organizer's list together, because they share one bib (B2).
 */
const handedOverBib = ({ bib, givenBib }: RunnerRecord, run: RunRecord | null): string | null =>
  givenBib === null && run?.isRelay !== true ? bib : null;

const judge = (runner: RunnerRecord, run: RunRecord | null): CheckInRefusal | null =>
  judgeCheckIn({
    standing: runner.standing,
    checkedIn: runner.checkInEntry !== null,
    checkedInElsewhere: runner.apiCheckedIn,
    runCancelled: run !== null && isRunCancelled(run),
    takenBack: runner.takenBack,
  });

const refusalWords: Readonly<Record<CheckInRefusal, string>> = {
  "already-checked-in": "This runner is checked in already",
  "run-cancelled": "This run is cancelled",
  "not-confirmed": "This registration is not confirmed",
};

const refuse = (refusal: CheckInRefusal, runner: RunnerRecord, run: RunRecord | null) =>
  err(refusal, refusalWords[refusal], { details: { runner: runnerRow(runner, run) } });

/** The runner's check-ins that were not undone, earliest first. */
export const claimsOf = ({ stores }: Stored, runner: RunnerRecord): JournalEntry[] =>
  standingCheckIns(stores.journal.ofSubjects(idsOf(runner)));

export const createCheckInService = (context: DeskContext) => ({
  ...bindUseCases(context, { "checkIn.standing": readStanding }),
  ...bindCommands(context, ["roster"], {
    "checkIn.perform": (context, { runnerId, override }, command) =>
      checkIn(context, {
        ...command,
        runnerId,
        reason: override?.reason,
        overridden: override !== undefined,
      }),
    "checkIn.performAll": checkInAll,
    "checkIn.undo": undoCheckIn,
  }),
});

const checkInAll: Command<"checkIn.performAll"> = (context, input, command) => {
  const { stores } = context;
  const { eventId } = input;
  if (stores.events.get(eventId) === null) return noEvent();
  const outcomes = [...new Set(input.runnerIds)].map((runnerId) => {
    const outcome = checkIn(context, { ...command, runnerId, overridden: false });
    if (outcome.ok) {
      const { entryId, runner } = outcome.value;
      return { runnerId, entryId, failure: null, runner };
    }
    const found = stores.runners.get(eventId, runnerId);
    return {
      runnerId,
      entryId: null,
      failure: outcome.error.code,
      runner: found === null ? null : runnerRow(found, stores.runs.get(found.runId)),
    };
  });
  return ok({ outcomes });
};

const readStanding: UseCase<"checkIn.standing"> = ({ stores }, { eventId, entryIds }) => {
  if (stores.events.get(eventId) === null) return noEvent();
  const standing: string[] = [];
  const undone: OutputOf<"checkIn.standing">["undone"] = [];
  const runners: OutputOf<"checkIn.standing">["runners"] = [];
  const row = rowReader(stores.runs);
  for (const entryId of entryIds) {
    const entry = stores.journal.get(entryId);
    const runner = entry === null ? null : stores.runners.get(eventId, entry.subject);
    if (runner === null) continue;
    runners.push({ entryId, runner: row(runner), warnings: warningsOf({ stores }, runner) });
    const undo = stores.journal
      .ofSubjects(idsOf(runner))
      .find((each) => each.kind === "check-in.undone" && each.payload?.["undoes"] === entryId);
    if (undo === undefined) standing.push(entryId);
    else undone.push({ entryId, actor: actorOfEntry(undo) });
  }
  return ok({ standing, undone, runners });
};

const undoCheckIn: Command<"checkIn.undo"> = (context, input, command) => {
  const { stores } = context;
  const { eventId } = input;
  const runner = stores.runners.get(eventId, input.runnerId);
  if (runner === null) return noRunner();
  const claim = claimToUndo(claimsOf(context, runner), input.entryId);
  if (claim === null) return err("nothing-to-undo", "No such check-in stands");
  const entry = stores.journal.append({
    kind: "check-in.undone",
    payload: { undoes: entryIdOf(claim) },
    subject: runner.runnerId,
    ...command,
  });
  const after = stores.runners.refresh(eventId, runner.runnerId) ?? runner;
  return ok({
    entryId: entryIdOf(entry),
    runner: runnerRow(after, stores.runs.get(after.runId)),
  });
};
