import type { FinishListName } from "#shared/domain/finish-log/finish-log.ts";
import { gunSubject } from "#shared/domain/finish-log/finish-log.ts";
import { entryIdOf } from "#shared/domain/basics/ids.ts";
import { sheetSources } from "#shared/domain/podium/sheet-history.ts";
import { err, ok } from "#shared/result.ts";
import type { FinishRecord } from "#core/db/stores/finish-line/finish-store.ts";
import type { ParsedInputOf, ReplyOf } from "#shared/contract/index.ts";
import type { FinishLineContext, Stored } from "#core/services/context.ts";
import { authorOf } from "#core/services/context.ts";
import type { FinishCommand } from "./finish-log.ts";
import {
  findAdded,
  keyAtEnd,
  keyBefore,
  pressed,
  putItem,
  removeItem,
  underHold,
} from "./finish-log.ts";
import { countFinish, finisherWarnings, gunsOf, readPage } from "./finish-page.ts";
import { actionOf, lastAction } from "./last-action.ts";
import { keepTypedTimes, readFills, unfill, writeTimes } from "./finish-fills.ts";
import { chooseSide, claimLog, takeOverLog, viewHolding } from "./log-holder.ts";
import { readFirst, readPlacings, slotsOf } from "./finish-placings.ts";
import { readPeople } from "#core/services/podium/podium-people.ts";
import { findRun, findSegment, noSegment, writeSheet } from "#core/services/podium/podium-sheet.ts";
import type { AsyncUseCase, Command } from "#core/services/use-case.ts";
import { bindCommands, bindUseCases } from "#core/services/use-case.ts";

const defaultRows = 100;
const defaultPlacings = 100;

const noItem = () => err("not-found", "There is no such event, or no such line in its finish log");

const usedForOther = () => err("command-conflict", "This id was used for another line");

export const createFinishService = (context: FinishLineContext) => ({
  ...bindUseCases(context, {
    "finish.page": (context, { eventId, from, limit = defaultRows }, caller) => {
      const { stores, settings } = context;
      if (stores.events.get(eventId) === null) return noItem();
      const page = readPage(context, eventId, authorOf(settings, caller), { from, limit });
      return ok({ ...page, ...viewHolding(context, eventId) });
    },

    "finish.placings": listPlacings,

    "finish.fills": (context, { eventId, runId }) => {
      const segments = readFills(context, eventId, runId);
      return segments === null ? noItem() : ok({ segments });
    },
  }),
  ...bindCommands(context, ["finish"], {
    "finish.stamp": addStamps,
    "finish.bib": addBib,
    "finish.change": changeBib,
    "finish.settle": settleBib,
    "finish.gap": addGap,
    "finish.time": setTime,
    "finish.move": moveItem,
    "finish.remove": removeItems,
    "finish.undo": undoLast,
    "finish.takeOver": takeOverLog,
    "finish.chooseSide": chooseSide,
    "gun.set": setGun,
  }),
  ...bindCommands(context, ["podium"], {
    "finish.unfill": undoFill,
    "finish.toPodium": fillPodium,
  }),
});

type EditName =
  `finish.${"stamp" | "bib" | "change" | "settle" | "gap" | "time" | "move" | "remove"}`;

/** What became of a line: false if it does not exist, `known` if it was added before, `conflict` with other content. */
type Edited = boolean | "known" | "conflict";

/** A command that changes the log of a known event and returns the new length. */
function edit<Name extends EditName>(
  run: (context: FinishLineContext, input: ParsedInputOf<Name>, command: FinishCommand) => Edited,
): Command<Name, FinishLineContext> {
  return (context, input, command) => {
    const { eventId } = command;
    if (context.stores.events.get(eventId) === null) return noItem();
    const hold = claimLog(context, command);
    if (!hold.ok) return hold;
    const edited = run(context, input, { ...command, hold: hold.value });
    if (edited === "conflict") return usedForOther();
    return (edited ? ok(countFinish(context, eventId)) : noItem()) as ReplyOf<Name>;
  };
}

const setTime = edit<"finish.time">((context, { id, atMs }, command) => {
  const stamp = context.stores.finish.get(command.eventId, "stamps", id);
  if (stamp === null) return false;
  // The item keeps its position: the row order is the claim, a time only warns (P1).
  if (stamp.atMs !== atMs) putItem(context, command, { ...stamp, atMs }, "time");
  return true;
});

const addStamps = edit<"finish.stamp">((context, input, command) => {
  const { eventId } = command;
  for (const { id, atMs, isTyped } of input.stamps) {
    const stamp = pressed(id, atMs);
    const found = findAdded(context, eventId, stamp);
    if (found === "conflict") return found;
    if (found === "known") continue;
    const item = isTyped === true ? { ...stamp, at: keyAtEnd(context, eventId, "stamps") } : stamp;
    putItem(context, command, item, "stamp");
  }
  return true;
});

const changeBib = edit<"finish.change">((context, input, command) => {
  const line = context.stores.finish.get(command.eventId, "bibs", input.id);
  if (line === null) return false;
  if (line.bib !== input.bib) {
    putItem(context, command, { ...line, bib: input.bib, runnerId: null }, "change");
  }
  return true;
});

const addBib = edit<"finish.bib">((context, input, command) => {
  const { id, bib } = input;
  const found = findAdded(context, command.eventId, { list: "bibs", id, atMs: null, bib });
  if (found !== "new") return found;
  const at = keyFor(context, command, "bibs", input.before);
  if (at === null) return false;
  const line = { list: "bibs", id, at, atMs: null, bib, runnerId: null } as const;
  putItem(context, command, line, "bib");
  return true;
});

const settleBib = edit<"finish.settle">((context, { id, runnerId }, command) => {
  const line = context.stores.finish.get(command.eventId, "bibs", id);
  if (line === null || line.bib === null) return false;
  const holders = readPeople(context, command.eventId).holders(line.bib);
  const isOne = holders.some((holder) => holder.runnerId === runnerId);
  if (runnerId !== null && !isOne) return false;
  if (line.runnerId !== runnerId) putItem(context, command, { ...line, runnerId }, "settle");
  return true;
});

const addGap = edit<"finish.gap">((context, input, command) => {
  const { id } = input;
  const found = findAdded(context, command.eventId, { list: "stamps", id, atMs: null, bib: null });
  if (found !== "new") return found;
  const at = keyFor(context, command, "stamps", input.before);
  if (at === null) return false;
  const gap = { list: "stamps", id, at, atMs: null, bib: null, runnerId: null } as const;
  putItem(context, command, gap, "gap");
  return true;
});

const moveItem = edit<"finish.move">((context, { list, id, before }, command) => {
  const item = context.stores.finish.get(command.eventId, list, id);
  if (item === null) return false;
  if (isThere(context, item, before)) return true;
  const at = keyFor(context, command, list, before);
  if (at === null) return false;
  putItem(context, command, { ...item, at }, "move");
  return true;
});

const removeItems = edit<"finish.remove">((context, { list, id, beside }, command) => {
  const item = context.stores.finish.get(command.eventId, list, id);
  const otherList = list === "stamps" ? "bibs" : "stamps";
  const other =
    beside === undefined ? null : context.stores.finish.get(command.eventId, otherList, beside);
  if (item === null || (beside !== undefined && other === null)) return false;
  removeItem(context, command, item);
  if (other !== null) removeItem(context, command, other);
  return true;
});

const undoLast: Command<"finish.undo", FinishLineContext> = (context, input, command) => {
  const { stores } = context;
  const { eventId } = input;
  if (stores.events.get(eventId) === null) return noItem();
  const action = lastAction(context, eventId, command);
  const [newest] = action;
  if (newest === undefined) return err("nothing-to-undo", "Nothing of this desk stands");
  // The gun belongs to the run and not to the log.
  const isLog = action.some(({ kind }) => kind !== "gun.set");
  const hold = isLog ? claimLog(context, command) : ok(null);
  if (!hold.ok) return hold;
  for (const entry of action) {
    stores.journal.append({
      kind: "finish.undone",
      payload: { undoes: entryIdOf(entry), ...underHold({ hold: hold.value }) },
      subject: entry.subject,
      ...command,
    });
  }
  stores.finishLine.refreshFor(action);
  return ok({ ...countFinish(context, eventId), undone: actionOf(newest) });
};

const setGun: Command<"gun.set", FinishLineContext> = (context, input, command) => {
  const { stores } = context;
  const { eventId, runId, atMs, isFirst = false } = input;
  if (findRun(context, eventId, runId) === null) return noItem();
  const formerMs = stores.finish.gun(eventId, runId)?.atMs ?? null;
  if (isFirst && formerMs !== null) return err("gun-is-set", "The run has a gun time");
  if (formerMs !== atMs) {
    stores.journal.append({
      kind: "gun.set",
      payload: { runId, atMs },
      subject: gunSubject(runId),
      ...command,
    });
    stores.finishLine.refresh({ table: "gun", eventId, runId });
  }
  return ok({ guns: gunsOf(context, eventId) });
};

const listPlacings: AsyncUseCase<"finish.placings", FinishLineContext> = async (context, input) => {
  const { eventId, runId, limit = defaultPlacings, depth = null } = input;
  const { stores } = context;
  if (findRun(context, eventId, runId) === null) return noItem();
  const { placings, ...counts } = await readPlacings(context, eventId, runId, limit, depth);
  const people = readPeople(context, eventId);
  return ok({
    placings: placings.map(({ place, runnerId, bib, hundredths }) => {
      const runner = stores.runners.get(eventId, runnerId);
      const warnings = runner === null ? [] : finisherWarnings(people, runner);
      return { place, runnerId, bib, name: runner?.name ?? null, hundredths, warnings };
    }),
    ...counts,
  });
};

const undoFill: Command<"finish.unfill", FinishLineContext> = (context, input, command) => {
  const { eventId, runId, filled } = input;
  const run = findRun(context, eventId, runId);
  return run === null ? noSegment() : unfill(context, run, { ...command, filled });
};

const fillPodium: Command<"finish.toPodium", FinishLineContext> = (context, input, command) => {
  const { eventId, runId, follows, reason, keepTyped = false, times = [] } = input;
  const found = findSegment(context, input);
  if (found === null) return noSegment();
  const slots = slotsOf(readFirst(context, eventId, runId, found.plan.depth));
  if (slots.length === 0) return err("nothing-to-place", "Nobody of this run came in yet");
  const sheet = keepTyped ? keepTypedTimes(context, found, slots) : slots;
  const written = writeSheet(
    context,
    found,
    { ...command, follows, reason },
    { slots: sheet, source: sheetSources.finishLog },
  );
  if (!written.ok) return written;
  const more = writeTimes(context, { eventId, runId }, { ...command, reason }, times);
  return more.ok ? ok({ ...written.value, filled: command.commandId }) : more;
};

/** Returns null if the `before` item is not in the list. */
function keyFor(
  context: FinishLineContext,
  command: FinishCommand,
  list: FinishListName,
  before: string | null,
) {
  if (before === null) return keyAtEnd(context, command.eventId, list);
  const target = context.stores.finish.get(command.eventId, list, before);
  return target === null ? null : keyBefore(context, command, target);
}

/** Whether the item is already directly before the item `before`; null means the end of the list. */
function isThere({ stores }: Stored, item: FinishRecord, before: string | null): boolean {
  if (before === item.id) return true;
  const { eventId, list } = item;
  if (before === null) return stores.finish.last(eventId, list)?.id === item.id;
  const target = stores.finish.get(eventId, list, before);
  return target !== null && stores.finish.before(target)?.id === item.id;
}
