import type { SearchRow } from "#shared/contract/roster.ts";
import { entryIdOf } from "#shared/domain/basics/ids.ts";
import { readClockTime } from "#shared/domain/basics/venue-time.ts";
import { findMatch } from "#shared/domain/search/matcher.ts";
import type { ScanReading } from "#shared/domain/scan/barcode-payload.ts";
import { readScan } from "#shared/domain/scan/barcode-payload.ts";
import { readQuery } from "#shared/domain/search/tokenizer.ts";
import { ok } from "#shared/result.ts";
import type { RunRecord } from "#core/db/stores/event-stores.ts";
import { timeZoneOf } from "#core/db/stores/event-time-zone.ts";
import type { RunnerRecord } from "#core/db/stores/runners/runner-rows.ts";
import { readCard } from "./runner-card.ts";
import { meantHoldersOf } from "#core/services/bibs/bib-holders.ts";
import type { DeskContext, Stored } from "#core/services/context.ts";
import { authorOf } from "#core/services/context.ts";
import { rowReader } from "./runner-row.ts";
import type { UseCase } from "#core/services/use-case.ts";
import { bindUseCases, noEvent, noRunner } from "#core/services/use-case.ts";

const defaultRows = 50;
const defaultRecent = 5;
/** The number of check-ins that are read beyond those that are asked for, because some were undone. */
const undoneAmongRecent = 20;
const maxScanned = 50;
const maxNamesakes = 20;
const arrivalMinutes = 60;

export const createRosterService = (context: DeskContext) =>
  bindUseCases(context, {
    "roster.search": searchRoster,

    "roster.get": (context, { eventId, runnerId }) => {
      const { stores } = context;
      const runner = stores.runners.get(eventId, runnerId);
      if (runner === null) return noRunner();
      return ok(readCard(context, runner));
    },

    "roster.scan": readScanned,
    "roster.runCounts": readRunCounts,

    "roster.recent": (context, { eventId, limit = defaultRecent }, caller) => {
      const { stores, settings } = context;
      if (stores.events.get(eventId) === null) return noEvent();
      const row = rowReader(stores.runs);
      const by = authorOf(settings, caller);
      const made = stores.journal.checkIns(eventId, by, limit + undoneAmongRecent);
      return ok({
        checkIns: made
          .flatMap((entry) => {
            const entryId = entryIdOf(entry);
            const runner = stores.runners.get(eventId, entry.subject);
            const atMs = runner?.checkedInAtMs ?? null;
            const stands = runner !== null && atMs !== null && runner.checkInEntry === entryId;
            return stands ? [{ entryId, atMs, runner: row(runner) }] : [];
          })
          .slice(0, limit),
      });
    },
  });

const searchRoster: UseCase<"roster.search"> = (context, { eventId, text, limit, offset }) => {
  const { search, stores } = context;
  if (stores.events.get(eventId) === null) return noEvent();
  const found = search.search({
    eventId,
    text,
    limit: limit ?? defaultRows,
    offset: offset ?? 0,
  });
  const [meant] = found.meant === null ? [] : stores.runners.byRowids([found.meant]);
  const row = rowReader(stores.runs);
  const query = readQuery(text);
  const rowsOf = (rowids: readonly number[]) =>
    stores.runners.byRowids(rowids).map((runner) => {
      const shown = row(runner);
      return { ...shown, match: findMatch(shown, query) };
    });
  const rows = rowsOf(found.rowids);
  const isByEmail = isName(text) && rows.length > 0 && rows.every(isFoundByEmail);
  const namesakes =
    !isByEmail || found.near || found.more || offset !== undefined
      ? []
      : search
          .similarNames(eventId, text, maxNamesakes)
          .filter((rowid) => !found.rowids.includes(rowid));
  // One word of an e-mail finds many a runner whose name is written in another script.
  const meansNobody = isByEmail && (/\s/u.test(text.trim()) || namesakes.length > 0);
  return ok({
    rows: [...rows, ...rowsOf(namesakes)],
    total: found.total + namesakes.length,
    more: found.more,
    exactBibs: found.exactBibs,
    exactNames: found.exactNames,
    meantId: meansNobody ? null : (meant?.runnerId ?? null),
    near: found.near,
  });
};

const readScanned: UseCase<"roster.scan"> = (context, { eventId, text }) => {
  const { stores } = context;
  if (stores.events.get(eventId) === null) return noEvent();
  const reading = readScan(text);
  const exact = meant(context, eventId, reading).filter((runner) => !runner.takenBack);
  const alike = exact.length > 0 ? [] : lookAlikes(context, eventId, reading);
  const found = [...exact, ...alike];
  return ok({
    reading: { kind: reading.kind, text: reading.text },
    rows: found.map(rowReader(stores.runs)),
    isLookAlike: alike.length > 0,
    otherEvent: found.length > 0 ? null : otherEvent(context, eventId, reading),
  });
};

/** Null if the organizer gave no time, or one that cannot be read. Without a zone it is this computer's. */
function startOf({ date, startTime }: RunRecord, zone: string | null): number | null {
  const read = startTime === null ? null : readClockTime(date, startTime, zone);
  return read?.ok === true ? read.value : null;
}

const readRunCounts: UseCase<"roster.runCounts"> = ({ stores, ports }, { eventId }) => {
  const event = stores.events.get(eventId);
  if (event === null) return noEvent();
  const counts = stores.runCounts.ofEvent(eventId);
  const byRun = new Map(counts.map((run) => [run.runId, run]));
  const atMs = ports.clock.now();
  const { zone } = timeZoneOf(stores, event);
  const runs = stores.runs.ofEvent(eventId).filter((run) => !run.gone || byRun.has(run.id));
  return ok({
    runs: runs.map((run) => ({
      runId: run.id,
      label: run.label,
      position: run.position,
      startTime: run.startTime,
      date: run.date,
      startsAtMs: startOf(run, zone),
      arrived: byRun.get(run.id)?.arrived ?? 0,
      expected: (byRun.get(run.id)?.expected ?? 0) + (byRun.get(run.id)?.letIn ?? 0),
    })),
    arrivals: stores.runners.arrivalsByMinute(eventId, atMs, arrivalMinutes),
    atMs,
    checkIns: counts.reduce((sum, run) => sum + run.recorded, 0),
  });
};

/** Whether a text looks like a name or a part of one: without digits, `@` or dots, so neither an e-mail nor a bib. */
const isName = (text: string): boolean => /^[^\p{N}@.]+$/u.test(text.trim());

/**
 * Whether the query matches only the e-mail. Such a runner is not preselected (C6): of two runners called 김
 * 하윤, `kim hayun` may be in the e-mail of only one. Runners with that name follow in the list, and a person
 * chooses.
 */
const isFoundByEmail = ({ match }: Pick<SearchRow, "match">): boolean =>
  match.name.length === 0 && match.bib.length === 0;

/** All runners that the barcode may mean. If there are several, all are shown and none is preselected (B2, B4). */
function meant(desk: Stored, eventId: string, { kind, text }: ScanReading): RunnerRecord[] {
  const { stores } = desk;
  // A bib may have any form (B1), so the text may still be somebody's bib.
  if (kind === "unknown") return meantHoldersOf(desk, eventId, text).slice(0, maxScanned);
  if (kind === "email") return stores.runners.byEmail(eventId, text, maxScanned);
  const byId = (): RunnerRecord[] => {
    const runner = stores.runners.get(eventId, text);
    return runner === null ? [] : [runner];
  };
  const byBib = (): RunnerRecord[] => meantHoldersOf(desk, eventId, text).slice(0, maxScanned);
  const [first, second] = kind === "registration-id" ? [byId, byBib] : [byBib, byId];
  const found = first();
  return found.length > 0 ? found : second();
}

/** The runners whose bib differs from a scanned one only in leading zeros. */
const lookAlikes = ({ stores }: Stored, eventId: string, { kind, text }: ScanReading) =>
  kind === "unknown" || kind === "email"
    ? []
    : stores.runners.bibLookAlikes(eventId, text, maxScanned);

function otherEvent(
  { stores }: Stored,
  eventId: string,
  { kind, text }: ScanReading,
): { readonly eventId: string; readonly eventName: string } | null {
  if (kind === "unknown" || kind === "email") return null;
  const found = stores.runners.eventOf(text);
  if (found === null || found === eventId) return null;
  return { eventId: found, eventName: stores.events.get(found)?.name ?? "" };
}
