import type { FinishPage, FinishRow, FinisherWarnings } from "#shared/contract/finish-log.ts";
import type { FinishMatch } from "#shared/domain/finish-log/finish-log.ts";
import { elapsedHundredths, matchFinish } from "#shared/domain/finish-log/finish-log.ts";
import type { FinishRecord } from "#core/db/stores/finish-line/finish-store.ts";
import type { RunnerRecord } from "#core/db/stores/runners/runner-rows.ts";
import type { EntryAuthor } from "#core/db/stores/journal/journal-store.ts";
import type { Stored } from "#core/services/context.ts";
import type { PodiumPeople } from "#core/services/podium/podium-people.ts";
import { readPeople } from "#core/services/podium/podium-people.ts";
import { actionOf, lastAction } from "./last-action.ts";

/** The length of both lists and of the log as a whole. */
export function countFinish(
  { stores }: Stored,
  eventId: string,
): Pick<FinishPage, "total" | "stamps" | "bibs"> {
  const stamps = stores.finish.count(eventId, "stamps");
  const bibs = stores.finish.count(eventId, "bibs");
  return { total: Math.max(stamps, bibs), stamps, bibs };
}

/** The gun time of each run. */
export const gunsOf = ({ stores }: Stored, eventId: string): FinishPage["guns"] =>
  stores.finish.guns(eventId).map(({ runId, atMs }) => ({ runId, atMs }));

/** A page of the log, times and bibs side by side; the last page if no start is given. */
export function readPage(
  desk: Stored,
  eventId: string,
  author: EntryAuthor,
  stretch: { readonly from: number | undefined; readonly limit: number },
): Omit<FinishPage, "holder" | "sides"> {
  const { finish } = desk.stores;
  const counts = countFinish(desk, eventId);
  const from = stretch.from ?? Math.max(0, counts.total - stretch.limit);
  const shown = { from, limit: stretch.limit };
  const matched = matchFinish(
    finish.page(eventId, "stamps", shown),
    finish.page(eventId, "bibs", shown),
    from,
  );
  const guns = gunsOf(desk, eventId);
  const gunOf = new Map(guns.map(({ runId, atMs }) => [runId, atMs]));
  const people = readPeople(desk, eventId);
  let aboveMs = timeAbove(desk, matched[0]?.stamp ?? null);
  const [last] = lastAction(desk, eventId, author);
  return {
    ...counts,
    gaps: finish.countGaps(eventId),
    rows: matched.map((match) => {
      const row = rowOf(desk, { people, gunOf, aboveMs }, match);
      aboveMs = match.stamp?.atMs ?? aboveMs;
      return row;
    }),
    guns,
    lastAction: last === undefined ? null : actionOf(last),
  };
}

/** The nearest time above an item; null if there is none. */
function timeAbove({ stores }: Stored, item: FinishRecord | null): number | null {
  let above = item === null ? null : stores.finish.before(item);
  while (above !== null && above.atMs === null) above = stores.finish.before(above);
  return above?.atMs ?? null;
}

interface RowSight {
  readonly people: PodiumPeople;
  readonly gunOf: ReadonlyMap<string, number>;
  /** The nearest time above the row. */
  readonly aboveMs: number | null;
}

function rowOf(
  { stores }: Stored,
  { people, gunOf, aboveMs }: RowSight,
  { index, stamp, line }: FinishMatch<FinishRecord, FinishRecord>,
): FinishRow {
  const bib = line?.bib ?? null;
  const holders = bib === null ? [] : people.holders(bib);
  const runner = meantBy(people, holders, line?.runnerId ?? null);
  const run = runner === null ? null : people.run(runner.runId);
  const gunAtMs = (runner === null ? undefined : gunOf.get(runner.runId)) ?? null;
  const atMs = stamp?.atMs ?? null;
  const warnings: FinishRow["warnings"] = [];
  if (bib !== null) {
    if (holders.length === 0) warnings.push("unknown-bib");
    if (holders.length > 1 && runner === null) warnings.push("ambiguous-bib");
    const isOneBib = (other: string): boolean => people.isOneBib(bib, other);
    if (
      line !== null &&
      stores.finish.isTwice(line.eventId, { bib, runnerId: line.runnerId }, isOneBib)
    ) {
      warnings.push("twice");
    }
  }
  if (atMs !== null && gunAtMs !== null && atMs < gunAtMs) warnings.push("before-gun");
  if (atMs !== null && aboveMs !== null && atMs < aboveMs) warnings.push("before-above");
  if (runner !== null) warnings.push(...finisherWarnings(people, runner));
  return {
    index,
    stamp: stamp === null ? null : { id: stamp.id, atMs: stamp.atMs },
    line: line === null ? null : { id: line.id, bib: line.bib },
    runnerId: runner?.runnerId ?? null,
    name: runner?.name ?? null,
    runId: runner?.runId ?? null,
    runLabel: run?.label ?? null,
    runPosition: run?.position ?? -1,
    hundredths: elapsedHundredths(atMs, gunAtMs),
    several:
      holders.length > 1
        ? holders.map((holder) => {
            const ofHolder = people.run(holder.runId);
            return {
              runnerId: holder.runnerId,
              name: holder.name,
              runLabel: ofHolder?.label ?? null,
              runPosition: ofHolder?.position ?? -1,
              checkedIn: people.judged(holder).checkedIn,
            };
          })
        : [],
    warnings,
  };
}

/**
 * The only holder of the bib, or the holder that a person chose among several. A chosen runner who no longer
 * has the bib does not count.
 */
function meantBy(
  people: PodiumPeople,
  holders: readonly RunnerRecord[],
  named: string | null,
): RunnerRecord | null {
  if (holders.length === 1) return holders[0] ?? null;
  if (named === null) return null;
  return holders.find(({ runnerId }) => runnerId === people.idOf(named)) ?? null;
}

/** Reasons against placing this runner. */
export function finisherWarnings(people: PodiumPeople, runner: RunnerRecord): FinisherWarnings {
  const warnings: FinisherWarnings = [];
  if (!people.judged(runner).checkedIn) warnings.push("not-checked-in");
  if (runner.standing !== "confirmed") warnings.push(runner.standing);
  return warnings;
}
