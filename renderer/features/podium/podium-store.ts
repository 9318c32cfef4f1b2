import { create } from "zustand";
import type { PodiumSegment } from "#shared/contract/podium.ts";
import type { RunnerRow } from "#shared/contract/roster.ts";
import type { Failure } from "#shared/result.ts";
import { usePodiumPlace } from "./podium-location.ts";
import type { DraftSlot } from "./slots/draft-sheet.ts";

/** The slot that the keyboard writes into, and what is typed in it so far. */
export interface ActiveSlot {
  readonly segmentId: string;
  readonly index: number;
  readonly bib: string;
  readonly time: string;
  readonly tie: boolean;
  /** The time field stands open. */
  readonly asksTime: boolean;
  /** A person typed this time: it stays when the bib changes. */
  readonly isTimeMeant: boolean;
  /** The bib for which a person said what becomes of the former runner's typed time (P8). */
  readonly timeAnsweredFor: string | null;
  /** How often the line was held back because nobody said so; each time the question takes the keyboard. */
  readonly timeAsked: number;
  /** Typed, scanned or chosen, and not saved. */
  readonly isTouched: boolean;
  /** Chosen by a person, or scanned; null leaves it to the look-up. */
  readonly chosen: RunnerRow | null;
  /** The segment as it was when typing began: what the person saw. */
  readonly seen: PodiumSegment | null;
  readonly fault: SlotFault | null;
}

export type SlotFault = "bib-missing" | "empty" | "unreadable" | "negative" | "too-long";

/** What was typed into a segment and is not confirmed by the disk, and how its saving stands (J1). */
export interface SheetWork {
  /** Null: what the program says stands. */
  readonly slots: readonly DraftSlot[] | null;
  readonly phase:
    | { readonly kind: "resting" }
    | { readonly kind: "saving" }
    | { readonly kind: "not-saved"; readonly failure: Failure }
    /** Somebody else typed another sheet. */
    | { readonly kind: "meanwhile"; readonly theirs: PodiumSegment }
    /** Saved once a reason is given (P5). */
    | { readonly kind: "asks-reason"; readonly follows: readonly string[] };
  /** From a reply; stands until the room's own question was asked and answered anew. */
  readonly fresh: { readonly segment: PodiumSegment; readonly answersLeft: number } | null;
  /** Why it is changed after its announcement; asked once, until it is announced again (P5). */
  readonly reason: string | null;
}

export const noWork: SheetWork = {
  slots: null,
  phase: { kind: "resting" },
  fresh: null,
  reason: null,
};

/** What stands over the board. */
export type PodiumDialog =
  | { readonly kind: "announce"; readonly segmentId: string }
  | { readonly kind: "reason"; readonly segmentId: string }
  | { readonly kind: "rivals"; readonly segmentId: string }
  | { readonly kind: "meanwhile"; readonly segmentId: string }
  | { readonly kind: "segment"; readonly segmentId: string }
  | { readonly kind: "segments" }
  | { readonly kind: "groups" }
  | { readonly kind: "print" };

interface PodiumState {
  readonly active: ActiveSlot | null;
  /** The line that "why?" is about. */
  readonly explained: { readonly segmentId: string; readonly index: number } | null;
  readonly dialog: PodiumDialog | null;
  readonly works: Readonly<Record<string, SheetWork>>;
}

interface PodiumActions {
  readonly chooseRun: (runId: string) => void;
  readonly activate: (active: ActiveSlot | null) => void;
  readonly type: (part: Partial<ActiveSlot>) => void;
  /** This screen's own sheet was saved: who types on has seen it. */
  readonly seeSaved: (segment: PodiumSegment) => void;
  readonly explain: (explained: PodiumState["explained"]) => void;
  readonly open: (dialog: PodiumDialog | null) => void;
  readonly setWork: (key: string, part: Partial<SheetWork>) => void;
}

/** A segment's place in `works`: segments of two runs may have one id. */
export const workKey = (runId: string, segmentId: string): string =>
  JSON.stringify([runId, segmentId]);

/** The state of the podium screen; what the program knows is asked, never kept here. */
export const usePodium = create<PodiumState & PodiumActions>((set) => ({
  active: null,
  explained: null,
  dialog: null,
  works: {},
  chooseRun(runId) {
    usePodiumPlace.setState({ runId, segmentId: null, edition: null, against: null });
    set({ active: null, explained: null, dialog: null });
  },
  activate: (active) => set({ active }),
  type: (part) =>
    set((state) =>
      state.active === null ? state : { active: { ...state.active, fault: null, ...part } },
    ),
  seeSaved: (segment) =>
    set(({ active }) =>
      active?.segmentId === segment.segmentId && active.seen !== null
        ? { active: { ...active, seen: segment } }
        : {},
    ),
  explain: (explained) => set({ explained }),
  open: (dialog) => set({ dialog }),
  setWork: (key, part) =>
    set((state) => ({
      works: { ...state.works, [key]: { ...(state.works[key] ?? noWork), ...part } },
    })),
}));

/** An answer that is under way while a command is carried out may be older than the command's reply; the next is not. */
export const freshFor = (segment: PodiumSegment): Pick<SheetWork, "fresh"> => ({
  fresh: { segment, answersLeft: 2 },
});

/** How a segment's work stands now. */
export const workOf = (runId: string, segmentId: string): SheetWork =>
  usePodium.getState().works[workKey(runId, segmentId)] ?? noWork;
