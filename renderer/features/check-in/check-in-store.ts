import { create } from "zustand";
import type { OutputOf } from "#shared/contract/index.ts";
import type { RunnerCard, RunnerRow } from "#shared/contract/roster.ts";
import type { Failure } from "#shared/result.ts";

export type ScanAnswer = OutputOf<"roster.scan">;
export type FamilyOutcome = OutputOf<"checkIn.performAll">["outcomes"][number];

/** Where the list comes from: the keyboard, the scanner, or another room that named a runner. */
export type Source =
  | { readonly kind: "typed" }
  | { readonly kind: "scanned"; readonly answer: ScanAnswer }
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
    }
  | { readonly kind: "family"; readonly outcomes: readonly FamilyOutcome[]; readonly atMs: number };

/** The red card. It keeps the very command, so that trying again cannot do it twice (J1, J8). */
export interface NotSaved {
  readonly what: "check-in" | "bib" | "undo";
  readonly runner: RunnerRow | null;
  readonly failure: Failure;
  readonly tryAgain: () => void;
}

/** What the right side shows of the chosen runner. */
export type Panel =
  | { readonly kind: "card" }
  | { readonly kind: "bib" }
  | { readonly kind: "taken"; readonly bib: string; readonly holder: RunnerRow };

/**
 * An Enter that came before its answer. It means the runner whose card was on the screen, if the answer has the same one;
 * where the search itself had not answered, also the only holder of the typed bib.
 */
export interface EarlyEnter {
  readonly shownId: string | null;
  readonly hadAnswer: boolean;
  readonly text: string;
  readonly atMs: number;
}

interface CheckInScreen {
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
  readonly heldCard: RunnerCard | null;
  readonly earlyEnter: EarlyEnter | null;
  readonly asksReason: boolean;
}

interface CheckInActions {
  readonly type: (text: string) => void;
  readonly clear: () => void;
  readonly choose: (runnerId: string) => void;
  readonly open: (runnerId: string) => void;
  readonly showScan: (answer: ScanAnswer) => void;
  readonly showDone: (done: Done) => void;
  readonly showPanel: (panel: Panel) => void;
  readonly setNotSaved: (notSaved: NotSaved | null) => void;
  readonly setBusy: (busy: string | null, heldCard?: RunnerCard) => void;
  readonly setEarlyEnter: (enter: EarlyEnter | null) => void;
  readonly askReason: (asks: boolean) => void;
}

const empty: CheckInScreen = {
  text: "",
  source: { kind: "typed" },
  chosenId: null,
  panel: { kind: "card" },
  done: null,
  notSaved: null,
  busy: null,
  heldCard: null,
  earlyEnter: null,
  asksReason: false,
};

/** The longest text the contract takes; more is no name. */
const longestText = 20_000;

/** The state of the check-in screen; what the core knows is asked, never kept here. */
export const useCheckIn = create<CheckInScreen & CheckInActions>((set) => ({
  ...empty,
  type: (text) =>
    set((state) => ({ ...empty, busy: state.busy, text: text.slice(0, longestText) })),
  clear: () => set((state) => ({ ...empty, busy: state.busy })),
  choose: (runnerId) =>
    set({
      chosenId: runnerId,
      panel: { kind: "card" },
      notSaved: null,
      heldCard: null,
      earlyEnter: null,
    }),
  open: (runnerId) =>
    set((state) => ({
      ...empty,
      busy: state.busy,
      source: { kind: "opened", runnerId },
      chosenId: runnerId,
    })),
  showScan: (answer) =>
    set((state) => ({
      ...empty,
      busy: state.busy,
      text: answer.reading.text.slice(0, longestText),
      source: { kind: "scanned", answer },
    })),
  showDone: (done) => set({ ...empty, done }),
  showPanel: (panel) => set({ panel, notSaved: null }),
  setNotSaved: (notSaved) => set({ notSaved, asksReason: false }),
  setBusy: (busy, heldCard) => set({ busy, heldCard: heldCard ?? null }),
  setEarlyEnter: (earlyEnter) => set({ earlyEnter }),
  askReason: (asksReason) => set({ asksReason }),
}));
