import type { EventDetail } from "#shared/contract/events.ts";
import { words } from "#renderer/i18n/words.ts";
import type { RunChoice } from "#renderer/ui/race/runs/run-chooser.tsx";

type Run = EventDetail["runs"][number];

const say = words.walkUp.state;

/** The number of places left is shown from this number down. */
const fewPlaces = 20;

const eventWarnings: Readonly<Record<string, string>> = {
  cancelled: say.cancelled,
  postponed: say.postponed,
};

const registrationWarnings: Readonly<Record<string, string>> = {
  sold_out: say.soldOut,
  closed: say.closed,
};

/** The state of a run by the last download, and its places with the walk-ups made here. A warning never blocks the choice (W1). */
export function describeRun(run: Run): RunChoice {
  const { takenPlaces: taken, maxParticipants: most, registrationStatus } = run;
  const left = taken === null || most === null ? null : most - taken;
  const warning =
    eventWarnings[run.eventStatus ?? ""] ??
    registrationWarnings[registrationStatus ?? ""] ??
    (left !== null && left <= 0 ? say.full : undefined);
  const plain = registrationStatus === "open" ? say.open : say.unknown;
  return {
    id: run.id,
    run,
    state: warning ?? (left !== null && left <= fewPlaces ? say.placesLeft(left) : plain),
    needsLook: warning !== undefined,
    count:
      taken === null
        ? undefined
        : most === null
          ? words.walkUp.countOnly(taken)
          : words.walkUp.count(taken, most),
  };
}

/**
 * The id of the only run of the event, which is preselected; null if there are several. The only open one of several is not
 * preselected, because the keys that fill the form in must not change when another run closes (W5).
 */
export const onlyRunOf = (runs: readonly Run[]): string | null =>
  runs.length === 1 ? (runs[0]?.id ?? null) : null;
