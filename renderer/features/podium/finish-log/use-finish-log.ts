import { useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { useClient } from "#renderer/client/client-context.tsx";
import { useQuery } from "#renderer/client/queries/use-query.ts";
import type { FinishPage } from "#shared/contract/finish-log.ts";
import type { Failure } from "#shared/result.ts";
import { eachQueue, finishQueues } from "./saving/save-queues.ts";
import type { FinishQueues } from "./saving/save-queues.ts";
import { showLog } from "./finish-rows.ts";
import type { PressedGun, PressedStamp, ShownLog, TypedBib } from "./finish-rows.ts";
import { pageLimit } from "./visible-rows.ts";
import type { SaveQueue, SaveQueueState } from "./saving/save-queue.ts";

/** Saved items that are still not in a fetched page after this time are dropped from the screen. */
const forgetAfterMs = 3_000;

/** The states of an event's queues. */
export interface QueueStates {
  readonly pressed: SaveQueueState<PressedStamp>;
  readonly typed: SaveQueueState<TypedBib>;
  readonly started: SaveQueueState<PressedGun>;
}

export interface FinishLog extends QueueStates {
  readonly page: FinishPage | null;
  /** Null: no page is fetched yet. */
  readonly log: ShownLog | null;
  readonly queues: FinishQueues;
  readonly error: Failure | null;
  refresh(): void;
}

/** The part of the log that starts at `from` (null: the end), with the unsaved items of this screen. */
export function useFinishLog(eventId: string, from: number | null): FinishLog {
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

  const log = useMemo(
    () => (page === null ? null : showLog(page, pressed, typed)),
    [page, pressed, typed],
  );
  return { page, log, queues, pressed, typed, started, error: query.error, refresh };
}

export const useQueueStates = ({ stamps, bibs, guns }: FinishQueues): QueueStates => ({
  pressed: useSaveQueue(stamps),
  typed: useSaveQueue(bibs),
  started: useSaveQueue(guns),
});

const useSaveQueue = <Item>(queue: SaveQueue<Item>): SaveQueueState<Item> =>
  useSyncExternalStore(
    (listener) => queue.onChange(listener),
    () => queue.get(),
  );
