import { useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { useClient } from "#renderer/client/client-context.tsx";
import { useQuery } from "#renderer/client/queries/use-query.ts";
import type { FinishPage } from "#shared/contract/finish-log.ts";
import type { Failure } from "#shared/result.ts";
import { finishLanes } from "./saving/save-queues.ts";
import type { FinishLanes } from "./saving/save-queues.ts";
import { showLog } from "./finish-rows.ts";
import type { PressedStamp, ShownLog, TypedBib } from "./finish-rows.ts";
import { pageLimit } from "./visible-rows.ts";
import type { KeptLane, LaneView } from "./saving/save-queue.ts";

/** Saved things that the core's page should show by now; later nobody waits for them. */
const forgetAfterMs = 3_000;

export interface FinishLog {
  readonly page: FinishPage | null;
  /** Null until the first page came. */
  readonly log: ShownLog | null;
  readonly lanes: FinishLanes;
  readonly pressed: LaneView<PressedStamp>;
  readonly typed: LaneView<TypedBib>;
  readonly error: Failure | null;
  refresh(): void;
}

/** The stretch of the log that begins at `from` (null: its end), with what was done here and is on its way. */
export function useFinishLog(eventId: string, from: number | null): FinishLog {
  const client = useClient();
  const [lanes] = useState(() => finishLanes(client, eventId));
  const query = useQuery(
    "finish.page",
    { eventId, limit: pageLimit, ...(from === null ? {} : { from }) },
    { topics: ["finish", "roster", "events"], keep: true },
  );
  const pressed = useLane(lanes.stamps);
  const typed = useLane(lanes.bibs);
  const page = query.value;

  const { refresh } = query;
  const savedCount = pressed.saved.length + typed.saved.length;
  useEffect(() => {
    if (savedCount === 0) return undefined;
    refresh();
    const timer = setTimeout(() => {
      lanes.stamps.forgetSaved(() => true);
      lanes.bibs.forgetSaved(() => true);
    }, forgetAfterMs);
    return () => clearTimeout(timer);
  }, [savedCount, refresh, lanes]);
  useEffect(() => {
    if (page === null) return;
    const ids = new Set(page.rows.flatMap(({ stamp, line }) => [stamp?.id, line?.id]));
    lanes.stamps.forgetSaved(({ item, count }) => ids.has(item.id) || page.stamps >= count);
    lanes.bibs.forgetSaved(({ item, count }) => ids.has(item.id) || page.bibs >= count);
  }, [page, lanes]);

  const log = useMemo(
    () => (page === null ? null : showLog(page, pressed, typed)),
    [page, pressed, typed],
  );
  return { page, log, lanes, pressed, typed, error: query.error, refresh };
}

export const useLane = <Item>(lane: KeptLane<Item>): LaneView<Item> =>
  useSyncExternalStore(
    (listener) => lane.onChange(listener),
    () => lane.get(),
  );
