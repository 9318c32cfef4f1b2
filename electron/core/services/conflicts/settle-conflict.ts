import { entryIdOf } from "#shared/domain/basics/ids.ts";
import { standingBibFacts, standingCheckIns } from "#shared/domain/check-in/check-in.ts";
import { bibIn } from "#shared/domain/desks/conflict-candidates.ts";
import { unknownTo } from "#shared/domain/desks/conflicts.ts";
import type { JournalEntry } from "#shared/domain/journal/journal.ts";
import { parseFact } from "#shared/domain/journal/journal-facts.ts";
import { sheetSources } from "#shared/domain/podium/sheet-history.ts";
import type { Failure, Result } from "#shared/result.ts";
import { err, ok } from "#shared/result.ts";
import type { NewEntry } from "#core/db/stores/journal/journal-store.ts";
import { bibTaken, doublesAmong, give, hindrancesOf, wearers } from "#core/services/bibs/bib.ts";
import { idsOf } from "#core/services/check-in/runner-ids.ts";
import type { DeskContext, DeskCommand } from "#core/services/context.ts";
import { keepSide } from "#core/services/finish-log/log-holder.ts";
import { findSegment, writeSheet } from "#core/services/podium/podium-sheet.ts";
import { undo } from "#core/services/undo-last.ts";
import type { FoundConflict } from "./find-conflicts.ts";

type Settled = Result<
  null,
  Failure<"bib-taken" | "reason-needed" | "settle-elsewhere" | "settled-meanwhile">
>;

/** Writes that the chosen side counts: an ordinary entry, which follows all sides (M11). Call it in a transaction. */
export function settle(
  context: DeskContext,
  conflict: FoundConflict,
  chosen: JournalEntry,
  command: DeskCommand,
): Settled {
  switch (conflict.kind) {
    case "bib":
      return settleBib(context, conflict, chosen, command);
    case "check-in":
      return settleCheckIn(context, conflict, chosen, command);
    case "bib-twice":
      return settleBibTwice(context, conflict, chosen, command);
    case "sheet":
      return settleSheet(context, chosen, command);
    case "time-zone":
    case "groups":
    case "segment":
    case "gun":
    case "finish-item":
      return sayAgain(context, chosen, command);
    case "finish-log":
      return keepSide(context, command, entryIdOf(chosen)) ? ok(null) : settledMeanwhile();
    case "walk-up":
    case "hub":
      return err("settle-elsewhere", "Another screen settles this");
  }
}

/** Gives the bib once more, to the whole relay team. A side without a bib counts when the others are undone. */
function settleBib(
  context: DeskContext,
  { runner }: FoundConflict,
  chosen: JournalEntry,
  command: DeskCommand,
): Settled {
  if (runner === null) return settledMeanwhile();
  const { eventId } = command;
  const ids = idsOf(runner);
  const bib = bibIn(chosen, new Set(ids)) ?? null;
  if (bib !== null) {
    const hindrances = hindrancesOf(context, eventId, bib, runner);
    if (hindrances.length > 0) return bibTaken(context, hindrances);
    give(context, command, wearers(context, runner), bib);
    return ok(null);
  }
  const facts = context.stores.journal.ofSubjects(ids);
  for (const entry of unknownTo(chosen, standingBibFacts(facts), facts)) {
    undo(context, entry, command);
    const other = entry.otherSubject === null ? [] : [entry.otherSubject];
    const doubles = doublesAmong(context, eventId, [entry.subject, ...other]);
    if (doubles.length > 0) return bibTaken(context, doubles);
  }
  return ok(null);
}

function settleCheckIn(
  context: DeskContext,
  { runner }: FoundConflict,
  chosen: JournalEntry,
  command: DeskCommand,
): Settled {
  if (runner === null) return settledMeanwhile();
  for (const entry of standingCheckIns(context.stores.journal.ofSubjects(idsOf(runner)))) {
    if (entryIdOf(entry) !== entryIdOf(chosen)) undo(context, entry, command);
  }
  return ok(null);
}

/** The chosen runner keeps the bib. Each other one has none until somebody gives another, in one entry about both (B2). */
function settleBibTwice(
  context: DeskContext,
  { sides, wearers: runners }: FoundConflict,
  chosen: JournalEntry,
  command: DeskCommand,
): Settled {
  const { stores } = context;
  const winner = runners[sides.indexOf(chosen)];
  if (winner === undefined || winner.bib === null) return settledMeanwhile();
  const { eventId } = command;
  const others = hindrancesOf(context, eventId, winner.bib, winner);
  const losers = others.filter(({ givenBib }) => givenBib !== null);
  for (const runnerId of new Set(losers.map((loser) => loser.runnerId))) {
    stores.journal.append({
      ...command,
      kind: "bib.swapped",
      payload: { bib: null, otherBib: winner.bib },
      subject: runnerId,
      otherSubject: winner.runnerId,
    });
    for (const id of [runnerId, winner.runnerId]) stores.runners.refresh(eventId, id);
  }
  return ok(null);
}

/** A sheet that follows all current ones; if one was announced, only Podium can, with a reason (P5). */
function settleSheet(context: DeskContext, chosen: JournalEntry, command: DeskCommand): Settled {
  const fact = parseFact(chosen);
  if (fact?.kind !== "podium.entered") return settledMeanwhile();
  const { runId, segmentId, slots } = fact.payload;
  const found = findSegment(context, { eventId: command.eventId, runId, segmentId });
  if (found === null) return settledMeanwhile();
  const follows = (found.plan.state?.heads ?? []).map(({ entryId }) => entryId);
  const written = writeSheet(
    context,
    found,
    { ...command, follows },
    { slots, source: sheetSources.typed },
  );
  if (written.ok) return ok(null);
  return written.error.code === "reason-needed"
    ? err("reason-needed", written.error.message)
    : settledMeanwhile();
}

/** The same entry once more. */
function sayAgain({ stores }: DeskContext, chosen: JournalEntry, command: DeskCommand): Settled {
  const fact = parseFact(chosen);
  if (fact === null) return settledMeanwhile();
  const { eventId, subject } = chosen;
  // The choice counts whoever holds the finish log (M13).
  const said =
    fact.kind === "finish.put" || fact.kind === "finish.removed"
      ? ({ ...fact, payload: { ...fact.payload, hold: undefined } } as typeof fact)
      : fact;
  const again: NewEntry = { ...command, ...said, eventId, subject };
  stores.runners.refreshFor([stores.journal.append(again)]);
  return ok(null);
}

const settledMeanwhile = () => err("settled-meanwhile", "This conflict is settled already");
