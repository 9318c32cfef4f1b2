import { useEffect, useLayoutEffect, useRef } from "react";
import { hasKeyboard } from "#renderer/client/input/keyboard.ts";
import { useNow } from "#renderer/client/queries/use-now.ts";
import { useQuery } from "#renderer/client/queries/use-query.ts";
import type { EventDetail } from "#shared/contract/events.ts";
import type { Settings } from "#shared/contract/settings.ts";
import { useCheckIn } from "./check-in-store.ts";
import { ArrivalsPanel } from "./arrivals-panel.tsx";
import { EventHeader } from "./event-header.tsx";
import { ResultsPanel } from "./results/results-panel.tsx";
import { RunnerPanel } from "./runner/runner-panel.tsx";
import { RecentCheckIns } from "./commands/recent-check-ins.tsx";
import { useCheckInKeys } from "./use-check-in-keys.ts";
import { useCheckInScan } from "./scan/use-check-in-scan.ts";
import { useResults } from "./results/use-results.ts";
import { useCheckInCommands } from "./commands/use-check-in-commands.ts";
import styles from "./check-in-panels.module.css";

/** "A minute now" slides on although nobody comes: it is asked for again this often. */
const rateMs = 10_000;

export interface CheckInPanelsProps {
  readonly eventId: string;
  readonly event: EventDetail | null;
  readonly settings: Settings;
}

/** The search, the card, the last tickets and the runCounts of one event. */
export function CheckInPanels({ eventId, event, settings }: CheckInPanelsProps) {
  const inputRef = useRef<HTMLInputElement>(null);
  const results = useResults(eventId);
  const commands = useCheckInCommands(eventId, settings.sounds ? settings.volume : 0);
  const runCounts = useQuery("roster.lanes", { eventId }, { topics: ["roster"] });
  const rateTick = useNow(rateMs);
  const askAgain = runCounts.refresh;
  useEffect(() => askAgain(), [rateTick, askAgain]);
  useCheckInKeys({ results, commands, inputRef });
  useCheckInScan(eventId, results, commands, settings.checkInOnScan, inputRef);
  useReturnToSearch(inputRef);

  return (
    <div className={styles["desk"]}>
      <ResultsPanel
        results={results}
        inputRef={inputRef}
        isEmptyCopy={event?.download.state === "absent" && runCounts.value?.lanes.length === 0}
      />
      <EventHeader event={event} />
      <RunnerPanel
        results={results}
        commands={commands}
        eventId={eventId}
        runCounts={runCounts.value}
      />
      <RecentCheckIns eventId={eventId} commands={commands} />
      <ArrivalsPanel runCounts={runCounts.value} />
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
