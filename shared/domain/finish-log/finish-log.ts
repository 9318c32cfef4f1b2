import { entryIdOf } from "#shared/domain/basics/ids.ts";
import type { JournalEntry } from "#shared/domain/journal/journal.ts";
import { isOrderKey } from "#shared/domain/check-in/command-key.ts";
import { hundredthsOfMs } from "#shared/domain/podium/race-time.ts";
import { parseFact } from "#shared/domain/journal/parse-fact.ts";

/** The two lists of a finish log: times that were pressed, bibs that were typed. */
export type FinishListName = "stamps" | "bibs";

/** A line of one of the two lists. */
export interface FinishItem {
  readonly list: FinishListName;
  /** Made by the screen that pressed or typed it. */
  readonly id: string;
  /** Its order key (`order-key.ts`). */
  readonly at: string;
  /** When it was pressed; null for a finish nobody pressed for, for a bib, and for what is no moment. */
  readonly atMs: number | null;
  /** Null for a finisher nobody could read, and for a time. */
  readonly bib: string | null;
  /** Whom a person named, where several have the bib (B2); null otherwise. */
  readonly runnerId: string | null;
}

/** Milliseconds since 1970 that a calendar has, and a column of whole numbers takes; a merge may bring others. */
export const isMoment = (atMs: number): boolean =>
  Number.isInteger(atMs) && Math.abs(atMs) <= 8_640_000_000_000_000;

export interface Gun {
  readonly runId: string;
  readonly atMs: number;
}

/** The journal's subject of one line of a finish log. */
export const finishSubject = (list: FinishListName, id: string): string => `finish:${list}:${id}`;

/** The journal's subject of a run's start. */
export const gunSubject = (runId: string): string => `gun:${runId}`;

/**
 * The line as the last fact that stands tells it; null when it was taken out, or never put in. Entries are of one
 * `finishSubject`, in the journal's order.
 */
export function projectFinishItem(entries: readonly JournalEntry[]): FinishItem | null {
  const last = standing(entries)
    .map(parseFact)
    .findLast((fact) => fact?.kind === "finish.put" || fact?.kind === "finish.removed");
  if (last?.kind !== "finish.put") return null;
  const { list, id, at, atMs, bib, runnerId = null } = last.payload;
  if ((list !== "stamps" && list !== "bibs") || !isOrderKey(at)) return null;
  return { list, id, at, atMs: atMs !== null && isMoment(atMs) ? atMs : null, bib, runnerId };
}

/** The start as it was last set; null when it was not, was taken back, or is no moment. Entries are of one `gunSubject`. */
export function projectGun(entries: readonly JournalEntry[]): Gun | null {
  const last = standing(entries)
    .map(parseFact)
    .findLast((fact) => fact?.kind === "gun.set");
  if (last?.kind !== "gun.set") return null;
  const { runId, atMs } = last.payload;
  return atMs !== null && isMoment(atMs) ? { runId, atMs } : null;
}

/** What no `finish.undone` among them voids (J2). */
function standing(entries: readonly JournalEntry[]): JournalEntry[] {
  const voided = new Set<string>();
  for (const entry of entries) {
    const fact = parseFact(entry);
    if (fact?.kind === "finish.undone") voided.add(fact.payload.undoes);
  }
  return entries.filter((entry) => !voided.has(entryIdOf(entry)));
}

/** The order of a list: by key, then by id, the same on every computer (J4). */
export const compareFinishItems = (
  one: Pick<FinishItem, "at" | "id">,
  other: Pick<FinishItem, "at" | "id">,
): number => compareText(one.at, other.at) || compareText(one.id, other.id);

const compareText = (one: string, other: string): number =>
  one < other ? -1 : Number(one > other);

/** The n-th time beside the n-th bib; null where one list is longer. */
export interface FinishMatch<Stamp, Line> {
  readonly index: number;
  readonly stamp: Stamp | null;
  readonly line: Line | null;
}

/** Puts two ordered lists side by side. `from` is the index of their first items, for a stretch of a longer log. */
export function matchFinish<Stamp, Line>(
  stamps: readonly Stamp[],
  lines: readonly Line[],
  from = 0,
): FinishMatch<Stamp, Line>[] {
  return Array.from({ length: Math.max(stamps.length, lines.length) }, (_, offset) => ({
    index: from + offset,
    stamp: stamps[offset] ?? null,
    line: lines[offset] ?? null,
  }));
}

/** The two lists again: what was matched is not changed by it. */
export function unmatchFinish<Stamp, Line>(
  rows: readonly FinishMatch<Stamp, Line>[],
): { readonly stamps: Stamp[]; readonly lines: Line[] } {
  return {
    stamps: rows.flatMap(({ stamp }) => (stamp === null ? [] : [stamp])),
    lines: rows.flatMap(({ line }) => (line === null ? [] : [line])),
  };
}

/** Whom a bib of the log means. */
export interface Finisher {
  readonly runId: string;
  readonly runnerId: string;
  /** The team where the run is a relay: it comes in once. */
  readonly teamId: string | null;
}

export interface Placing {
  /** Row of the log. */
  readonly index: number;
  readonly runnerId: string;
  readonly bib: string;
  readonly place: number;
  /** Since the gun, rounded up (P2); null without a gun or a time, and for a time before the gun. */
  readonly hundredths: number | null;
}

type LogRow = FinishMatch<
  Pick<FinishItem, "atMs">,
  Pick<FinishItem, "bib"> & Partial<Pick<FinishItem, "runnerId">>
>;

/** Whom a line means; `runnerId` is whom a person named, where several have the bib. */
type FinisherOf = (bib: string, runnerId: string | null) => Finisher | null;

/**
 * Places the rows of a log one by one, in their order; null for a row that takes no place: whoever comes a second time,
 * or is nobody. The order of the log is the claim; neighbours of a run whose times are equal to the hundredth share a
 * place (P1).
 */
export function startPlacing(
  finisherOf: FinisherOf,
  guns: readonly Gun[],
): (row: LogRow) => (Placing & { readonly runId: string }) | null {
  const gunOf = new Map(guns.map(({ runId, atMs }) => [runId, atMs]));
  const arrived = new Set<string>();
  const lastOf = new Map<string, { readonly count: number; readonly placing: Placing }>();
  return ({ index, stamp, line }) => {
    const bib = line?.bib ?? null;
    const finisher = bib === null ? null : finisherOf(bib, line?.runnerId ?? null);
    if (bib === null || finisher === null) return null;
    const { runId, runnerId, teamId } = finisher;
    const who = teamId === null ? `runner ${runnerId}` : `team ${runId} ${teamId}`;
    if (arrived.has(who)) return null;
    arrived.add(who);
    const hundredths = elapsedHundredths(stamp?.atMs ?? null, gunOf.get(runId) ?? null);
    const last = lastOf.get(runId);
    const count = (last?.count ?? 0) + 1;
    const ties = hundredths !== null && last?.placing.hundredths === hundredths;
    const placing = { index, runnerId, bib, place: ties ? last.placing.place : count, hundredths };
    lastOf.set(runId, { count, placing });
    return { ...placing, runId };
  };
}

/** The order in which each run came in, by run. */
export function placingsOf(
  rows: readonly LogRow[],
  finisherOf: FinisherOf,
  guns: readonly Gun[],
): ReadonlyMap<string, readonly Placing[]> {
  const place = startPlacing(finisherOf, guns);
  const placings = new Map<string, Placing[]>();
  for (const row of rows) {
    const placed = place(row);
    if (placed === null) continue;
    const { runId, ...placing } = placed;
    const ofRun = placings.get(runId) ?? [];
    ofRun.push(placing);
    placings.set(runId, ofRun);
  }
  return placings;
}

/** From the gun to the press, rounded up to the hundredth; null when either is missing or the press was first. */
export function elapsedHundredths(atMs: number | null, gunAtMs: number | null): number | null {
  return atMs === null || gunAtMs === null || atMs < gunAtMs
    ? null
    : hundredthsOfMs(atMs - gunAtMs);
}
