import { useEffect, useLayoutEffect, useRef } from "react";
import { hasKeyboard } from "#renderer/client/input/keyboard.ts";
import { useNow } from "#renderer/client/queries/use-now.ts";
import { useQuery } from "#renderer/client/queries/use-query.ts";
import type { EventDetail } from "#shared/contract/events.ts";
import type { Settings } from "#shared/contract/settings.ts";
import { useCheckIn } from "./check-in-store.ts";
import { Crowd } from "./arrivals-panel.tsx";
import { EventHead } from "./event-header.tsx";
import { FoundPanel } from "./results/results-panel.tsx";
import { RunnerPanel } from "./runner/runner-panel.tsx";
import { Tickets } from "./commands/recent-check-ins.tsx";
import { useDeskKeys } from "./use-check-in-keys.ts";
import { useDeskScan } from "./scan/use-check-in-scan.ts";
import { useFound } from "./results/use-results.ts";
import { useOrders } from "./commands/use-check-in-commands.ts";
import styles from "./check-in-panels.module.css";

/** "A minute now" slides on although nobody comes: it is asked for again this often. */
const rateMs = 10_000;

export interface DeskProps {
  readonly eventId: string;
  readonly event: EventDetail | null;
  readonly settings: Settings;
}

/** The search, the card, the last tickets and the lanes of one event. */
export function Desk({ eventId, event, settings }: DeskProps) {
  const inputRef = useRef<HTMLInputElement>(null);
  const found = useFound(eventId);
  const orders = useOrders(eventId, settings.sounds ? settings.volume : 0);
  const lanes = useQuery("roster.lanes", { eventId }, { topics: ["roster"] });
  const rateTick = useNow(rateMs);
  const askAgain = lanes.refresh;
  useEffect(() => askAgain(), [rateTick, askAgain]);
  useDeskKeys({ found, orders, inputRef });
  useDeskScan(eventId, found, orders, settings.checkInOnScan, inputRef);
  useReturnToSearch(inputRef);

  return (
    <div className={styles["desk"]}>
      <FoundPanel
        found={found}
        inputRef={inputRef}
        isEmptyCopy={event?.download.state === "absent" && lanes.value?.lanes.length === 0}
      />
      <EventHead event={event} />
      <RunnerPanel found={found} orders={orders} eventId={eventId} lanes={lanes.value} />
      <Tickets eventId={eventId} orders={orders} />
      <Crowd lanes={lanes.value} />
    </div>
  );
}

/** With a keyboard the box has the focus whenever nothing else needs it; a tablet's stays folded. */
function useReturnToSearch(inputRef: { readonly current: HTMLInputElement | null }): void {
  const done = useCheckIn((state) => state.done);
  const panel = useCheckIn((state) => state.panel.kind);
  const notSaved = useCheckIn((state) => state.notSaved);
  // A scan or a ticket brings another runner: Enter is for that one, not for what was pressed before.
  const source = useCheckIn((state) => state.source);
  useLayoutEffect(() => {
    if (hasKeyboard() && panel === "card" && notSaved === null) inputRef.current?.focus();
  }, [done, panel, notSaved, source, inputRef]);
}
