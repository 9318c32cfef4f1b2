import { useEffect, useLayoutEffect, useRef } from "react";
import { hasKeyboard } from "#renderer/client/input/keyboard.ts";
import { useQuery } from "#renderer/client/queries/use-query.ts";
import type { EventDetail } from "#shared/contract/events.ts";
import type { Settings } from "#shared/contract/settings.ts";
import type { RunnerCard } from "#shared/contract/roster.ts";
import { useCheckIn } from "./check-in-store.ts";
import { ArrivalsPanel } from "./arrivals-panel.tsx";
import { EventHeader } from "./event-header.tsx";
import { ResultsPanel } from "./results/results-panel.tsx";
import { RunnerPanel } from "./runner/runner-panel.tsx";
import { RecentCheckIns } from "./commands/recent-check-ins.tsx";
import { useCheckInKeys } from "./use-check-in-keys.ts";
import { useCheckInScan } from "./scan/use-check-in-scan.ts";
import { useResults } from "./results/use-results.ts";
import { CheckInCommandsContext, useCheckInCommands } from "./commands/use-check-in-commands.ts";
import styles from "./check-in-panels.module.css";

/** The arrival rate falls without any invalidation, so the query is repeated at this interval. */
const rateMs = 10_000;

export interface CheckInPanelsProps {
  readonly eventId: string;
  readonly event: EventDetail | null;
  readonly settings: Settings;
}

/** The search, the runner's card, the recent check-ins and the run counts of one event. */
export function CheckInPanels({ eventId, event, settings }: CheckInPanelsProps) {
  const inputRef = useRef<HTMLInputElement>(null);
  const results = useResults(eventId, settings.desk);
  const commands = useCheckInCommands(eventId, settings.sounds ? settings.volume : 0);
  const runCounts = useQuery("roster.runCounts", { eventId }, { topics: ["roster"] });
  const { refresh } = runCounts;
  useEffect(() => {
    const timer = setInterval(refresh, rateMs);
    return () => clearInterval(timer);
  }, [refresh]);
  useCheckInKeys({ results, commands, inputRef });
  useCheckInScan(eventId, results, commands, settings.checkInOnScan, inputRef);
  useReturnToSearch(inputRef, results.card);

  return (
    <CheckInCommandsContext value={commands}>
      <div className={styles["desk"]}>
        <ResultsPanel
          results={results}
          inputRef={inputRef}
          isEmptyCopy={event?.download.state === "absent" && runCounts.value?.runs.length === 0}
        />
        <EventHeader event={event} />
        <RunnerPanel results={results} runCounts={runCounts.value} />
        <RecentCheckIns />
        <ArrivalsPanel runCounts={runCounts.value} />
      </div>
    </CheckInCommandsContext>
  );
}

/**
 * Moves the focus to the search box when nothing else needs it. Only with a keyboard: on a tablet the focus would open
 * the screen keyboard.
 */
function useReturnToSearch(
  inputRef: { readonly current: HTMLInputElement | null },
  card: RunnerCard | null,
): void {
  const done = useCheckIn((state) => state.done);
  const panel = useCheckIn((state) => state.panel.kind);
  const notSaved = useCheckIn((state) => state.notSaved);
  // A scan or a click on a recent check-in opens a runner; then Enter must not press the last button again.
  const source = useCheckIn((state) => state.source);
  useLayoutEffect(() => {
    if (hasKeyboard() && panel === "card" && notSaved === null) inputRef.current?.focus();
  }, [done, panel, notSaved, source, inputRef]);
  // Closing a question selects the text in the box, so that the next typed text replaces it. A press on another row also
  // closes it; there the next letter narrows the list.
  useLayoutEffect(() => {
    if (panel === "card") return undefined;
    const before = useCheckIn.getState();
    const input = inputRef.current;
    return () => {
      const { text, chosenId } = useCheckIn.getState();
      const isSame = text === before.text && chosenId === before.chosenId;
      if (hasKeyboard() && isSame) input?.select();
    };
  }, [panel, inputRef]);
  // The pressed button of the card, such as an Undo, may be gone from the new card, and the focus with it.
  useLayoutEffect(() => {
    if (hasKeyboard() && document.activeElement === document.body) inputRef.current?.focus();
  }, [card, inputRef]);
}
