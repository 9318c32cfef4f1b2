import { create } from "zustand";
import { combine } from "zustand/middleware";
import type { OutputOf } from "#shared/contract/index.ts";
import type { RunnerCard, RunnerRow } from "#shared/contract/roster.ts";
import type { Failure } from "#shared/result.ts";

export type ScanAnswer = OutputOf<"roster.scan">;
export type FamilyOutcome = OutputOf<"checkIn.performAll">["outcomes"][number];

/** A scan in which one key may have been typed by a person: the code with that key and without it (B4). */
export interface AmbiguousScan {
  readonly code: string;
  readonly instead: string;
}

/** The origin of the results: the keyboard, the scanner, or another screen that names a runner. */
export type Source =
  | { readonly kind: "typed" }
  | {
      readonly kind: "scanned";
      readonly answer: ScanAnswer;
      readonly ambiguous: AmbiguousScan | null;
    }
  | { readonly kind: "opened"; readonly runnerId: string };

/** The content of the green card: one runner, or a family. */
export type Done = DoneContent & {
  /** This desk did something after it: a bib was given on the card, or a toast redid another action. Ctrl+Z undoes that first. */
  readonly hasNewer?: boolean;
};

type DoneContent =
  | {
      readonly kind: "one";
      readonly runner: RunnerRow;
      readonly entryId: string;
      readonly atMs: number;
      /** Runners with the same e-mail, or of the same relay team, who are not checked in. */
      readonly waiting: readonly RunnerRow[];
      /** The problem that the card named when a person checked the runner in (C2); null without one. */
      readonly knownProblem?: string | null;
    }
  | { readonly kind: "family"; readonly outcomes: readonly FamilyOutcome[]; readonly atMs: number };

export type OneDone = Extract<Done, { readonly kind: "one" }>;

/** The content of the red card. `tryAgain` repeats the command with its id, so it cannot be performed twice (J1, J8). */
export interface NotSaved {
  readonly what: "check-in" | "bib" | "undo" | "redo";
  readonly runner: RunnerRow | null;
  readonly failure: Failure;
  readonly tryAgain: () => void;
}

/** The taken bib, with which the field begins when somebody types at the question about it. */
export interface BegunBib {
  readonly text: string;
  /** The typed key replaces the text; Backspace corrects its end. */
  readonly isReplaced: boolean;
}

/** What the right side shows of the chosen runner. `after`: the green card to show again after the bib is assigned. */
type Panel =
  | { readonly kind: "card" }
  /** The dialog with the pronunciation of the name, over the card. */
  | { readonly kind: "say" }
  | {
      readonly kind: "bib";
      readonly after?: Done | undefined;
      readonly begun?: BegunBib | undefined;
    }
  | {
      readonly kind: "taken";
      readonly bib: string;
      readonly holder: RunnerRow;
      readonly after?: Done | undefined;
    };

/** A key press that is kept until the search answers. `atMs` is a time of `performance.now()`, which never goes back. */
export type EarlyKey = { readonly atMs: number } & (
  | { readonly kind: "step"; readonly text: string; readonly by: 1 | -1 }
  | ({ readonly kind: "enter" } & EarlyEnter)
);

export interface EarlyEnter {
  readonly text: string;
  /** The runner whose card was on the screen. */
  readonly shownId: string | null;
  /** The list was up to date; only the card was missing. */
  readonly hadAnswer: boolean;
  /** Pressed while a scanned code was looked up: the key waits for that answer, whatever the text is. */
  readonly isOfScan?: boolean;
}

const empty = {
  text: "",
  source: { kind: "typed" } as Source,
  /** The runner that a person chose; null: the runner that the search means. */
  chosenId: null as string | null,
  panel: { kind: "card" } as Panel,
  done: null as Done | null,
  notSaved: null as NotSaved | null,
  /** The name of the running command; meanwhile, a second command is ignored. */
  busy: null as string | null,
  /** The text of the running command in the search box; another text is the next runner's. Null: its text has left the box. */
  busyText: null as string | null,
  /** Something was typed since: the text is the next runner's, also while it is the same as `busyText`. */
  isNextTyped: false,
  /**
   * The card at the start of its command. The invalidation of a check-in may arrive before its reply; the card must not
   * turn orange ("already checked in") before it turns green.
   */
  frozenCard: null as RunnerCard | null,
  earlyKey: null as EarlyKey | null,
  /** A scanned code has no answer yet, so the screen still shows the previous runner. */
  isLookingUp: false,
  /** Time at which Enter chose the first row (`performance.now()`); null after any other action. */
  enteredListAtMs: null as number | null,
  /** Number of times that Enter was refused for the runner or text on the screen. */
  refusals: 0,
  asksReason: false,
};

const atStart = {
  ...empty,
  /** How often a person emptied the screen. A scan that has no answer yet is dismissed with it. */
  clears: 0,
  /** The runner of the last code, until somebody is checked in or the screen is emptied. */
  scannedOnly: null as RunnerRow | null,
};

type CheckInState = Readonly<typeof atStart>;

/** The commands for the runner, or the family, whose text is in the search box. */
const ofRunner: ReadonlySet<string | null> = new Set([
  "checkIn.perform",
  "checkIn.performAll",
  "bib.assign",
  "bib.swap",
]);

/** A command for a runner runs; Ctrl+Z means this command. An undo or a redo is none. */
export const isForRunner = ({ busy }: Pick<CheckInState, "busy">): boolean => ofRunner.has(busy);

/** The box has the text of the runner whose command runs, or of an Enter that waits: what is typed now is the next runner. */
export const hasTextOfRunning = (
  state: Pick<CheckInState, "text" | "busy" | "busyText" | "isNextTyped" | "earlyKey">,
): boolean =>
  (isForRunner(state) && state.text === state.busyText && !state.isNextTyped) ||
  state.earlyKey?.kind === "enter";

/** Closes the question about a bib: the green card is shown again if the question came from there, else the runner's card. */
export function closeQuestion(): void {
  const { panel, showDone, showPanel } = useCheckIn.getState();
  const after = "after" in panel ? panel.after : undefined;
  if (after === undefined) showPanel({ kind: "card" });
  else showDone(after);
}

/** The question about a taken bib is on the screen, and none of its buttons was pressed. */
export const asksAboutTakenBib = ({
  panel,
  busy,
  notSaved,
}: Pick<CheckInState, "panel" | "busy" | "notSaved">): boolean =>
  panel.kind === "taken" && busy === null && notSaved === null;

/** Opens the field of the bib again, whose bib was taken (B2). */
export function retypeBib(isReplaced: boolean): void {
  const { panel, showPanel } = useCheckIn.getState();
  if (panel.kind !== "taken") return;
  showPanel({ kind: "bib", after: panel.after, begun: { text: panel.bib, isReplaced } });
}

/** What Esc does: it closes a question; without one it empties the search box. */
export function leaveOrClear(): void {
  const { panel, notSaved, clear } = useCheckIn.getState();
  if (panel.kind !== "card" && notSaved === null) closeQuestion();
  else clear();
}

/** What stays when the next runner is typed or opened. */
const kept = ({ busy, busyText }: CheckInState): Pick<CheckInState, "busy" | "busyText"> => ({
  busy,
  busyText,
});

/** Chooses a row and resets the state of the previous runner. */
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

/** The only runner of a code, if this runner is not checked in. */
export function onlyUnchecked({ rows }: ScanAnswer): RunnerRow | null {
  const [only] = rows.length === 1 ? rows : [];
  return only === undefined || only.checkedIn !== null ? null : only;
}

/** The contract's longest search text. */
const longestText = 20_000;

/** The state of the check-in screen. Data of the core is queried and not stored here. */
export const useCheckIn = create(
  combine(atStart, (set) => ({
    type: (text: string) =>
      set((state) => ({
        ...empty,
        ...kept(state),
        text: text.slice(0, longestText),
        // A new object: the screen shows another search than before, also if its text becomes the same again.
        source: { kind: "typed" },
        isNextTyped: true,
      })),
    /** Empties the search box, and cancels an Enter that waits. */
    clear: () => {
      // Two steps: a text that changes with a waiting Enter means the next runner, and finishes the Enter.
      set({ earlyKey: null });
      set((state) => ({ ...empty, ...kept(state), scannedOnly: null, clears: state.clears + 1 }));
    },
    /** The screen is left; an Enter that waits is finished. */
    leave: () => set((state) => ({ ...empty, ...kept(state), scannedOnly: null })),
    choose: (runnerId: string) => set(chosen(runnerId)),
    open: (runnerId: string) =>
      set((state) => ({
        ...empty,
        ...kept(state),
        source: { kind: "opened", runnerId },
        chosenId: runnerId,
      })),
    showScan: (answer: ScanAnswer, ambiguous: AmbiguousScan | null) =>
      set((state) => {
        const { earlyKey } = state;
        const text = answer.reading.text.slice(0, longestText);
        const isOfScan = earlyKey?.kind === "enter" && earlyKey.isOfScan === true;
        const isOne = answer.rows.length === 1;
        return {
          ...empty,
          ...kept(state),
          text,
          source: { kind: "scanned", answer, ambiguous },
          scannedOnly: onlyUnchecked(answer),
          earlyKey: isOfScan && isOne && !answer.isLookAlike ? { ...earlyKey, text } : null,
        };
      }),
    showDone: (done: Done) => set({ ...empty, scannedOnly: null, done }),
    /** This desk did something after what the green card shows. */
    noteNewer: () =>
      set(({ done }) => (done === null ? {} : { done: { ...done, hasNewer: true } })),
    /** Changes who waits beside the green card. */
    setWaiting: (change: (waiting: OneDone["waiting"]) => OneDone["waiting"]) =>
      set(({ done }) =>
        done?.kind === "one" ? { done: { ...done, waiting: change(done.waiting) } } : {},
      ),
    showPanel: (panel: Panel) => set({ panel, notSaved: null, refusals: 0 }),
    setNotSaved: (notSaved: NotSaved | null) => set({ notSaved, asksReason: false }),
    /** `isOnScreen`: the box still has the text for which the command was given. */
    begin: (command: string, isOnScreen: boolean, card?: RunnerCard) =>
      set(({ text }) => ({
        busy: command,
        busyText: isOnScreen ? text : null,
        isNextTyped: false,
        frozenCard: isOnScreen ? (card ?? null) : null,
      })),
    end: () => set({ busy: null, busyText: null, frozenCard: null }),
    setEarlyKey: (earlyKey: EarlyKey | null) => set({ earlyKey }),
    /**
     * The look-up of a code began, or failed. The first key of a scanned code was typed, and the text before it is back.
     */
    lookUp: (isLookingUp: boolean) => set({ isLookingUp, earlyKey: null, isNextTyped: false }),
    /** Enter chooses a row; a second Enter soon after it is ignored as a bounce. */
    enterList: (runnerId: string, atMs: number) =>
      set({ ...chosen(runnerId), enteredListAtMs: atMs }),
    bounce: (atMs: number) => set({ enteredListAtMs: atMs }),
    refuseEnter: () => set((state) => ({ refusals: state.refusals + 1 })),
    askReason: (asksReason: boolean) => set({ asksReason }),
  })),
);
