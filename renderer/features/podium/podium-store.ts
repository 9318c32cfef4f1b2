import { create } from "zustand";
import { keepApart } from "#renderer/client/navigation/screen-state.ts";
import { words } from "#renderer/i18n/words.ts";
import type { PodiumSegment } from "#shared/contract/podium.ts";
import type { RaceTimeError } from "#shared/domain/podium/race-time.ts";
import { readSegmentId } from "#shared/domain/podium/segment.ts";
import type { Failure } from "#shared/result.ts";
import { usePodiumLocation } from "./podium-location.ts";
import type { DraftSlot, LineRunner } from "./slots/draft-sheet.ts";

/** The open slot and the text typed into it. */
export interface ActiveSlot {
  readonly segmentId: string;
  readonly index: number;
  readonly bib: string;
  readonly time: string;
  readonly tie: boolean;
  /** The time field is shown. */
  readonly asksTime: boolean;
  /** The field that had the focus last. */
  readonly field: "bib" | "time";
  /** A person typed this time, so it stays when the bib changes. */
  readonly isTimeMeant: boolean;
  /** For whom a person decided about the former runner's time (P8): see `answeredFor`. */
  readonly timeAnsweredFor: string | null;
  /** How often saving was refused because that decision was missing; each time the question takes the focus. */
  readonly timeAsked: number;
  /** The slot has typed, scanned or chosen data that is not saved. */
  readonly isTouched: boolean;
  /** Chosen by a person, or scanned, or the saved runner of a line without a bib; null if the look-up decides. */
  readonly chosen: LineRunner | null;
  /** A person said that the typed name is the bib (P4). */
  readonly isBibMeant: boolean;
  /** The segment as the person saw it when typing began. */
  readonly seen: PodiumSegment | null;
  readonly fault: SlotFault | null;
  /** What opened this slot, if Ctrl+Z here means that and not the last change of this segment; else null. */
  readonly openedBy: SlotOpener | null;
}

/** Enter saved the last place of a segment, or a segment was announced. */
export type SlotOpener =
  | { readonly kind: "filled"; readonly segmentId: string; readonly index: number }
  | { readonly kind: "announced" };

export type SlotFault = "bib-missing" | "name" | RaceTimeError;

/** The unsaved lines of a segment, and the state of saving them (J1). */
export interface SheetWork {
  /** The run whose segment it is; null until something of this segment is saved or changed here. */
  readonly run: { readonly eventId: string; readonly runId: string } | null;
  /** Null: nothing is unsaved. */
  readonly slots: readonly DraftSlot[] | null;
  readonly phase:
    | { readonly kind: "resting" }
    | { readonly kind: "saving" }
    /** `follows`: the sheets that the unsaved lines follow; several for a choice between rivals (J4). */
    | {
        readonly kind: "not-saved";
        readonly failure: Failure;
        readonly follows: readonly string[];
        /** They are sent again by themselves when the host answers. */
        readonly goesAgain: boolean;
      }
    /** Another desk, or another window of this desk, saved another sheet meanwhile. */
    | {
        readonly kind: "meanwhile";
        readonly theirs: PodiumSegment;
        readonly isSameDesk: boolean;
      }
    /** Saved after a person has given a reason (P5). */
    | { readonly kind: "asks-reason"; readonly follows: readonly string[] };
  /** The segment of a reply; used until the screen's query has a newer answer. */
  readonly fresh: { readonly segment: PodiumSegment; readonly answersLeft: number } | null;
  /**
   * The reason for a change after the announcement. It is asked once, until the next announcement, or until undo has gone
   * back to what was announced (P5).
   */
  readonly reason: string | null;
}

export const noWork: SheetWork = {
  run: null,
  slots: null,
  phase: { kind: "resting" },
  fresh: null,
  reason: null,
};

/** The open dialog of the screen. */
export type PodiumDialog =
  | { readonly kind: "segments" | "groups" | "print" }
  | {
      readonly kind: "announce" | "reason" | "rivals" | "meanwhile" | "segment";
      readonly segmentId: string;
    };

interface PodiumState {
  readonly active: ActiveSlot | null;
  /** By run: the slot that was open when another run or tab was opened. */
  readonly left: Readonly<Record<string, ActiveSlot>>;
  /** The line that the "why?" card explains. */
  readonly explained: { readonly segmentId: string; readonly index: number } | null;
  readonly dialog: PodiumDialog | null;
  readonly works: Readonly<Record<string, SheetWork>>;
  /** The segments that the person sees, for keys and scans between two renders. */
  readonly rendered: readonly PodiumSegment[];
}

/** The key of a segment in `works`: segments of two runs may have the same id. */
export const workKey = (runId: string, segmentId: string): string =>
  JSON.stringify([runId, segmentId]);

/** The state of the podium screen. */
export const usePodium = create<PodiumState>(() => ({
  active: null,
  left: {},
  explained: null,
  dialog: null,
  works: {},
  rendered: [],
}));

const { getState: podium, setState: set } = usePodium;

keepApart(usePodium, {
  pick: ({ active, left, works }) => ({ active, left, works }),
  empty: { active: null, left: {}, works: {} },
  isTyped: ({ active, left, works }) =>
    [active, ...Object.values(left)].some((slot) => slot?.isTouched === true) ||
    Object.values(works).some(({ slots }) => slots !== null),
});

export function chooseRun(runId: string, former: string): void {
  usePodiumLocation.setState({ runId, segmentId: null, edition: null, against: null });
  leaveRun(former);
  set({ explained: null });
}

/** Closes the open slot and the dialog, because another run or tab is opened. The slot is kept as it is (P5). */
export const leaveRun = (runId: string): void =>
  set(({ active, left }) => ({
    active: null,
    dialog: null,
    left: active === null ? left : { ...left, [runId]: active },
  }));

/** Opens a slot. Typing continues in its segment when the tab is opened again. */
export function openSlot(active: ActiveSlot): void {
  set({ active });
  usePodiumLocation.setState({ segmentId: active.segmentId });
}

/**
 * Opens the slot that was left, as it was; false if none was left in one of these segments. Without a keyboard an
 * untouched slot stays closed, because its field would unfold the screen keyboard.
 */
export function comeBack(
  runId: string,
  segments: readonly PodiumSegment[],
  withKeyboard: boolean,
): boolean {
  const { [runId]: active, ...left } = podium().left;
  if (active === undefined) return false;
  // A segment that was announced meanwhile stays closed, unless something was typed.
  const isThere = segments.some(
    (segment) =>
      segment.segmentId === active.segmentId &&
      (active.isTouched || (withKeyboard && !isLocked(runId, segment))),
  );
  // A segment that is gone takes the typed text with it.
  if (segments.length > 0) set({ left });
  if (isThere) openSlot(active);
  return isThere;
}

/** Changes the open slot, if there is one. */
export const changeSlot = (part: Partial<ActiveSlot>): void =>
  set(({ active }) => (active === null ? {} : { active: { ...active, ...part } }));

/** Changes the open slot by what a person types: its fault is another one, or none. */
export const typeInSlot = (part: Partial<ActiveSlot>): void => changeSlot({ fault: null, ...part });

/** This screen's sheet was saved: a person who is still typing has seen it. */
export function seeSaved(segment: PodiumSegment): void {
  const { active } = podium();
  if (active?.segmentId === segment.segmentId && active.seen !== null)
    changeSlot({ seen: segment });
}

export const openDialog = (dialog: PodiumDialog | null): void => set({ dialog });

export const setWork = (key: string, part: Partial<SheetWork>): void =>
  set(({ works }) => ({ works: { ...works, [key]: { ...(works[key] ?? noWork), ...part } } }));

/** The unsaved lines of a segment wait for a person or for the connection. */
export const isHeld = ({ phase: { kind } }: SheetWork): boolean =>
  kind !== "resting" && kind !== "saving";

/** The runs of the segments of an event whose lines are held, one entry for each segment. */
export const unsavedSegments = (
  works: PodiumState["works"],
  eventId: string,
): readonly NonNullable<SheetWork["run"]>[] =>
  Object.values(works).flatMap((work) =>
    isHeld(work) && work.run?.eventId === eventId ? [work.run] : [],
  );

/** Keep the reply for two more query answers: the first may have been read before the command. */
export const freshFor = (segment: PodiumSegment): Pick<SheetWork, "fresh"> => ({
  fresh: { segment: withLabel(segment), answersLeft: 2 },
});

/** A segment without a name has its id as its label; the screen shows the id in words. */
export const withLabel = (segment: PodiumSegment): PodiumSegment =>
  segment.label === segment.segmentId
    ? { ...segment, label: words.podiumSetup.segmentLabel(readSegmentId(segment.segmentId)) }
    : segment;

/** The unsaved work of a segment. */
export const workOf = (runId: string, segmentId: string): SheetWork =>
  podium().works[workKey(runId, segmentId)] ?? noWork;

/** An announced segment can be changed only after a person has given a reason (P5). */
export const isLocked = (runId: string, { segmentId, state }: PodiumSegment): boolean =>
  (state === "announced" || state === "changed") && workOf(runId, segmentId).reason === null;
