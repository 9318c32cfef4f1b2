import { useEffect, useRef, useState } from "react";
import { newCommandId } from "#renderer/client/client.ts";
import { useCommand } from "#renderer/client/queries/use-command.ts";
import { useIsMounted } from "#renderer/client/queries/use-is-mounted.ts";
import { words } from "#renderer/i18n/words.ts";
import { showToast, useToast } from "#renderer/ui/controls/dialogs/toast-store.ts";
import type { Toast } from "#renderer/ui/controls/dialogs/toast-store.ts";
import { undoButton } from "#renderer/ui/controls/dialogs/toast.tsx";
import type { Failure } from "#shared/result.ts";
import { err } from "#shared/result.ts";
import { showClockTime } from "#shared/domain/basics/venue-time.ts";
import type { SerialQueue } from "#shared/serial-queue.ts";
import { createSerialQueue } from "#shared/serial-queue.ts";
import { whenItemSaved, whenSaved } from "./saving/save-queues.ts";
import type { PressedStamp, SelectedItem, ShownLog, TypedBib } from "./finish-rows.ts";
import { besideOf, countBelow, findSelected, moveByOne, moveTarget } from "./finish-rows.ts";
import type { FreshLog } from "./use-fresh-log.ts";
import { useFreshLog } from "./use-fresh-log.ts";
import type { FinishLog } from "./use-finish-log.ts";
import type { StampClock } from "./stamps/stamp-clock.ts";
import type { FailedCommand } from "./not-done.tsx";
import { notDoneElsewhere } from "./not-done.tsx";

/** The commands of a finish log. A promise resolves with whether the command was performed. */
export type FinishCommands = ReturnType<typeof useFinishCommands>;

/**
 * Undoes the filling of the podium, and resolves with whether it is undone. If it is not, a toast says why, and its
 * button calls `again`.
 */
export type UndoFill = (again: () => void) => Promise<boolean>;

/** `gone`: the item is not in the log any more, so the same change can never be done. */
export type ChangeOutcome = "done" | "not-done" | "gone";

interface Reply {
  readonly ok: boolean;
  readonly error?: Failure;
}

const withBib = async (item: TypedBib, bib: Promise<string>): Promise<TypedBib> => ({
  ...item,
  bib: await bib,
});

/** Stamps and bibs go to the save queues, so they do not wait for a reply. */
export function useFinishCommands(
  eventId: string,
  { queues, log: shownLog, refresh }: FinishLog,
  clock: StampClock,
  timeZone: string | null,
) {
  const { run: change } = useCommand("finish.change");
  const { run: time } = useCommand("finish.time");
  const { run: name } = useCommand("finish.settle");
  // Two quick presses are two commands: the second one waits for the reply to the first one.
  const [inSeries] = useState(createSerialQueue);

  const former = useFormerUndo(inSeries);
  function changed(): void {
    former.end();
    refresh();
  }
  const { failed, closeFailed, settle } = useOutcome(changed);
  const { commandNames } = words.finishLog;

  function addStamp(stamp: Omit<PressedStamp, "id">): void {
    former.end();
    queues.stamps.add({ id: newCommandId(), ...stamp });
  }

  const send: SendAbout = (id, what, command, whenDone) =>
    inSeries(async () => {
      const reply = (await whenItemSaved(queues, id)) ? await command() : itemNotSaved;
      const outcome = outcomeOf(reply, settle(reply, what));
      if (outcome === "done") await whenDone?.();
      return outcome;
    });
  const freshLog = useFreshLog(shownLog);
  const insertAbove = useInsertAbove(eventId, send, freshLog);
  const move = useMove(eventId, send, freshLog);
  const undoLast = useUndoLast(eventId, timeZone, queues, settle);
  const { remove, mayRemoveAgain } = useRemove(eventId, send, freshLog, (toast) =>
    former.offer(toast, undoInSeries),
  );
  function undoInSeries(): void {
    mayRemoveAgain();
    void inSeries(undoLast);
  }
  const undo = former.fillUndo ?? undoInSeries;

  return {
    failed,
    closeFailed,
    /** `timeStampMs` is the `timeStamp` of the event, on the page's clock. */
    stamp: (timeStampMs: number) => addStamp({ atMs: clock.at(timeStampMs) }),
    /** A time that a person typed for the first row without a time. */
    addTime: (atMs: number) => addStamp({ atMs, isTyped: true }),
    /** `final`: the bib as it is saved, if it must be looked up first; the bib keeps its place until then. */
    addBib(bib: string | null, final?: Promise<string>): void {
      former.end();
      const shownAt = shownLog === null ? {} : { index: shownLog.bibs };
      const item = { id: newCommandId(), bib, ...shownAt };
      queues.bibs.add(item, final && withBib(item, final));
    },
    insertAbove,
    changeBib: (id: string, bib: string | null) =>
      send(id, commandNames.change(bib), () => change({ eventId, id, bib })),
    /** Sets the time that a person typed for an item of the log. */
    changeTime: (id: string, atMs: number) =>
      send(id, commandNames.time, () => time({ eventId, id, atMs })),
    /** Chooses between several runners with one bib; null: not decided. */
    settle: (id: string, runnerId: string | null) =>
      void send(id, commandNames.settle, () => name({ eventId, id, runnerId })),
    move,
    remove,
    undo,
    /** Undo means the filled podium, because nothing was done in the log after it. */
    undoesFill: former.fillUndo !== null,
    /** The log has filled the podium. The toast says so, and `undoFill` undoes it. */
    filled: former.filled,
    /** Another part of the screen changed the log, and undo means that change now. */
    changed,
  };
}

/**
 * Sends a command about an item after the commands before it. `what` names the command if it fails; the next command waits
 * for `whenDone`. An item that is still being saved is saved first, because the core does not know it yet.
 */
type SendAbout = (
  id: string,
  what: string,
  command: () => Promise<Reply | null>,
  whenDone?: () => Promise<void>,
) => Promise<ChangeOutcome>;

const itemNotSaved = err("item-not-saved", "The item of the command is not saved itself.");

function outcomeOf(reply: Reply | null, isDone: boolean): ChangeOutcome {
  if (isDone) return "done";
  return reply?.error?.code === "not-found" ? "gone" : "not-done";
}

/** Performs `settle` with a reply, and the words for the command if it failed. Returns whether the command is done. */
type Settle = (reply: Reply | null, what: string) => boolean;

/**
 * The last command, if it failed. If the finish log was left before the reply, a toast says that the command is not done
 * (J1).
 */
function useOutcome(onChanged: () => void) {
  const [failed, setFailed] = useState<FailedCommand | null>(null);
  const isMounted = useIsMounted();
  const settle: Settle = (reply, what) => {
    if (reply === null) return false;
    const now = reply.error === undefined ? null : { what, failure: reply.error };
    setFailed(now);
    if (now === null) onChanged();
    else if (!isMounted.current) showToast("stop", notDoneElsewhere(now));
    return now === null;
  };
  return { failed, closeFailed: () => setFailed(null), settle };
}

/** The undo that a toast offers, and that of a filled podium, until the next action of the log. */
function useFormerUndo(inSeries: SerialQueue) {
  const [fillUndo, setFillUndo] = useState<(() => void) | null>(null);
  // The button of a removal's toast undoes the last action, so it goes away with the next action.
  const offered = useRef<number | null>(null);
  function end(): void {
    if (offered.current !== null) useToast.getState().dropButton(offered.current);
    offered.current = null;
    setFillUndo(null);
    useToast.getState().dropKeys();
  }
  // On another tab or screen the keys mean the undo of that screen; the button of the toast stays.
  const isMounted = useIsMounted();
  useEffect(() => () => useToast.getState().dropKeys(), []);
  function showUndo(tone: RemovedToast["tone"], text: string, undo: () => void): void {
    showToast(tone, text, undoButton(undo));
    if (!isMounted.current) useToast.getState().dropKeys();
  }
  return {
    fillUndo,
    end,
    offer({ tone, text }: RemovedToast, undo: () => void): void {
      showUndo(tone, text, undo);
      offered.current = useToast.getState().toast?.id ?? null;
    },
    filled(text: string, undoFill: UndoFill): void {
      end();
      let isGiven = false;
      // A second press means this filling too, and never an earlier action of the log. After a failure it tries again.
      const undo = (): void => {
        if (isGiven) return;
        isGiven = true;
        void inSeries(() => undoFill(undo)).then((isUndone) => {
          isGiven = isUndone;
          if (isUndone) setFillUndo((now) => (now === undo ? null : now));
        });
      };
      setFillUndo(() => undo);
      showUndo("done", text, undo);
    },
  };
}

/** Moves an item by one row. */
function useMove(eventId: string, send: SendAbout, freshLog: FreshLog) {
  const { run: move } = useCommand("finish.move");
  return (item: SelectedItem, by: -1 | 1): void => {
    const { list, id } = item;
    let at: SelectedItem | null = null;
    const command = async (): Promise<Reply | null> => {
      // A second press before the reply moves the item from where the first press puts it.
      const log = freshLog.now();
      at = log === null ? null : findSelected(log, item);
      const before = log === null || at === null ? undefined : moveTarget(log, at, by);
      return before === undefined ? null : move({ eventId, list, id, before });
    };
    const whenDone = async (): Promise<void> => {
      const from = at ?? item;
      const isMoved = (next: ShownLog): boolean => findSelected(next, item)?.index !== from.index;
      await freshLog.until(isMoved);
      // The log is answered late: the next press counts from where this one has put the item.
      freshLog.assume((late) => (isMoved(late) ? late : moveByOne(late, from, by)));
    };
    void send(id, words.finishLog.commandNames.move, command, whenDone);
  };
}

/**
 * Removes an item, and says what moved up. `isLine`: also removes the item in the same row of the other list, so that the
 * rows below stay together.
 */
function useRemove(
  eventId: string,
  send: SendAbout,
  freshLog: FreshLog,
  onRemoved: (toast: RemovedToast) => void,
) {
  const { run: remove } = useCommand("finish.remove");
  /** Items whose removal was sent: a second press of Del before the reply means nothing more. */
  const removing = useRef(new Set<string>());
  const perform = (log: ShownLog, item: SelectedItem, isLine: boolean): void => {
    const { list, id } = item;
    const beside = isLine ? besideOf(log, item) : null;
    const command = { eventId, list, id, ...(beside === null ? {} : { beside: beside.id }) };
    const toast = beside === null ? removedToast(log, item) : removedLineToast(item);
    const what = removalName(log, item, isLine);
    if (removing.current.has(id)) return;
    removing.current.add(id);
    void (async () => {
      const isDone = (await send(id, what, () => remove(command))) === "done";
      if (isDone) onRemoved(toast);
      if (isDone) await freshLog.until((next) => findSelected(next, item) === null);
      removing.current.delete(id);
    })();
  };
  return {
    remove: perform,
    /** An undo can bring the last item back before the log has shown that it was gone, so it can be removed again. */
    mayRemoveAgain(): void {
      const last = [...removing.current].at(-1);
      if (last !== undefined) removing.current.delete(last);
    },
  };
}

/**
 * Inserts above an item. A null bib: a missed press among the times, or an unreadable bib among the bibs. After a failure,
 * the same insertion keeps its id (J8).
 */
function useInsertAbove(eventId: string, send: SendAbout, freshLog: FreshLog) {
  const { run: gap } = useCommand("finish.gap");
  const { run: insert } = useCommand("finish.bib");
  const failedInsert = useRef<{ readonly key: string; readonly id: string } | null>(null);
  return (item: SelectedItem, bib: string | null) => {
    const key = JSON.stringify([item.list, item.id, bib]);
    const failed = failedInsert.current;
    const id = failed?.key === key ? failed.id : newCommandId();
    const command = { eventId, id, before: item.id };
    const { commandNames } = words.finishLog;
    const sent =
      item.list === "stamps"
        ? send(item.id, commandNames.gap, () => gap(command))
        : send(item.id, commandNames.insert(bib), () => insert({ ...command, bib }));
    const done = sent.then((outcome) => {
      const isDone = outcome === "done";
      failedInsert.current = isDone ? null : { key, id };
      return isDone;
    });
    const isShown = (log: ShownLog): boolean => findSelected(log, { ...item, id }) !== null;
    /** Resolves when the log shows the item, or when it will not: it was taken back at once. */
    const shown = (async () => {
      if (!(await done)) return;
      const before = freshLog.now();
      // Before another answer, nobody knows whether the log has the item, however late the answer is.
      await freshLog.until((log) => log !== before || isShown(log), null);
      await freshLog.until(isShown);
    })();
    return { id, done, shown };
  };
}

/** Undoes the last action of this desk in the log, and shows what it was. */
function useUndoLast(
  eventId: string,
  timeZone: string | null,
  queues: FinishLog["queues"],
  settle: Settle,
): () => Promise<void> {
  const { run: undo } = useCommand("finish.undo");
  return async () => {
    if (!(await whenSaved(queues))) {
      showToast("look", words.finishLog.undoLater);
      return;
    }
    const reply = await undo({ eventId });
    if (reply?.ok === false && reply.error.code === "nothing-to-undo") {
      showToast("look", words.finishLog.nothingToUndo);
    } else if (settle(reply, words.finishLog.commandNames.undo) && reply?.ok === true) {
      const { undone } = reply.value;
      const atMs = undone?.atMs ?? null;
      const time = atMs === null ? null : showClockTime(atMs, timeZone);
      showToast("done", words.finishLog.undone(undone, time));
    }
  };
}

type RemovedToast = Pick<Toast, "tone" | "text">;

/** Says how many items moved up: they are in the rows of other runners now. */
function removedToast(log: ShownLog, item: SelectedItem): RemovedToast {
  const below = countBelow(log, item);
  const bib = log.rows.get(item.index)?.line?.bib ?? words.finishLog.noBib;
  const text =
    item.list === "stamps"
      ? words.finishLog.removedTime(below)
      : words.finishLog.removedBib(bib, below);
  return { tone: below === 0 ? "done" : "look", text };
}

function removalName(log: ShownLog, { index, list }: SelectedItem, isLine: boolean): string {
  const { commandNames, noBib } = words.finishLog;
  if (isLine) return commandNames.removeLine(index);
  if (list === "stamps") return commandNames.removeTime(index);
  return commandNames.removeBib(log.rows.get(index)?.line?.bib ?? noBib);
}

const removedLineToast = ({ index }: SelectedItem): RemovedToast => ({
  tone: "done",
  text: words.finishLog.removedLine(index),
});
