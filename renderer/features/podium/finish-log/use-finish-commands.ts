import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { newCommandId } from "#renderer/client/client.ts";
import { useCommand } from "#renderer/client/queries/use-command.ts";
import { words } from "#renderer/i18n/words.ts";
import { useToast } from "#renderer/ui/controls/dialogs/toast-store.ts";
import type { Toast } from "#renderer/ui/controls/dialogs/toast-store.ts";
import { undoButton } from "#renderer/ui/controls/dialogs/toast.tsx";
import type { Failure } from "#shared/result.ts";
import type { SerialQueue } from "#shared/serial-queue.ts";
import { createSerialQueue } from "#shared/serial-queue.ts";
import type { SelectedItem, ShownLog } from "./finish-rows.ts";
import { besideOf, countBelow, moveTarget } from "./finish-rows.ts";
import type { FinishLog } from "./use-finish-log.ts";
import type { StampClock } from "./stamps/stamp-clock.ts";

/** What a person does to the finish log. Those that wait for the disk answer whether it was done. */
export interface FinishCommands {
  /** `timeStampMs` is the key's or the finger's own time, on the page's clock. */
  stamp(timeStampMs: number): void;
  /** A time that a person typed for a row without one. */
  addTime(atMs: number): void;
  addBib(bib: string | null): void;
  /** Null: a finish nobody pressed for, or a finisher nobody could read. */
  insertAbove(item: SelectedItem, bib: string | null): Insertion;
  changeBib(id: string, bib: string | null): Promise<boolean>;
  /** The moment that a person typed for a time of the log. */
  changeTime(id: string, atMs: number): Promise<boolean>;
  /** Which of several people with one bib it was; null leaves it open. */
  settle(id: string, runnerId: string | null): void;
  move(log: ShownLog, item: SelectedItem, by: -1 | 1): void;
  /** `isLine`: what stands beside it goes too, so that the lines below stay together. */
  remove(log: ShownLog, item: SelectedItem, isLine: boolean): void;
  undo(): void;
  readonly failure: Failure | null;
}

/** What is being put in: known by its id before it is there. */
export interface Insertion {
  readonly id: string;
  readonly done: Promise<boolean>;
}

interface Reply {
  readonly ok: boolean;
  readonly error?: Failure;
}

/** The orders of one event's log. Stamps and bibs go through the queues, so nothing waits for an answer. */
export function useFinishCommands(
  eventId: string,
  { queues, page, refresh }: FinishLog,
  clock: StampClock,
): FinishCommands {
  const [failure, setFailure] = useState<Failure | null>(null);
  const show = useToast((state) => state.show);
  const { run: change } = useCommand("finish.change");
  const { run: time } = useCommand("finish.time");
  const { run: name } = useCommand("finish.settle");
  const { run: move } = useCommand("finish.move");
  const { run: remove } = useCommand("finish.remove");
  // Two quick presses are two orders: the second waits for the first one's answer.
  const [inSeries] = useState(createSerialQueue);

  const settle = useCallback(
    (reply: Reply | null): boolean => {
      if (reply === null) return false;
      setFailure(reply.ok ? null : (reply.error ?? null));
      if (reply.ok) refresh();
      return reply.ok;
    },
    [refresh],
  );

  const insertAbove = useInsertAbove(eventId, inSeries, settle);
  const undoLast = useUndoLast(eventId, queues, page, settle);

  return useMemo(
    () => ({
      failure,
      stamp: (timeStampMs) =>
        queues.stamps.add({ id: newCommandId(), atMs: clock.at(timeStampMs) }),
      addTime: (atMs) => queues.stamps.add({ id: newCommandId(), atMs }),
      addBib: (bib) => queues.bibs.add({ id: newCommandId(), bib }),
      insertAbove,
      changeBib: (id, bib) => inSeries(async () => settle(await change({ eventId, id, bib }))),
      changeTime: (id, atMs) => inSeries(async () => settle(await time({ eventId, id, atMs }))),
      settle: (id, runnerId) =>
        void inSeries(async () => settle(await name({ eventId, id, runnerId }))),
      move(log, item, by) {
        const before = moveTarget(log, item, by);
        if (before === undefined) return;
        const { list, id } = item;
        void inSeries(async () => settle(await move({ eventId, list, id, before })));
      },
      remove(log, item, isLine) {
        const { list, id } = item;
        const beside = isLine ? besideOf(log, item) : null;
        const order = { eventId, list, id, ...(beside === null ? {} : { beside: beside.id }) };
        const told = beside === null ? tellRemoved(log, item) : tellLineRemoved(item);
        void inSeries(async () => {
          if (!settle(await remove(order))) return;
          show({ ...told, action: undoButton(() => void inSeries(undoLast)) });
        });
      },
      undo: () => void inSeries(undoLast),
    }),
    [
      failure,
      queues,
      clock,
      eventId,
      insertAbove,
      change,
      time,
      name,
      move,
      remove,
      settle,
      show,
      undoLast,
      inSeries,
    ],
  );
}

/** Puts a time or a bib in above another; what failed is the same insertion when it is asked for again (J8). */
function useInsertAbove(
  eventId: string,
  inSeries: SerialQueue,
  settle: (reply: Reply | null) => boolean,
): FinishCommands["insertAbove"] {
  const { run: gap } = useCommand("finish.gap");
  const { run: insert } = useCommand("finish.bib");
  // A gap that was refused, or got no answer, is the same gap when it is asked for again.
  const failedInsert = useRef<{ readonly order: string; readonly id: string } | null>(null);
  return useCallback(
    (item, bib) => {
      const asked = JSON.stringify([item.list, item.id, bib]);
      const failed = failedInsert.current;
      const id = failed?.order === asked ? failed.id : newCommandId();
      const done = inSeries(async () => {
        const order = { eventId, id, before: item.id };
        const isDone = settle(
          item.list === "stamps" ? await gap(order) : await insert({ ...order, bib }),
        );
        failedInsert.current = isDone ? null : { order: asked, id };
        return isDone;
      });
      return { id, done };
    },
    [eventId, inSeries, settle, gap, insert],
  );
}

/** Undoes the last action of this desk in the log, and says what it was. */
function useUndoLast(
  eventId: string,
  queues: FinishLog["queues"],
  page: FinishLog["page"],
  settle: (reply: Reply | null) => boolean,
): () => Promise<void> {
  const show = useToast((state) => state.show);
  const { run: undo } = useCommand("finish.undo");
  const shown = useRef(page);
  useEffect(() => {
    shown.current = page;
  }, [page]);
  const undoneOn = useRef<typeof page>(null);
  return useCallback(async (): Promise<void> => {
    if (queues.stamps.get().unsaved.length + queues.bibs.get().unsaved.length > 0) {
      show({ tone: "look", text: words.finishLog.undoLater });
      return;
    }
    // What goes back is known only from a page that is newer than the undo before.
    const seen = shown.current === undoneOn.current ? null : shown.current;
    const reply = await undo({ eventId });
    if (reply?.ok === false && reply.error.code === "nothing-to-undo") {
      show({ tone: "look", text: words.finishLog.nothingToUndo });
    } else if (settle(reply)) {
      undoneOn.current = shown.current;
      show({ tone: "done", text: words.finishLog.undone[seen?.lastAction ?? "any"] });
    }
  }, [queues, undo, eventId, settle, show]);
}

type Told = Pick<Toast, "tone" | "text">;

/** Says what moved: the bibs below are beside other times now, and other people have them. */
function tellRemoved(log: ShownLog, item: SelectedItem): Told {
  const below = countBelow(log, item);
  const bib = log.rows.get(item.index)?.line?.bib ?? words.finishLog.noBib;
  const text =
    item.list === "stamps"
      ? words.finishLog.removedTime(below)
      : words.finishLog.removedBib(bib, below);
  return { tone: below === 0 ? "done" : "look", text };
}

const tellLineRemoved = ({ index }: SelectedItem): Told => ({
  tone: "done",
  text: words.finishLog.removedLine(index),
});
