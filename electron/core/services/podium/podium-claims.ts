import { comparableBib } from "#shared/domain/bibs/bib.ts";
import type { Claim, OtherList } from "#shared/domain/podium/contradictions.ts";
import { elapsedHundredths } from "#shared/domain/finish-log/finish-log.ts";
import type { SheetSlot } from "#shared/domain/journal/journal-facts.ts";
import { placed } from "#shared/domain/podium/judge-slots.ts";
import { placesOf } from "#shared/domain/podium/podium.ts";
import { hundredthsOf } from "#shared/domain/podium/race-time.ts";
import type { RunRecord } from "#core/db/stores/event-stores.ts";
import type { Stores } from "#core/db/stores.ts";
import type { RunnerRecord } from "#core/db/stores/runners/runner-rows.ts";
import type { Stored } from "#core/services/context.ts";
import type { PodiumPeople } from "./podium-people.ts";
import type { SegmentPlan } from "./podium-segments.ts";

/** A line of a podium sheet with the runner it names. */
export interface NamedSlot {
  readonly bib: string;
  readonly runner: RunnerRecord | null;
}

/** Maximum number of rows of a log that are read at once; no race has so many finishers. */
const wholeLog = { from: 0, limit: 200_000 } as const;

/** What a run's other segments and its finish log say about runners; read once per reply. */
export function readClaims(
  { stores }: Stored,
  run: RunRecord,
  people: PodiumPeople,
  plans: () => readonly SegmentPlan[],
) {
  const { eventId } = run;
  const keyOfRunner = (runnerId: string): string =>
    placed({ bib: "", runnerId: people.idOf(runnerId) }, null);

  const keyOf = ({ bib, runner }: NamedSlot): string => {
    const teamId = runner === null ? null : people.teamOf(runner);
    if (teamId !== null) return placed({ bib, runnerId: null }, teamId);
    return runner === null ? placed({ bib, runnerId: null }, null) : keyOfRunner(runner.runnerId);
  };

  const hasRelays = lazily(() => ({
    any: stores.runs.ofEvent(eventId).some(({ isRelay }) => isRelay),
  }));

  /**
   * The key of the runner of a line, or of the team in a relay. Without relays the runner need not be read if the sheet
   * has the runner's id.
   */
  const keyOfSlot = (slot: SheetSlot): string | null => {
    if (slot.runnerId !== null && !hasRelays().any) return keyOfRunner(slot.runnerId);
    const { runner } = people.meant(slot);
    return runner === null ? null : keyOf({ bib: slot.bib, runner });
  };

  const standings = lazily(() => standingsByClock(plans(), keyOfSlot));
  const log = lazily(() => readLog(stores, run, people));

  /** A log row names a runner only if the bib has one holder, or if a person chose one of several (B2). */
  const logClaim = (runner: RunnerRecord | null): Claim | null => {
    if (runner === null || runner.bib === null || runner.runId !== run.id) return null;
    const { bib, runnerId } = runner;
    const { linesOf, times, gunAtMs } = log();
    const isOnly = people.holders(bib).length === 1;
    const line = linesOf
      .get(comparableBib(bib))
      ?.find((one) => people.isOneBib(one.bib, bib) && (isOnly || one.runnerId === runnerId));
    if (line === undefined) return null;
    return { rank: line.row, hundredths: elapsedHundredths(times[line.row] ?? null, gunAtMs) };
  };

  return {
    /** The runner's gun time in the finish log. */
    logged: (runner: RunnerRecord) => logClaim(runner)?.hundredths ?? null,
    /** Every other list that names a runner of these lines, with its claims by line. */
    others(plan: SegmentPlan, lines: readonly NamedSlot[]) {
      const bySegment = new Map<string, { label: string; claims: (Claim | null)[] }>();
      for (const [index, line] of lines.entries()) {
        if (line.runner === null) continue;
        for (const { plan: other, claim } of standings().get(plan.clock)?.get(keyOf(line)) ?? []) {
          if (other.segmentId === plan.segmentId) continue;
          const list = bySegment.get(other.segmentId) ?? {
            label: other.label,
            claims: lines.map(() => null),
          };
          list.claims[index] = claim;
          bySegment.set(other.segmentId, list);
        }
      }
      const lists: OtherList[] = [...bySegment.values()].map(({ label, claims }) => ({
        segmentLabel: label,
        claims,
      }));
      if (plan.clock !== "gun") return lists;
      const claims = lines.map(({ runner }) => logClaim(runner));
      return claims.every((claim) => claim === null)
        ? lists
        : [...lists, { segmentLabel: null, claims }];
    },
  };
}

export type RunClaims = ReturnType<typeof readClaims>;

/** The places of each runner in the segments, by clock. */
function standingsByClock(
  plans: readonly SegmentPlan[],
  keyOfSlot: (slot: SheetSlot) => string | null,
) {
  const found = new Map<string, Map<string, { plan: SegmentPlan; claim: Claim }[]>>();
  for (const plan of plans) {
    const slots = plan.state?.heads[0]?.slots ?? [];
    const places = placesOf(slots);
    const ofClock =
      found.get(plan.clock) ?? new Map<string, { plan: SegmentPlan; claim: Claim }[]>();
    found.set(plan.clock, ofClock);
    for (const [index, slot] of slots.entries()) {
      const key = keyOfSlot(slot);
      if (key === null) continue;
      const claim = { rank: places[index] ?? 0, hundredths: hundredthsOf(slot.time) };
      const known = ofClock.get(key);
      if (known === undefined) ofClock.set(key, [{ plan, claim }]);
      else if (known.every((one) => one.plan !== plan)) known.push({ plan, claim });
    }
  }
  return found;
}

/** The first row of a finish log with this text and the runner that a person chose. */
interface LogLine {
  readonly bib: string;
  readonly runnerId: string | null;
  readonly row: number;
}

/** The rows of the finish log by bib, without regard to letter case. */
function readLog(stores: Stores, { eventId, id }: RunRecord, people: PodiumPeople) {
  const linesOf = new Map<string, LogLine[]>();
  for (const [row, { bib, runnerId }] of stores.finish.lines(eventId, wholeLog).entries()) {
    if (bib === null) continue;
    const line = { bib, runnerId: runnerId === null ? null : people.idOf(runnerId), row };
    const key = comparableBib(bib);
    const known = linesOf.get(key);
    if (known === undefined) linesOf.set(key, [line]);
    else if (!known.some((one) => one.bib === bib && one.runnerId === line.runnerId)) {
      known.push(line);
    }
  }
  const times = linesOf.size === 0 ? [] : stores.finish.times(eventId, wholeLog);
  return { linesOf, times, gunAtMs: stores.finish.gun(eventId, id)?.atMs ?? null };
}

function lazily<Value extends object>(make: () => Value): () => Value {
  let value: Value | null = null;
  return () => {
    value ??= make();
    return value;
  };
}
