import { words } from "#renderer/i18n/words.ts";
import { showToast, useToast } from "#renderer/ui/controls/dialogs/toast-store.ts";
import type { ToastAction } from "#renderer/ui/controls/dialogs/toast-store.ts";
import { redoButton, undoButton } from "#renderer/ui/controls/dialogs/toast.tsx";
import type { OutputOf } from "#shared/contract/index.ts";
import type { RunnerRow } from "#shared/contract/roster.ts";
import type { Failure } from "#shared/result.ts";
import { isForRunner, useCheckIn } from "../check-in-store.ts";
import type { Done, OneDone } from "../check-in-store.ts";
import type { CommandRunner } from "./run-command.ts";

/** A second press within this time is ignored: the key bounced, or the person has not seen the first result yet. */
const samePressMs = 1_000;

/** Undo and redo of the check-in screen. Each toast names the runner and offers the opposite command (C3). */
export function createUndoCommands(
  run: CommandRunner,
  eventId: string,
  onUndone: (runners: readonly RunnerRow[]) => void,
) {
  const screen = useCheckIn.getState;
  const isNewPress = createPressGuard();
  /** The key was pressed again before the reply; the toast of the reply says so. */
  let isPressedAgain = false;
  let lastSaid = "";
  const greenCard = createGreenCard();
  const sayPressedAgain = (key: "undo" | "redo"): void => {
    const { toast: shown, show } = useToast.getState();
    if (screen().busy === (key === "undo" ? "desk.undoLast" : "desk.redo")) isPressedAgain = true;
    else if (shown !== null && shown.text === lastSaid) {
      show({ ...shown, text: onceMore(lastSaid, key) });
    }
  };
  const answered = (text: string, key: "undo" | "redo"): string => {
    lastSaid = text;
    const said = isPressedAgain ? onceMore(text, key) : text;
    isPressedAgain = false;
    return said;
  };

  const undo = (runner: RunnerRow, entryId: string): void =>
    run({
      name: "checkIn.undo",
      input: { eventId, runnerId: runner.id, entryId },
      what: "undo",
      runner,
      onDone: ({ runner: now, entryId: undoId }) => {
        onUndone([now]);
        const { done } = screen();
        if (done?.kind === "one" && done.runner.id === now.id) greenCard.leave([now]);
        const undone: Undone = { undone: "check-in", runners: [now] };
        sayUndone(undone, undoneWords(undone), redoOf(undoId));
      },
      onRefused: (failure) => showToast("look", undoRefusal(failure, true)),
    });

  /** Undoes the whole action that this entry is part of: a family's check-in, a bib, a swap. */
  const undoAction = (entryId: string | undefined): void =>
    run({
      name: "desk.undoLast",
      input: { eventId, ...(entryId === undefined ? {} : { entryId }) },
      what: "undo",
      runner: null,
      onDone: (undone, isWatched) => {
        onUndone(undone.runners);
        if (isWatched) greenCard.follow(undone);
        sayUndone(undone, answered(undoneWords(undone), "undo"), redoOf(undone.entryId));
      },
      onRefused: (failure) => showToast("look", undoRefusal(failure, entryId !== undefined)),
    });

  /** Ctrl+Z: undoes the action on the green card, else the last action of this desk. */
  const undoLast = (): void => {
    // The command that runs now is meant, by its entry: another command may wait for its reply.
    if (isForRunner(screen()) && isNewPress("undo")) {
      void run.running().then((entryId) => entryId !== null && undoAction(entryId));
    } else if (screen().busy === null && isNewPress("undo")) undoAction(shownEntry(screen().done));
    else sayPressedAgain("undo");
  };

  const runRedo = (undoId: string | undefined): void =>
    run({
      name: "desk.redo",
      input: { eventId, ...(undoId === undefined ? {} : { entryId: undoId }) },
      what: "redo",
      runner: null,
      onDone: (redone, isWatched) => {
        const tone = redone.left.length === 0 ? "done" : "look";
        const text = answered(redoneWords(redone), "redo");
        const undoIt = undoButton(() => undoAction(redone.entryId));
        showToast(tone, text, undoIt);
        if (!isWatched || !greenCard.showAgain(redone)) screen().noteNewer();
      },
      onRefused: (failure) => showToast("look", redoRefusal(failure)),
    });

  /** Ctrl+Shift+Z: redoes the action of this undo entry, else the last undone action of this desk (C10). */
  const redo = (undoId?: string): void => {
    if (undoId !== undefined) runRedo(undoId);
    else if (screen().busy === null && isNewPress("redo")) runRedo(undefined);
    else sayPressedAgain("redo");
  };

  const redoOf = (undoId: string): ToastAction => redoButton(() => redo(undoId));

  return { undo, undoAction, undoLast, redo };
}

/** The toast goes when one of its runners is checked in again. */
function sayUndone({ undone, runners }: Undone, text: string, action: ToastAction): void {
  const isCheckIn = undone === "check-in" || undone === "family";
  const undoneIds = isCheckIn ? runners.map(({ id }) => id) : undefined;
  useToast.getState().show({ tone: "done", text, action, undoneIds });
}

/** Adds that the second press did nothing. */
const onceMore = (text: string, key: "undo" | "redo"): string =>
  `${text}. ${words.checkIn.onceMore[key]}`;

/** Returns false for a press within `samePressMs` of the last accepted one. */
function createPressGuard(): (key: "undo" | "redo") => boolean {
  const last = { undo: Number.NEGATIVE_INFINITY, redo: Number.NEGATIVE_INFINITY };
  return (key) => {
    const atMs = performance.now();
    const isNew = atMs - last[key] >= samePressMs;
    if (isNew) last[key] = atMs;
    return isNew;
  };
}

/** The entry that Ctrl+Z undoes while the green card is shown; undefined: the last action of this desk. */
function shownEntry(done: Done | null): string | undefined {
  if (done === null || done.hasNewer === true) return undefined;
  if (done.kind === "one") return done.entryId;
  return done.outcomes.find(({ entryId }) => entryId !== null)?.entryId ?? undefined;
}

const namesOf = (runners: readonly RunnerRow[]): string[] =>
  runners.map(({ name, email }) => name ?? email);

type Undone = Pick<OutputOf<"desk.undoLast">, "undone" | "runners">;

/** What was undone, and who is still checked in, because one of several check-ins was undone (C2). */
function undoneWords({ undone, runners }: Undone): string {
  const text = words.checkIn.undone[undone](namesOf(runners), runners[0]?.bib ?? null);
  const isCheckIn = undone === "check-in" || undone === "family";
  return [text, ...(isCheckIn ? stillCheckedIn(runners) : [])].join(". ");
}

const stillCheckedIn = (runners: readonly RunnerRow[]): string[] =>
  runners.flatMap(({ name, email, checkedIn }) =>
    checkedIn === null ? [] : [words.checkIn.stillCheckedIn(name ?? email, checkedIn)],
  );

function redoneWords({ redone, runners, left }: OutputOf<"desk.redo">): string {
  const said = words.checkIn.redone[redone](namesOf(runners), runners[0]?.bib ?? null);
  return left.length === 0 ? said : `${said}. ${words.checkIn.notRedone(namesOf(left))}`;
}

function undoRefusal({ code, details }: Failure, isNamed: boolean): string {
  const say = words.checkIn;
  if (code === "nothing-to-undo") return isNamed ? say.undoneBefore : say.nothingToUndo;
  if (code === "bib-taken") return say.undoTaken(nameIn(details?.["holder"]));
  return say.undoFailed;
}

function redoRefusal({ code, details }: Failure): string {
  const say = words.checkIn;
  if (code === "nothing-to-redo") return say.nothingToRedo;
  const told = details?.["holder"] ?? details?.["runner"];
  return Object.hasOwn(say.redoFailed, code)
    ? say.redoFailed[code as keyof typeof say.redoFailed](nameIn(told))
    : say.redoRefused;
}

/** The name of a runner in the details of a failure. */
const nameIn = (runner: unknown): string | null =>
  typeof runner === "object" &&
  runner !== null &&
  "name" in runner &&
  typeof runner.name === "string"
    ? runner.name
    : null;

/** The green card with what this desk changed in these rows, which is no change by somebody else. */
export function withRows(done: Done, rows: readonly RunnerRow[]): Done {
  const rowOf = (id: string): RunnerRow | undefined => rows.find((row) => row.id === id);
  if (done.kind === "one") return { ...done, runner: rowOf(done.runner.id) ?? done.runner };
  const outcomes = done.outcomes.map((outcome) => ({
    ...outcome,
    runner: rowOf(outcome.runnerId) ?? outcome.runner,
  }));
  return { ...done, outcomes };
}

function createGreenCard() {
  const screen = useCheckIn.getState;
  let last: OneDone | null = null;
  /** The entry of the last redo that the green card showed. */
  let redoneEntry: string | null = null;
  const card = {
    /**
     * After an undo. The card of a family stays after the undo of a bib, because the other bibs are still to be handed
     * over.
     */
    follow({ undone, runners }: Undone): void {
      const { done } = screen();
      const isOfBib = undone === "bib" || undone === "swap";
      if (done?.kind !== "family" || !isOfBib) card.leave(runners);
      else screen().showDone({ ...withRows(done, runners), hasNewer: true });
    },
    /**
     * After an undo, replaces the green card, which is no longer true, with the runner's own card. It also replaces a card
     * that an earlier undo opened, so that the card shows the runner of this undo.
     */
    leave([first]: readonly RunnerRow[]): void {
      const { done, source } = screen();
      if (done === null && source.kind !== "opened") return;
      if (done?.kind === "one") last = done;
      if (first === undefined) screen().clear();
      else screen().open(first.id);
    },
    /**
     * After a redo, shows the green card in place of the runner's own card, or of the green card of the redo before. Returns
     * false if another card is shown.
     */
    showAgain({ redone, runners, entryId }: OutputOf<"desk.redo">): boolean {
      const { source, done } = screen();
      const isOfRedo = done?.kind === "one" && done.entryId === redoneEntry;
      const runner = runners.find(
        ({ id }) => isOfRedo || (source.kind === "opened" && source.runnerId === id),
      );
      if (redone !== "check-in" || runner === undefined) return false;
      redoneEntry = entryId;
      const atMs = runner.checkedIn?.atMs ?? Date.now();
      const { waiting = [], knownProblem = null } = last?.runner.id === runner.id ? last : {};
      screen().showDone({ kind: "one", runner, entryId, atMs, waiting, knownProblem });
      // Ctrl+Z means the green card.
      useToast.getState().dropKeys();
      return true;
    },
  };
  return card;
}
