import { entryIdOf } from "#shared/domain/basics/ids.ts";
import type { JournalEntry } from "#shared/domain/journal/journal.ts";
import { isOrderKey } from "#shared/domain/finish-log/order-key.ts";
import { hundredthsOfMs } from "#shared/domain/podium/race-time.ts";
import type { FactKind } from "#shared/domain/journal/journal-facts.ts";
import { parseFact } from "#shared/domain/journal/journal-facts.ts";

/** The two lists of a finish log: stamped times and typed bibs. */
export type FinishListName = "stamps" | "bibs";

/** An item of one of the two lists. */
export interface FinishItem {
  readonly list: FinishListName;
  /** The screen that stamped or typed the item creates the id. */
  readonly id: string;
  /** The order key of the item (`order-key.ts`). */
  readonly at: string;
  /** The stamped time; null for a finish without a stamp, for a bib, and for an invalid time. */
  readonly atMs: number | null;
  /** Null for an unreadable bib, and for a time. */
  readonly bib: string | null;
  /** The runner that a person chose among several holders of the bib (B2); else null. */
  readonly runnerId: string | null;
}

/** Whether the number is a valid time in milliseconds since 1970; a merged entry may have another number. */
export const isMoment = (atMs: number): boolean =>
  Number.isInteger(atMs) && Math.abs(atMs) <= 8_640_000_000_000_000;

export interface Gun {
  readonly runId: string;
  readonly atMs: number;
}

/** The journal subject of one item of a finish log. */
export const finishSubject = (list: FinishListName, id: string): string => `finish:${list}:${id}`;

/** The journal subject of a run's gun time. */
export const gunSubject = (runId: string): string => `gun:${runId}`;

/**
 * The item after its last entry that was not undone; null if the item was removed or never added. `entries` are those of one
 * `finishSubject`, in journal order.
 */
export function projectFinishItem(entries: readonly JournalEntry[]): FinishItem | null {
  const last = lastFact(entries)?.fact;
  if (last?.kind !== "finish.put") return null;
  const { list, id, at, atMs, bib, runnerId = null } = last.payload;
  if ((list !== "stamps" && list !== "bibs") || !isOrderKey(at)) return null;
  return { list, id, at, atMs: atMs !== null && isMoment(atMs) ? atMs : null, bib, runnerId };
}

/** The gun time as last set; null if not set, cleared, or invalid. `entries` are of one `gunSubject`. */
export function projectGun(entries: readonly JournalEntry[]): Gun | null {
  const last = lastFact(entries)?.fact;
  if (last?.kind !== "gun.set") return null;
  const { runId, atMs } = last.payload;
  return atMs !== null && isMoment(atMs) ? { runId, atMs } : null;
}

/** Whether the entry sets what its subject shows. `entries` are those of its subject, in journal order. */
export const isInForce = (entry: JournalEntry, entries: readonly JournalEntry[]): boolean =>
  lastFact(entries)?.id === entryIdOf(entry);

/** The last fact that sets something and that no `finish.undone` among these entries voids (J2). */
function lastFact(entries: readonly JournalEntry[]) {
  const facts = entries.map((entry) => ({ id: entryIdOf(entry), fact: parseFact(entry) }));
  const voided = new Set<string | null>(
    facts.map(({ fact }) => (fact?.kind === "finish.undone" ? fact.payload.undoes : null)),
  );
  return facts.findLast(
    ({ id, fact }) => !voided.has(id) && fact !== null && settingKinds.has(fact.kind),
  );
}

const settingKinds: ReadonlySet<FactKind> = new Set(["finish.put", "finish.removed", "gun.set"]);

/** The n-th time beside the n-th bib; null if one list is shorter. */
export interface FinishMatch<Stamp, Line> {
  readonly index: number;
  readonly stamp: Stamp | null;
  readonly line: Line | null;
}

/** Puts two ordered lists side by side. `from` is the index of their first items in the whole log. */
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

/** The runner whom a bib of the log means. */
export interface Finisher {
  readonly runId: string;
  readonly runnerId: string;
  /** The team, if the run is a relay: a team finishes once. */
  readonly teamId: string | null;
}

export interface Placing {
  /** The index of the row in the log. */
  readonly index: number;
  readonly runnerId: string;
  readonly bib: string;
  readonly place: number;
  /** Gun time, rounded up (P2); null without a gun or a stamp, and for a stamp before the gun. */
  readonly hundredths: number | null;
}

type LogRow = FinishMatch<
  Pick<FinishItem, "atMs">,
  Pick<FinishItem, "bib"> & Partial<Pick<FinishItem, "runnerId">>
>;

/** Finds the runner of a row; `runnerId` is the holder that a person chose among several. */
type FinisherOf = (bib: string, runnerId: string | null) => Finisher | null;

/**
 * Gives the rows of a log their places, row by row. Null for a row without a place: its runner is unknown, or already
 * has a place. The order of the log decides; neighbours of a run whose times are equal to the hundredth share a place
 * (P1).
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

/** The finishers of each run in order, by run id. */
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

/** From gun to stamp in hundredths, rounded up; null if one is missing or the stamp is before the gun. */
export function elapsedHundredths(atMs: number | null, gunAtMs: number | null): number | null {
  return atMs === null || gunAtMs === null || atMs < gunAtMs
    ? null
    : hundredthsOfMs(atMs - gunAtMs);
}
