import { create } from "zustand";
import type { OutputOf } from "#shared/contract/index.ts";
import type { RunnerCard, RunnerRow } from "#shared/contract/roster.ts";
import type { Failure } from "#shared/result.ts";

export type ScanAnswer = OutputOf<"roster.scan">;
export type FamilyOutcome = OutputOf<"checkIn.performAll">["outcomes"][number];

/** One of the scanned keys may have been a person's: the code with it, and without it (B4). */
export interface AmbiguousScan {
  readonly code: string;
  readonly instead: string;
}

/** Where the list comes from: the keyboard, the scanner, or another room that named a runner. */
export type Source =
  | { readonly kind: "typed" }
  | {
      readonly kind: "scanned";
      readonly answer: ScanAnswer;
      readonly ambiguous: AmbiguousScan | null;
    }
  | { readonly kind: "opened"; readonly runnerId: string };

/** The green card: one runner, or a family. */
export type Done =
  | {
      readonly kind: "one";
      readonly runner: RunnerRow;
      readonly entryId: string;
      readonly atMs: number;
      /** Same e-mail, not here yet. */
      readonly waiting: readonly RunnerRow[];
      /** A bib was given on the card since: Ctrl+Z takes that back first. */
      readonly hasNewer?: boolean;
    }
  | { readonly kind: "family"; readonly outcomes: readonly FamilyOutcome[]; readonly atMs: number };

type OneDone = Extract<Done, { kind: "one" }>;

/** The red card. It keeps the very command, so that trying again cannot do it twice (J1, J8). */
export interface NotSaved {
  readonly what: "check-in" | "bib" | "undo" | "redo";
  readonly runner: RunnerRow | null;
  readonly failure: Failure;
  readonly tryAgain: () => void;
}

/** What the right side shows of the chosen runner. `after`: the green card that comes back once the bib is given. */
export type Panel =
  | { readonly kind: "card" }
  /** Over the card: how the name is said. */
  | { readonly kind: "say" }
  | { readonly kind: "bib"; readonly after?: OneDone | undefined }
  | {
      readonly kind: "taken";
      readonly bib: string;
      readonly holder: RunnerRow;
      readonly after?: OneDone | undefined;
    };

/** A key that came before its answer: it acts on that answer, or is forgotten. */
export type EarlyKey = { readonly text: string; readonly atMs: number } & (
  | { readonly kind: "step"; readonly by: 1 | -1 }
  | {
      readonly kind: "enter";
      readonly shownId: string | null;
      readonly hadAnswer: boolean;
      /** A code was being looked up: the key waits for what the code says, whatever the text in the box. */
      readonly isOfScan?: boolean;
    }
);

interface CheckInState {
  readonly text: string;
  readonly source: Source;
  /** Chosen by hand; null leaves the choice to the look-up. */
  readonly chosenId: string | null;
  readonly panel: Panel;
  readonly done: Done | null;
  readonly notSaved: NotSaved | null;
  /** The command under way: a second one waits for no one, it does nothing. */
  readonly busy: string | null;
  /**
   * The card as it was when its command went out. The hint of a check-in may be here before its
   * reply; the card must not turn orange ("already checked in") on the way to green.
   */
  readonly frozenCard: RunnerCard | null;
  readonly earlyKey: EarlyKey | null;
  /** A code was scanned and its answer is not here: what is on the screen is of the runner before. */
  readonly isLookingUp: boolean;
  /** When an Enter chose the first row (`performance.now()`); null once anything else was done. */
  readonly enteredListAtMs: number | null;
  /** How often Enter was refused on what is shown now. */
  readonly refusals: number;
  readonly asksReason: boolean;
}

interface CheckInActions {
  readonly type: (text: string) => void;
  readonly clear: () => void;
  readonly choose: (runnerId: string) => void;
  readonly open: (runnerId: string) => void;
  readonly showScan: (answer: ScanAnswer, ambiguous: AmbiguousScan | null) => void;
  readonly showDone: (done: Done) => void;
  readonly showPanel: (panel: Panel) => void;
  readonly setNotSaved: (notSaved: NotSaved | null) => void;
  readonly setBusy: (busy: string | null, frozenCard?: RunnerCard) => void;
  readonly setEarlyKey: (key: EarlyKey | null) => void;
  /** A code is looked up from now on, or was in vain. */
  readonly lookUp: (isLookingUp: boolean) => void;
  /** Enter moves into the list: the row is chosen, and a bouncing Enter goes no further. */
  readonly enterList: (runnerId: string, atMs: number) => void;
  readonly bounce: (atMs: number) => void;
  readonly refuseEnter: () => void;
  readonly askReason: (asks: boolean) => void;
}

const empty: CheckInState = {
  text: "",
  source: { kind: "typed" },
  chosenId: null,
  panel: { kind: "card" },
  done: null,
  notSaved: null,
  busy: null,
  frozenCard: null,
  earlyKey: null,
  isLookingUp: false,
  enteredListAtMs: null,
  refusals: 0,
  asksReason: false,
};

/** A row was chosen: what belonged to the runner before is gone. */
const chosen = (runnerId: string): Partial<CheckInState> => ({
  chosenId: runnerId,
  panel: { kind: "card" },
  notSaved: null,
  frozenCard: null,
  earlyKey: null,
  isLookingUp: false,
  enteredListAtMs: null,
  refusals: 0,
});

/** The longest text the contract takes; more is no name. */
const longestText = 20_000;

/** The state of the check-in screen; what the core knows is asked, never kept here. */
export const useCheckIn = create<CheckInState & CheckInActions>((set) => ({
  ...empty,
  type: (text) =>
    set((state) => ({ ...empty, busy: state.busy, text: text.slice(0, longestText) })),
  clear: () => set((state) => ({ ...empty, busy: state.busy })),
  choose: (runnerId) => set(chosen(runnerId)),
  open: (runnerId) =>
    set((state) => ({
      ...empty,
      busy: state.busy,
      source: { kind: "opened", runnerId },
      chosenId: runnerId,
    })),
  showScan: (answer, ambiguous) =>
    set(({ busy, earlyKey }) => {
      const text = answer.reading.text.slice(0, longestText);
      const isOfScan = earlyKey?.kind === "enter" && earlyKey.isOfScan === true;
      const isOne = answer.rows.length === 1;
      return {
        ...empty,
        busy,
        text,
        source: { kind: "scanned", answer, ambiguous },
        earlyKey: isOfScan && isOne ? { ...earlyKey, text } : null,
      };
    }),
  showDone: (done) => set({ ...empty, done }),
  showPanel: (panel) => set({ panel, notSaved: null }),
  setNotSaved: (notSaved) => set({ notSaved, asksReason: false }),
  setBusy: (busy, frozenCard) => set({ busy, frozenCard: frozenCard ?? null }),
  setEarlyKey: (earlyKey) => set({ earlyKey }),
  lookUp: (isLookingUp) => set({ isLookingUp, earlyKey: null }),
  enterList: (runnerId, atMs) => set({ ...chosen(runnerId), enteredListAtMs: atMs }),
  bounce: (atMs) => set({ enteredListAtMs: atMs }),
  refuseEnter: () => set((state) => ({ refusals: state.refusals + 1 })),
  askReason: (asksReason) => set({ asksReason }),
}));
