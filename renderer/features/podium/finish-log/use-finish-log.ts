import { useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { useClient } from "#renderer/client/client-context.tsx";
import { useQuery } from "#renderer/client/queries/use-query.ts";
import { eachQueue, finishQueues } from "./saving/save-queues.ts";
import type { FinishQueues } from "./saving/save-queues.ts";
import { showLog } from "./finish-rows.ts";
import { pageLimit } from "./visible-rows.ts";
import type { SaveQueue, SaveQueueState } from "./saving/save-queue.ts";

/** Saved items that are still not in a fetched page after this time are dropped from the screen. */
const forgetAfterMs = 3_000;

export type FinishLog = ReturnType<typeof useFinishLog>;

/** The part of the log that starts at `from` (null: the end), with the unsaved items of this screen. */
export function useFinishLog(eventId: string, from: number | null) {
  const client = useClient();
  const [queues] = useState(() => finishQueues(client, eventId));
  const query = useQuery(
    "finish.page",
    { eventId, limit: pageLimit, ...(from === null ? {} : { from }) },
    { topics: ["finish", "roster", "events"], keep: true },
  );
  const { pressed, typed, started } = useQueueStates(queues);
  const page = query.value;

  const { refresh } = query;
  const savedCount = pressed.saved.length + typed.saved.length + started.saved.length;
  useEffect(() => {
    if (savedCount === 0) return undefined;
    refresh();
    const timer = setTimeout(() => {
      for (const queue of eachQueue(queues)) queue.forgetSaved(() => true);
    }, forgetAfterMs);
    return () => clearTimeout(timer);
  }, [savedCount, refresh, queues]);
  useEffect(() => {
    if (page === null) return;
    const ids = new Set(page.rows.flatMap(({ stamp, line }) => [stamp?.id, line?.id]));
    queues.stamps.forgetSaved(({ item, count }) => ids.has(item.id) || page.stamps >= count);
    queues.bibs.forgetSaved(({ item, count }) => ids.has(item.id) || page.bibs >= count);
    const withGun = new Set(page.guns.map(({ runId }) => runId));
    queues.guns.forgetSaved(({ item }) => withGun.has(item.runId));
  }, [page, queues]);

  /** Null: no page is fetched yet. */
  const log = useMemo(
    () => (page === null ? null : showLog(page, pressed, typed)),
    [page, pressed, typed],
  );
  return { page, log, queues, pressed, typed, started, error: query.error, refresh };
}

/** The states of an event's queues. */
export type QueueStates = ReturnType<typeof useQueueStates>;

export const useQueueStates = ({ stamps, bibs, guns }: FinishQueues) => ({
  pressed: useSaveQueue(stamps),
  typed: useSaveQueue(bibs),
  started: useSaveQueue(guns),
});

const useSaveQueue = <Item>(queue: SaveQueue<Item>): SaveQueueState<Item> =>
  useSyncExternalStore(
    (listener) => queue.onChange(listener),
    () => queue.get(),
  );
