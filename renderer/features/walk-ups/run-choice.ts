import type { EventDetail } from "#shared/contract/events.ts";
import { words } from "#renderer/i18n/words.ts";
import type { RunChoice } from "#renderer/ui/race/runs/run-chooser.tsx";

type Run = EventDetail["runs"][number];

/** From here on the places left are worth naming. */
const fewPlaces = 20;

const stopped: Readonly<Record<string, string>> = {
  cancelled: words.walkUp.state.cancelled,
  postponed: words.walkUp.state.postponed,
};

/** How a run stands by the last download: its state in words and its capacity. Never a block (W1). */
export function describeRun(run: Run): RunChoice {
  const taken = run.registrationCount;
  const most = run.maxParticipants;
  const base = {
    id: run.id,
    run: { name: run.label, order: run.position + 1, start: run.startTime ?? undefined },
    count:
      taken === null
        ? undefined
        : most === null
          ? words.walkUp.countOnly(taken)
          : words.walkUp.count(taken, most),
  };
  const look = (state: string): RunChoice => ({ ...base, state, needsLook: true });
  const stop = run.eventStatus === null ? undefined : stopped[run.eventStatus];
  if (stop !== undefined) return look(stop);
  if (run.registrationStatus === "sold_out") return look(words.walkUp.state.soldOut);
  if (run.registrationStatus === "closed") return look(words.walkUp.state.closed);
  const left = taken === null || most === null ? null : most - taken;
  if (left !== null && left <= 0) return look(words.walkUp.state.full);
  if (left !== null && left <= fewPlaces) {
    return { ...base, state: words.walkUp.state.placesLeft(left), needsLook: false };
  }
  const isOpen = run.registrationStatus === "open";
  return {
    ...base,
    state: isOpen ? words.walkUp.state.open : words.walkUp.state.unknown,
    needsLook: false,
  };
}

/** The one run that takes walk-ups: chosen at once, nobody needs to be asked. Null where there are more, or none. */
export function onlyOpenRun(runs: readonly Run[]): string | null {
  const open = runs.filter((run) => runs.length === 1 || !describeRun(run).needsLook);
  return open.length === 1 ? (open[0]?.id ?? null) : null;
}
