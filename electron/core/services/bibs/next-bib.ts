import type { BibBlock, NumberedBib } from "#shared/domain/bibs/bib-blocks.ts";
import {
  findBibBlocks,
  nextBibOfRun,
  readNumberedBib,
  reservedBlocks,
  writeBib,
} from "#shared/domain/bibs/bib-blocks.ts";
import type { DeskBibRange } from "#shared/domain/bibs/desk-bib-ranges.ts";
import {
  bibRangeSubject,
  bibRangesOf,
  blockOf,
  nextBibInRange,
} from "#shared/domain/bibs/desk-bib-ranges.ts";
import type { ParsedInputOf, ReplyOf } from "#shared/contract/index.ts";
import { ok } from "#shared/result.ts";
import type { Caller } from "#core/handlers.ts";
import type { DeskContext, Stored } from "#core/services/context.ts";
import { noEvent } from "#core/services/use-case.ts";
import { holdersOf } from "./bib-holders.ts";

/** The ranges of an event's desks (M12); the range that was set first comes first. */
export const readBibRanges = ({ stores }: Stored, eventId: string): DeskBibRange[] =>
  bibRangesOf(
    stores.journal
      .ofSubjects([bibRangeSubject(eventId)])
      .filter((entry) => entry.eventId === eventId),
  );

/** Every bib of the event that is a number, with optional letters before it. */
export const numberedBibs = ({ stores }: Stored, eventId: string): NumberedBib[] =>
  [...bibsByRun(stores, eventId).values()].flat();

/** A browser uses its own range, or else the range of the computer that it is paired with. */
function rangeOfCaller(
  { stores }: Stored,
  ranges: readonly DeskBibRange[],
  runId: string | undefined,
  { deviceId }: Pick<Caller, "deviceId">,
): DeskBibRange | undefined {
  const ofRun = ranges.filter((range) => range.runId === runId);
  const own = ofRun.find(({ desk }) => desk === deviceId);
  return own ?? ofRun.find(({ desk }) => desk === stores.journal.device);
}

/**
 * Proposes a bib. While this full desk has no connection to its hub, it proposes bibs of its range only, because the others
 * would propose the same one (M12).
 */
export function nextFreeBib(
  context: DeskContext,
  { eventId, runId }: ParsedInputOf<"bib.nextFree">,
  caller: Caller,
  isHubAway: boolean,
): ReplyOf<"bib.nextFree"> {
  const { stores } = context;
  if (stores.events.get(eventId) === null) return noEvent();
  const isTaken = (bib: string): boolean =>
    holdersOf(context, eventId, bib).length > 0 ||
    stores.runners.bibLookAlikes(eventId, bib, 1).length > 0;
  const ranges = readBibRanges(context, eventId);
  const range = rangeOfCaller(context, ranges, runId, caller);
  if (range !== undefined) {
    const earlier = ranges.slice(0, ranges.indexOf(range));
    const given = numberedBibs(context, eventId);
    const { bib, left } = nextBibInRange(range, { earlier, given, isTaken });
    const [first, last] = [writeBib(range, range.from), writeBib(range, range.to)];
    return ok({ bib, range: { first, last, left } });
  }
  if (isHubAway) return ok({ bib: null, range: null, isHubAway });
  const bibs = bibsByRun(stores, eventId);
  const [own] = findBibBlocks(
    runId === undefined ? [...bibs.values()].flat() : (bibs.get(runId) ?? []),
  );
  if (own === undefined) return ok({ bib: null, range: null });
  const others = [
    ...(runId === undefined ? [] : blocksOfOtherRuns(bibs, runId)),
    ...ranges.map(blockOf),
  ];
  return ok({ bib: nextBibOfRun({ own, others, isTaken }), range: null });
}

/** The numbered bibs of each run, by run id. */
function bibsByRun(
  { runners, runCounts }: Stored["stores"],
  eventId: string,
): ReadonlyMap<string, NumberedBib[]> {
  const prefixed = runners.prefixedBibs(eventId);
  return new Map(
    runCounts
      .ofEvent(eventId)
      .map(({ runId }) => [
        runId,
        [
          ...runners.bibNumbers(eventId, runId).map((number) => ({ prefix: "", number, width: 0 })),
          ...prefixed
            .filter((each) => each.runId === runId)
            .flatMap(({ bib }) => readNumberedBib(bib) ?? []),
        ],
      ]),
  );
}

/** The blocks of bib numbers that this run must leave to the other runs (B5). */
const blocksOfOtherRuns = (
  bibs: ReadonlyMap<string, readonly NumberedBib[]>,
  runId: string,
): BibBlock[] =>
  [...bibs]
    .filter(([id]) => id !== runId)
    .flatMap(([, ofRun]) => reservedBlocks(findBibBlocks(ofRun)));
