import { newCommandId } from "#renderer/client/client.ts";
import type { Client } from "#renderer/client/client.ts";
import type { InputOf } from "#shared/contract/index.ts";
import type { PodiumSegment } from "#shared/contract/podium.ts";
import { readRaceTime } from "#shared/domain/podium/race-time.ts";
import type { Failure } from "#shared/result.ts";
import { freshFor, usePodium, workKey, workOf } from "../podium-store.ts";
import type { SheetWork } from "../podium-store.ts";
import {
  allSheets,
  chooseHolder,
  inputsOf,
  loggedTime,
  isSameSheet,
  sheetsSeen,
} from "../slots/draft-sheet.ts";
import type { DraftSlot } from "../slots/draft-sheet.ts";

type EnterOrder = InputOf<"podium.enter">;

/** What the podium room writes down. Each order carries one id for its whole life, retries included (J8). */
export interface SheetCommands {
  /** Saves a sheet; what is typed meanwhile goes out as one more sheet, behind this one. */
  readonly write: (seen: PodiumSegment, slots: readonly DraftSlot[]) => void;
  /** The very order that failed, once more. */
  readonly tryAgain: (segment: PodiumSegment) => void;
  /** What was typed is given up; the sheet stands as the program has it. */
  readonly drop: (segment: PodiumSegment) => void;
  /** Of two sheets typed at the same time, this one is right: it follows them all (J4). */
  readonly settle: (segment: PodiumSegment, slots: readonly DraftSlot[]) => void;
  readonly giveReason: (segment: PodiumSegment, reason: string) => void;
  /** Null: it asks for a reason first. */
  readonly undo: (segment: PodiumSegment) => Promise<"undone" | Failure | null>;
}

/** Failures after which nobody may believe that it was saved. */
const unsaved = new Set(["not-saved", "wire-down", "internal", "closing"]);

/** What the functions of this file share. */
interface Sheets {
  readonly client: Client;
  readonly eventId: string;
  readonly runId: string;
  /** The command of each segment that got no answer yet; it is sent again as it was (J8). */
  readonly sent: Map<string, EnterOrder>;
}

/** The orders of one run's segments over one client. */
export function createSheetCommands(client: Client, eventId: string, runId: string): SheetCommands {
  return sheetOrdersOf({ client, eventId, runId, sent: new Map() });
}

function sheetOrdersOf(sheets: Sheets): SheetCommands {
  const { client, sent } = sheets;
  return {
    write(seen, slots) {
      const { phase } = work(sheets, seen.segmentId);
      // A sheet of two opinions waits for a person; what is typed now belongs to one of them.
      if (phase.kind === "meanwhile" || phase.kind === "asks-reason") {
        set(sheets, seen.segmentId, { slots });
      } else {
        start(sheets, seen, slots, sheetsSeen(seen));
      }
    },
    tryAgain(segment) {
      void save(sheets, segment, sheetsSeen(segment));
    },
    drop({ segmentId }) {
      sent.delete(segmentId);
      set(sheets, segmentId, { slots: null, phase: resting });
    },
    settle(segment, slots) {
      sent.delete(segment.segmentId);
      start(sheets, segment, slots, allSheets(segment));
    },
    giveReason(segment, reason) {
      const { phase } = work(sheets, segment.segmentId);
      set(sheets, segment.segmentId, { reason });
      if (phase.kind === "asks-reason") void save(sheets, segment, phase.follows);
    },
    async undo(segment) {
      const { segmentId } = segment;
      const { reason } = work(sheets, segmentId);
      const reply = await client.call("podium.undo", {
        ...place(sheets, segment),
        commandId: newCommandId(),
        follows: sheetsSeen(segment),
        ...(reason === null ? {} : { reason }),
      });
      if (reply.ok) {
        set(sheets, segmentId, freshFor(reply.value));
        return "undone";
      }
      if (reply.error.code !== "reason-needed") return reply.error;
      usePodium.getState().open({ kind: "reason", segmentId });
      return null;
    },
  };
}

const set = ({ runId }: Sheets, segmentId: string, part: Partial<SheetWork>): void =>
  usePodium.getState().setWork(workKey(runId, segmentId), part);

const work = ({ runId }: Sheets, segmentId: string): SheetWork => workOf(runId, segmentId);

const place = ({ eventId, runId }: Sheets, { segmentId }: PodiumSegment) => ({
  eventId,
  runId,
  segmentId,
});

/** Whom the bibs mean that were typed faster than anybody could be asked. */
async function lookUp(sheets: Sheets, slots: readonly DraftSlot[]): Promise<DraftSlot[]> {
  const { client, eventId, runId } = sheets;
  return Promise.all(
    slots.map(async (slot) => {
      if (slot.isLookedUp) return slot;
      const reply = await client.call("podium.find", { eventId, runId, bib: slot.bib });
      if (!reply.ok) return slot;
      const runner = chooseHolder(reply.value.holders, runId);
      const time =
        slot.followsLog === true
          ? loggedTime(reply.value.logged, runner?.id ?? null) || null
          : slot.time;
      return {
        ...slot,
        time,
        hundredths: time === null ? null : slot.time === time ? slot.hundredths : timeOf(time),
        followsLog: false,
        isLookedUp: true,
        runnerId: runner?.id ?? null,
        name: runner?.name ?? null,
        currentBib: runner?.bib ?? null,
        teamId: runner?.teamId ?? null,
      };
    }),
  );
}

async function save(
  sheets: Sheets,
  segment: PodiumSegment,
  follows: readonly string[],
): Promise<void> {
  const { sent, client } = sheets;
  const { segmentId } = segment;
  const { slots, reason } = work(sheets, segmentId);
  if (slots === null) return;
  set(sheets, segmentId, { phase: { kind: "saving" } });
  let order = sent.get(segmentId);
  if (order === undefined) {
    // With nothing to ask the sheet leaves now, before what was typed is drawn.
    const known = slots.every(({ isLookedUp }) => isLookedUp) ? slots : await lookUp(sheets, slots);
    // What was typed meanwhile keeps its place; it goes out next.
    if (work(sheets, segmentId).slots === slots) set(sheets, segmentId, { slots: known });
    order = {
      ...place(sheets, segment),
      commandId: newCommandId(),
      slots: inputsOf(known),
      follows: [...follows],
      ...(reason === null ? {} : { reason }),
    };
    sent.set(segmentId, order);
  }
  const reply = await client.call("podium.enter", order);
  if (reply.ok) {
    sent.delete(segmentId);
    usePodium.getState().seeSaved(reply.value);
    const typed = work(sheets, segmentId).slots;
    const isWhole = typed === null || isSameSheet(typed, order.slots);
    set(sheets, segmentId, {
      ...freshFor(reply.value),
      ...(isWhole ? { slots: null, phase: resting } : {}),
    });
    if (!isWhole) await save(sheets, reply.value, sheetsSeen(reply.value));
    return;
  }
  const { error } = reply;
  if (!unsaved.has(error.code)) sent.delete(segmentId);
  if (error.code === "changed-meanwhile") {
    const theirs = error.details?.["segment"];
    set(sheets, segmentId, {
      phase: isSegment(theirs)
        ? { kind: "meanwhile", theirs }
        : { kind: "not-saved", failure: error },
    });
  } else if (error.code === "reason-needed") {
    set(sheets, segmentId, {
      phase: { kind: "asks-reason", follows: order.follows },
      reason: null,
    });
    usePodium.getState().open({ kind: "reason", segmentId });
  } else {
    set(sheets, segmentId, { phase: { kind: "not-saved", failure: error } });
  }
}

function start(
  sheets: Sheets,
  segment: PodiumSegment,
  slots: readonly DraftSlot[],
  follows: readonly string[],
): void {
  const isUnderWay = work(sheets, segment.segmentId).phase.kind === "saving";
  set(sheets, segment.segmentId, { slots });
  if (!isUnderWay) void save(sheets, segment, follows);
}

const timeOf = (time: string): number | null => {
  const read = readRaceTime(time);
  return read.ok ? read.value : null;
};

const resting = { kind: "resting" } as const;

/** The program's own word needs recognising, not distrusting. */
const isSegment = (value: unknown): value is PodiumSegment =>
  typeof value === "object" && value !== null && "segmentId" in value && "slots" in value;
