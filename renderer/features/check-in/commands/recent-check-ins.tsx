import { memo } from "react";
import { useQuery } from "#renderer/client/queries/use-query.ts";
import { words } from "#renderer/i18n/words.ts";
import { TicketStrip } from "#renderer/ui/race/people/ticket-strip.tsx";
import { useCheckIn } from "../check-in-store.ts";
import { walkUpProblem } from "../results/result-state.ts";
import { runMarkOfRunner } from "#renderer/ui/race/runs/run-mark.ts";
import { useCommands } from "./use-check-in-commands.ts";

const shownTickets = 5;

/** The last five check-ins of this desk, each with its undo (C3). */
export const RecentCheckIns = memo(function RecentCheckIns() {
  const { eventId, undo } = useCommands();
  const open = useCheckIn((state) => state.open);
  const recent = useQuery(
    "roster.recent",
    { eventId, limit: shownTickets },
    { topics: ["roster"] },
  );
  const checkIns = recent.value?.checkIns ?? [];
  const runnerOf = (id: string) => checkIns.find(({ entryId }) => entryId === id)?.runner;
  return (
    <TicketStrip
      label={words.checkIn.tickets}
      emptyText={recent.value === null ? undefined : words.checkIn.noTickets}
      tickets={checkIns.map(({ entryId, runner }) => ({
        id: entryId,
        bib: runner.bib,
        run: runMarkOfRunner(runner),
        name: runner.name,
        note: walkUpProblem(runner),
        undoLabel: words.checkIn.undoOf(runner.name, runner.bib),
      }))}
      onUndo={(entryId) => {
        const runner = runnerOf(entryId);
        if (runner !== undefined) undo(runner, entryId);
      }}
      onOpen={(entryId) => {
        const runner = runnerOf(entryId);
        if (runner !== undefined) open(runner.id);
      }}
    />
  );
});
