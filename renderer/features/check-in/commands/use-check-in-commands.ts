import { createContext, createRef, useContext, useMemo } from "react";
import { useClient } from "#renderer/client/client-context.tsx";
import type { Client } from "#renderer/client/client.ts";
import { words } from "#renderer/i18n/words.ts";
import { playSound } from "#renderer/ui/race/sounds.ts";
import type { SoundName } from "#renderer/ui/race/sounds.ts";
import { showToast, useToast } from "#renderer/ui/controls/dialogs/toast-store.ts";
import { undoButton } from "#renderer/ui/controls/dialogs/toast.tsx";
import type { RunnerCard, RunnerRow } from "#shared/contract/roster.ts";
import type { Failure } from "#shared/result.ts";
import { useCheckIn } from "../check-in-store.ts";
import type { EarlyEnter, OneDone } from "../check-in-store.ts";
import { companionsOf, isHere, isReadyToCheckIn, judgeCard } from "../runner/verdict.ts";
import { problemOf } from "../runner/warning-heading.ts";
import { decideLateEnter } from "./late-enter.ts";
import { createCommandRunner, viewOfNow } from "./run-command.ts";
import { createUndoCommands, withRows } from "./undo-commands.ts";

/** The part of the screen that gives a bib. */
export interface AskedBib {
  /** Called with the code of a refusal that the part shows itself. */
  readonly onInvalid: (code: string) => void;
  /** Whether the part still asks for this bib: nobody typed another one meanwhile. */
  readonly isAsked: () => boolean;
}

/** The field of a bib, for the keys that are pressed beside it. */
export interface BibField {
  readonly focus: () => void;
  /** Gives the bib, as Enter in the field does. */
  readonly give: () => void;
}

/** The commands of the check-in screen for one event. */
export type CheckInCommands = ReturnType<typeof createCheckInCommands>;

export function useCheckInCommands(eventId: string, volume: number): CheckInCommands {
  const client = useClient();
  return useMemo(() => createCheckInCommands(client, eventId, volume), [client, eventId, volume]);
}

export const CheckInCommandsContext = createContext<CheckInCommands | null>(null);

/** The commands of the check-in screen around the component. */
export function useCommands(): CheckInCommands {
  const commands = useContext(CheckInCommandsContext);
  if (commands === null) throw new Error("No check-in screen around this component");
  return commands;
}

interface Context {
  readonly client: Client;
  readonly eventId: string;
  readonly sound: (name: SoundName) => void;
  readonly run: ReturnType<typeof createCommandRunner>;
  readonly undoCommands: ReturnType<typeof createUndoCommands>;
  /** The runners whom this screen checked in, with the time (`performance.now()`). */
  readonly checkedIn: Map<string, number>;
}

const screen = useCheckIn.getState;

/** `volume`: of the sounds, 0 to 1. */
export function createCheckInCommands(client: Client, eventId: string, volume: number) {
  const sound = (name: SoundName): void => playSound(name, volume);
  const run = createCommandRunner(client, {
    sound,
    onNoConnection: () => showToast("stop", words.checkIn.noConnection),
  });
  const checkedIn = new Map<string, number>();
  const undoCommands = createUndoCommands(run, eventId, (runners) => {
    for (const { id } of runners) checkedIn.delete(id);
  });
  const context = { client, eventId, sound, run, undoCommands, checkedIn };
  return {
    ...undoCommands,
    eventId,
    checkIn: (card: RunnerCard, reason?: string) => checkIn(context, card, { reason }),
    checkInAll: (runners: readonly RunnerRow[]) => checkInAll(context, runners),
    /** Finishes an Enter that waited for an answer when its runner left the screen. */
    checkInLate: (early: EarlyEnter) => void checkInLate(context, early),
    /** Says in a message that a refused Enter checked nobody in, because its text left the screen at once. */
    tellRefused: (text: string, card: RunnerCard | null) =>
      toast("look", refusedWords(text, card, card === null)),
    /** Checks in a scanned runner who is not on the screen (B4), because the next code is. */
    checkInScanned: (runner: RunnerRow) => void checkInScanned(context, runner),
    assignBib: (runner: RunnerRow, bib: string, asked: AskedBib) =>
      assignBib(context, runner, bib, asked),
    swap: (runner: RunnerRow, other: RunnerRow) => swap(context, runner, other),
    sound,
    /** The field of the bib that is on the screen. */
    bibField: createRef<BibField>(),
  };
}

function toast(tone: "done" | "look", text: string, onUndo?: () => void): void {
  showToast(tone, text, onUndo === undefined ? undefined : undoButton(onUndo));
}

/** After a refusal: the card says why. If the next runner is already typed, a message names the former one. */
function lookAgain(
  { sound }: Context,
  { code }: Pick<Failure, "code">,
  name: string | null,
  isWatched: boolean,
): void {
  sound("look");
  // A question about the bib, opened meanwhile, covers the card.
  if (isWatched && screen().panel.kind === "card") screen().askReason(false);
  else toast("look", notDoneWords(name, code === "already-checked-in"));
}

/** What the message of an Enter says that checked nobody in. */
function refusedWords(text: string, card: RunnerCard | null, isNobody: boolean): string {
  if (isNobody) return words.checkIn.nobodyMeanwhile(text.trim());
  const name = card?.runner.name ?? (text.trim() || null);
  return notDoneWords(name, card !== null && isHere(judgeCard(card)));
}

const notDoneWords = (name: string | null, isIn: boolean): string =>
  isIn ? words.checkIn.alreadyMeanwhile(name) : words.checkIn.refusedMeanwhile(name);

interface CheckInOptions {
  readonly reason?: string | undefined;
  readonly isLate?: boolean;
}

function checkIn(
  context: Context,
  card: RunnerCard,
  { reason, isLate = false }: CheckInOptions = {},
): void {
  const { run, eventId, sound, undoCommands } = context;
  return run({
    name: "checkIn.perform",
    input: {
      eventId,
      runnerId: card.runner.id,
      ...(reason === undefined ? {} : { override: { reason } }),
    },
    what: "check-in",
    runner: card.runner,
    card,
    isLate,
    onDone: ({ runner, entryId, atMs }, isWatched) => {
      sound("done");
      context.checkedIn.set(runner.id, performance.now());
      useToast.getState().dismissUndone([runner.id]);
      if (!isWatched) {
        screen().setWaiting((waiting) => waiting.filter(({ id }) => id !== runner.id));
        // The strip names the runner too, so a message about another runner who was refused stays.
        if ((useToast.getState().toast?.tone ?? "done") === "done")
          toast("done", words.checkIn.doneMeanwhile(runner.name), () =>
            undoCommands.undo(runner, entryId),
          );
        // Ctrl+Z means the green card.
        if (screen().done !== null) useToast.getState().dropKeys();
        return;
      }
      useToast.getState().dropKeys();
      const waiting = companionsOf(card).filter(
        (companion) => isReadyToCheckIn(companion) && !wasJustIn(context, companion.id),
      );
      const knownProblem = problemOf(card);
      const done: OneDone = { kind: "one", runner, entryId, atMs, waiting, knownProblem };
      if (keepBibQuestion(done))
        toast("done", words.checkIn.doneMeanwhile(runner.name), () =>
          undoCommands.undo(runner, entryId),
        );
      else screen().showDone(done);
    },
    onRefused: (failure, isWatched) => lookAgain(context, failure, card.runner.name, isWatched),
  });
}

/**
 * The question about the bib that somebody opened while the check-in was being saved stays, with what is typed. The green
 * card comes after it. False: no such question is open.
 */
function keepBibQuestion(done: OneDone): boolean {
  const { panel, open, showPanel } = screen();
  if (panel.kind !== "bib" && panel.kind !== "taken") return false;
  open(done.runner.id);
  showPanel({ ...panel, after: done });
  return true;
}

/** The question about the bib of this runner is on the screen, after its check-in was saved. */
function asksBibOf({ id }: RunnerRow): boolean {
  const { source, panel } = screen();
  const isQuestion = panel.kind === "bib" || panel.kind === "taken";
  return isQuestion && source.kind === "opened" && source.runnerId === id;
}

function checkInAll(context: Context, runners: readonly RunnerRow[]): void {
  const { run, eventId, sound } = context;
  return run({
    name: "checkIn.performAll",
    input: { eventId, runnerIds: runners.map(({ id }) => id) },
    what: "check-in",
    runner: runners[0] ?? null,
    onDone: ({ outcomes }, isWatched) => {
      useToast.getState().dropKeys();
      const failed = outcomes.filter(({ failure }) => failure !== null).length;
      useToast.getState().dismissUndone(outcomes.map(({ runnerId }) => runnerId));
      if (isWatched) screen().showDone({ kind: "family", outcomes, atMs: Date.now() });
      else
        toast(
          failed === 0 ? "done" : "look",
          words.checkIn.familyMeanwhile(outcomes.length, failed),
        );
      sound(failed === 0 ? "done" : "look");
    },
    onRefused: (failure, isWatched) =>
      lookAgain(context, failure, runners[0]?.name ?? null, isWatched),
  });
}

/**
 * Whether this screen checked the runner in a moment ago and did not undo it: a card that was fetched before says that
 * the runner waits.
 */
const wasJustIn = ({ checkedIn }: Context, runnerId: string): boolean =>
  performance.now() - (checkedIn.get(runnerId) ?? Number.NEGATIVE_INFINITY) < staleCardMs;

/** A card on the screen is not older than this. */
const staleCardMs = 10_000;

async function checkInLate(context: Context, early: EarlyEnter): Promise<void> {
  // The answer to a scanned code is on the screen, and says itself who was scanned.
  if (early.isOfScan === true) return;
  const late = await decideLateEnter(context.client, context.eventId, early);
  if (late?.action.kind === "check-in") {
    checkIn(context, late.action.card, { isLate: true });
    return;
  }
  context.sound("look");
  toast("look", refusedWords(early.text, late?.card ?? null, late?.isNobody === true));
}

async function checkInScanned(context: Context, runner: RunnerRow): Promise<void> {
  const { client, eventId, sound } = context;
  const got = await client.call("roster.get", { eventId, runnerId: runner.id });
  if (got.ok && judgeCard(got.value).kind === "ready") {
    checkIn(context, got.value, { isLate: true });
    return;
  }
  sound("look");
  showToast("look", notDoneWords(runner.name, got.ok && isHere(judgeCard(got.value))), {
    label: words.checkIn.scanWhileTyping.open,
    run: () => screen().open(runner.id),
  });
}

function assignBib(context: Context, runner: RunnerRow, bib: string, asked: AskedBib): void {
  const { run, eventId, sound, undoCommands } = context;
  return run({
    name: "bib.assign",
    input: { eventId, runnerId: runner.id, bib },
    what: "bib",
    runner,
    onDone: ({ runner: now, entryId }, isWatched) => {
      if (isWatched || asksBibOf(runner)) showAfterBib([now]);
      sound("done");
      const isHere = now.checkedIn !== null || now.checkedInElsewhere;
      toast("done", words.checkIn.bibGiven(now.bib ?? bib, now.name, isHere), () =>
        undoCommands.undoAction(entryId),
      );
    },
    onRefused: ({ code }, isWatched) => {
      if (!isWatched && !asksBibOf(runner)) {
        sound("look");
        toast("look", words.checkIn.bibFailedMeanwhile(runner.name));
      } else if (code === "bib-taken") void showHolder(context, bib, runner, asked);
      else asked.onInvalid(code);
    },
  });
}

/**
 * After a bib was given or swapped: the green card, if the question came from there, else the runner's card. The text in the
 * search box may be the old bib, so the runner is opened without the search.
 */
function showAfterBib([runner, ...others]: readonly [RunnerRow, ...RunnerRow[]]): void {
  const after = cardAfterBib();
  if (after === undefined) screen().open(runner.id);
  else screen().showDone({ ...withRows(after, [runner, ...others]), hasNewer: true });
}

/** The green card to show again after a bib was assigned. */
function cardAfterBib() {
  const { panel } = screen();
  return "after" in panel ? panel.after : undefined;
}

async function showHolder(
  context: Context,
  bib: string,
  runner: RunnerRow,
  { onInvalid, isAsked }: AskedBib,
): Promise<void> {
  const { client, eventId, sound } = context;
  const isShown = viewOfNow();
  const { panel } = screen();
  const reply = await client.call("bib.holders", { eventId, bib });
  const holder = reply.ok ? reply.value.holders.find(({ id }) => id !== runner.id) : undefined;
  sound("look");
  // Whoever closed the field meanwhile keeps the bib, and whoever typed on keeps the text: both are asked nothing.
  const isOpen = isShown() && screen().panel === panel && isAsked();
  if (!isOpen) toast("look", words.checkIn.bibFailedMeanwhile(runner.name));
  else if (holder === undefined) onInvalid("bib-taken");
  else screen().showPanel({ kind: "taken", bib, holder, after: cardAfterBib() });
}

const swap = (
  { run, eventId, sound, undoCommands }: Context,
  runner: RunnerRow,
  other: RunnerRow,
): void =>
  run({
    name: "bib.swap",
    input: {
      eventId,
      runnerId: runner.id,
      otherRunnerId: other.id,
      saw: { bib: runner.bib, otherBib: other.bib },
    },
    what: "bib",
    runner,
    onDone: ({ runner: now, other: otherNow, entryId }, isWatched) => {
      if (isWatched) showAfterBib([now, otherNow]);
      sound("done");
      toast("done", words.checkIn.swapped(now, otherNow), () => undoCommands.undoAction(entryId));
    },
    onRefused: ({ code }, isWatched) => {
      sound("look");
      // The preview is of bibs that they do not have any more.
      if (code === "overtaken" && isWatched) screen().showPanel({ kind: "card" });
      toast("look", code === "overtaken" ? words.checkIn.swapOvertaken : words.checkIn.bibFailed);
    },
  });
