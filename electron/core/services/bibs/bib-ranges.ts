import type { BibDesk, BibRanges, DeskRange } from "#shared/contract/bib-ranges.ts";
import type { ParsedInputOf } from "#shared/contract/index.ts";
import { writeBib } from "#shared/domain/bibs/bib-blocks.ts";
import type { BibRange, DeskBibRange } from "#shared/domain/bibs/desk-bib-ranges.ts";
import {
  bibRangeSubject,
  nextBibInRange,
  rangesOverlap,
  readBibRange,
  sizeOf,
} from "#shared/domain/bibs/desk-bib-ranges.ts";
import { err, ok } from "#shared/result.ts";
import type { DeviceAccess } from "#core/device-pairing.ts";
import type { DeskCommand, DeskContext } from "#core/services/context.ts";
import { readRole } from "#core/services/desks/desks-role.ts";
import { bindCommands, bindUseCases, noEvent } from "#core/services/use-case.ts";
import { numberedBibs, readBibRanges } from "./next-bib.ts";

type Access = Pick<DeviceAccess, "list">;

/** Bib ranges of desks (M12): the owner sets them at the hub, every desk reads them. */
export const createBibRangeService = (context: DeskContext, access: Access) => ({
  ...bindUseCases(context, {
    "bibRange.list": (context, { eventId }) =>
      context.stores.events.get(eventId) === null
        ? noEvent()
        : ok(listRanges(context, access, eventId)),
  }),
  ...bindCommands(context, ["roster"], {
    "bibRange.set": (context, input, command) => setRange(context, access, input, command),
  }),
});

function setRange(
  context: DeskContext,
  access: Access,
  input: ParsedInputOf<"bibRange.set">,
  command: DeskCommand,
) {
  const { stores } = context;
  const { eventId, desk, runId, evenUsedUp } = input;
  if (readRole(stores).role === "full") {
    return err("is-full-desk", "The ranges of bibs are set at the hub");
  }
  if (stores.events.get(eventId) === null) return noEvent();
  if (stores.runs.get(runId)?.eventId !== eventId) return err("not-found", "No such run");
  const ranges = readBibRanges(context, eventId);
  const before = ranges.find((range) => range.desk === desk && range.runId === runId);
  const name = listDesks(context, access).find((one) => one.desk === desk)?.name ?? before?.name;
  if (name === undefined) return err("unknown-desk", "There is no such desk");
  const range = input.range === null ? null : readBibRange(input.range.first, input.range.last);
  if (range?.ok === false) return range;
  const other =
    range === null
      ? undefined
      : ranges.find((one) => one !== before && rangesOverlap(one, range.value));
  if (other !== undefined) {
    return err("range-overlaps", "Another desk has some of these numbers", {
      details: { range: rowOf(other) },
    });
  }
  if (range !== null && !evenUsedUp && isUsedUp(context, eventId, range.value)) {
    return err("range-used-up", "Each bib of this range is given");
  }
  stores.journal.append({
    kind: "bib-range.set",
    payload: { desk, name, runId, range: range === null ? null : range.value },
    subject: bibRangeSubject(eventId),
    ...command,
  });
  return ok(listRanges(context, access, eventId));
}

/** Whether the desk could give out nothing of this range, which overlaps no other one. */
function isUsedUp(context: DeskContext, eventId: string, range: BibRange): boolean {
  const given = numberedBibs(context, eventId);
  return nextBibInRange(range, { earlier: [], given, isTaken: () => false }).left === 0;
}

const rowOf = (range: DeskBibRange): Pick<DeskRange, "name" | "runId" | "first" | "last"> => ({
  name: range.name,
  runId: range.runId,
  ...endsOf(range),
});

const endsOf = (range: BibRange): Pick<DeskRange, "first" | "last"> => ({
  first: writeBib(range, range.from),
  last: writeBib(range, range.to),
});

function listRanges(context: DeskContext, access: Access, eventId: string): BibRanges {
  const ranges = readBibRanges(context, eventId);
  const given = ranges.length === 0 ? [] : numberedBibs(context, eventId);
  const desks = listDesks(context, access);
  const members = context.stores.exchange.members();
  /** A full desk knows the other computers by name, but not the browsers of the hub. */
  const nameNow = ({ desk }: DeskBibRange): string | undefined =>
    desks.find((one) => one.desk === desk)?.name ??
    members.find(({ device }) => device === desk)?.name;
  return {
    ranges: ranges.map((range, at): DeskRange => {
      const earlier = ranges.slice(0, at);
      const { left } = nextBibInRange(range, { earlier, given, isTaken: () => false });
      return {
        desk: range.desk,
        name: nameNow(range) ?? range.name,
        runId: range.runId,
        ...endsOf(range),
        size: sizeOf(range),
        left,
        overlaps: earlier.find((other) => rangesOverlap(range, other))?.name ?? null,
      };
    }),
    desks,
    canSet: readRole(context.stores).role !== "full",
  };
}

/** This computer, the full desks that joined it, and the browsers that are paired with it. */
function listDesks({ stores, settings }: DeskContext, access: Access): BibDesk[] {
  const own: BibDesk = {
    desk: stores.journal.device,
    name: settings.get().desk,
    kind: "computer",
    isThis: true,
  };
  const paired = access.list().flatMap(({ id, name, role, journalDevice }): BibDesk[] => {
    if (role !== "peer") return [{ desk: id, name, kind: "browser", isThis: false }];
    return journalDevice === null
      ? []
      : [{ desk: journalDevice, name, kind: "computer", isThis: false }];
  });
  // A computer that joined twice is one desk, with the name of its later pairing.
  return [...new Map([own, ...paired].map((one) => [one.desk, one])).values()];
}
