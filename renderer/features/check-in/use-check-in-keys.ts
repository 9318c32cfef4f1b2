import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef } from "react";
import type { RefObject } from "react";
import { flushSync } from "react-dom";
import { navigate } from "#renderer/client/navigation/route.ts";
import { useIsConnected } from "#renderer/client/queries/connected.tsx";
import {
  asksAboutTakenBib,
  hasTextOfRunning,
  leaveOrClear,
  retypeBib,
  useCheckIn,
} from "./check-in-store.ts";
import { decideEarlyEnter, decideEnter } from "./results/enter-key.ts";
import type { EnterAction } from "./results/enter-key.ts";
import { stepChoice } from "./results/result-state.ts";
import type { Results } from "./results/use-results.ts";
import type { CheckInCommands } from "./commands/use-check-in-commands.ts";
import {
  hasKeyboard,
  hasModifier,
  isDialogOpen,
  ownsEnter,
} from "#renderer/client/input/keyboard.ts";
import { useKeyDown } from "#renderer/client/input/use-key.ts";

/** A kept key press no longer acts on the screen after this time. */
const earlyKeyLivesMs = 10_000;
/** A refused Enter whose text leaves the screen within this time was not read. */
const unreadMs = 1_000;
/** Choosing one of this many last rows loads more rows. */
const rowsAhead = 4;

interface CheckInKeysOptions {
  readonly results: Results;
  readonly commands: CheckInCommands;
  readonly inputRef: RefObject<HTMLInputElement | null>;
}

/** The keys of the screen: typing anywhere, ↑↓, Enter (the yellow button, or into the list), Esc, Ctrl+Z, F2. */
export function useCheckInKeys({ results, commands, inputRef }: CheckInKeysOptions): void {
  const act = useEnterAct(commands, inputRef);
  const isConnected = useIsConnected();
  useKeyDown((event) => {
    if (event.defaultPrevented || event.isComposing) return;
    if (isDialogOpen()) return;
    const place = placeOf(event.target, inputRef.current);
    // While a bib is being saved, the keys are the next runner's.
    const bibField =
      place === "search" || useCheckIn.getState().busy !== null ? null : commands.bibField.current;
    if (event.key === "F2") {
      event.preventDefault();
      navigate("walk-up", { text: useCheckIn.getState().text });
    } else if (event.key === "Escape") {
      event.preventDefault();
      leaveOrClear();
      inputRef.current?.focus();
    } else if (place === "field" && useCheckIn.getState().busy !== "bib.assign") {
      return;
    } else if (place === "field" && isTyping(event, place)) {
      // The bib in the field is being saved, so what is typed now is the next runner.
      inputRef.current?.focus();
      inputRef.current?.select();
    } else if (bibField !== null && event.key === "Enter" && !ownsEnter(event.target)) {
      event.preventDefault();
      if (!event.repeat) bibField.give();
    } else if (isUndo(event) || isRedo(event)) {
      const { earlyKey, setEarlyKey } = useCheckIn.getState();
      if (isEdited(useCheckIn.getState())) return;
      event.preventDefault();
      if (event.repeat) return;
      if (isUndo(event) && earlyKey?.kind === "enter") setEarlyKey(null);
      else if (isUndo(event)) commands.undoLast();
      else commands.redo();
    } else if (event.key === "Enter" && place !== "control") {
      event.preventDefault();
      if (event.repeat) return;
      // Not kept for later: when the connection is back, the person may be with another runner.
      if (isConnected) pressEnter(event, results, act);
      else commands.sound("stop");
    } else if ((event.key === "ArrowDown" || event.key === "ArrowUp") && !hasModifier(event)) {
      event.preventDefault();
      pressArrow(results, event.key === "ArrowDown" ? 1 : -1);
    } else if (isTyping(event, place) && event.key !== " " && bibField !== null) {
      bibField.focus();
    } else if (isTyping(event, place) && event.key !== " " && isBibAsked()) {
      // The field is drawn and has the focus before the browser types the key.
      flushSync(() => retypeBib(event.key !== "Backspace"));
    } else if (isTyping(event, place)) {
      if (place !== "search") inputRef.current?.focus();
      // The typed letter begins the next runner.
      const state = useCheckIn.getState();
      if (hasTextOfRunning(state) || beginsBib(event, state)) beginNext(event, inputRef.current);
    }
  });
  useLayoutEffect(() => {
    // On a tablet the keys of the screen keyboard have no names, so the press into the box selects the text.
    const onClick = ({ target }: MouseEvent): void => {
      const isSearch = target === inputRef.current;
      if (isSearch && hasTextOfRunning(useCheckIn.getState())) inputRef.current?.select();
    };
    document.addEventListener("click", onClick);
    return () => document.removeEventListener("click", onClick);
  }, [inputRef]);

  // A key press that was kept until the search answers acts once the answer is complete.
  const busy = useCheckIn((state) => state.busy);
  useEffect(() => {
    const { earlyKey, setEarlyKey, text, isLookingUp } = useCheckIn.getState();
    if (earlyKey === null || isLookingUp) return;
    if (
      !isConnected ||
      earlyKey.text !== text ||
      performance.now() - earlyKey.atMs > earlyKeyLivesMs
    ) {
      setEarlyKey(null);
      if (earlyKey.kind === "enter") commands.checkInLate(earlyKey);
      return;
    }
    if (!results.isFresh || busy !== null) return;
    if (earlyKey.kind === "enter" && results.chosenId !== null && !results.isWhole) return;
    setEarlyKey(null);
    if (earlyKey.kind === "step") step(results, earlyKey.by);
    else act(decideEarlyEnter(results, earlyKey));
  }, [results, busy, act, isConnected, commands]);
  useEarlyEnterOfFormerRunner(commands);
  useUnreadRefusal(results, commands);
}

/**
 * An Enter that waits is finished in the background if the next runner is typed or scanned, or the screen is left, before
 * it acts. Escape and the choice of another row cancel it.
 */
function useEarlyEnterOfFormerRunner(commands: CheckInCommands): void {
  useEffect(
    () =>
      useCheckIn.subscribe((now, { earlyKey, text, source }) => {
        if (earlyKey?.kind !== "enter" || now.earlyKey !== null) return;
        const isOther = now.text !== text || now.source !== source || now.isLookingUp;
        if (isOther) commands.checkInLate(earlyKey);
      }),
    [commands],
  );
}

/** Says in a message that Enter was refused, if the next runner is typed or scanned before anybody could read it. */
function useUnreadRefusal({ card }: Results, commands: CheckInCommands): void {
  const refusedAtMs = useRef(0);
  const onChange = useEffectEvent<Parameters<typeof useCheckIn.subscribe>[0]>((now, before) => {
    if (now.refusals > before.refusals) refusedAtMs.current = performance.now();
    const isNext = now.text !== before.text && now.text.trim() !== "";
    if (before.refusals === 0 || !isNext) return;
    if (performance.now() - refusedAtMs.current < unreadMs) commands.tellRefused(before.text, card);
  });
  useEffect(() => useCheckIn.subscribe((now, before) => onChange(now, before)), []);
}

/** Performs the action of an Enter. */
function useEnterAct(
  commands: CheckInCommands,
  inputRef: { readonly current: HTMLInputElement | null },
): (act: EnterAction) => void {
  return useCallback(
    (act) => {
      const { enterList, bounce, askReason, refuseEnter, panel } = useCheckIn.getState();
      /**
       * What is typed next is another runner. After an Enter that waited, it may be a bib, whose field keeps the focus. On a
       * tablet the box takes no focus, because the focus would open the screen keyboard.
       */
      const selectText = (): void => {
        const input = inputRef.current;
        if (panel.kind === "bib" || !(hasKeyboard() || input === document.activeElement)) return;
        input?.focus();
        input?.select();
      };
      switch (act.kind) {
        case "check-in":
          commands.checkIn(act.card);
          selectText();
          return;
        case "enter-list":
          enterList(act.runnerId, performance.now());
          return;
        case "bounce":
          bounce(performance.now());
          return;
        case "ask-reason":
          askReason(true);
          return;
        case "refuse":
          refuseEnter();
          commands.sound("look");
          selectText();
          return;
        case "wait":
          selectText();
          return;
        case "nothing":
      }
    },
    [commands, inputRef],
  );
}

/** Enter presses the yellow button; Ctrl+Enter also presses the plain button of a card with a warning. */
function pressEnter(event: KeyboardEvent, results: Results, act: (act: EnterAction) => void): void {
  const { text, done, notSaved, panel, enteredListAtMs, setEarlyKey } = useCheckIn.getState();
  if (isBibAsked()) act({ kind: "refuse" });
  if (done !== null || notSaved !== null || panel.kind !== "card") return;
  const { busy, frozenCard, isLookingUp } = useCheckIn.getState();
  // The command of this card is running. On another runner's card, Enter waits until the command is done.
  if (busy !== null && frozenCard !== null) return;
  if (isLookingUp) {
    // Enter may check in only the runner on the screen; if the code is another runner's, nobody has seen that card.
    const early = { shownId: results.chosenId, hadAnswer: true, isOfScan: true, text };
    if (!isDeliberate(event)) setEarlyKey({ kind: "enter", ...early, atMs: performance.now() });
    return;
  }
  const decided = decideEnter(results, {
    isDeliberate: isDeliberate(event),
    atMs: event.timeStamp,
    enteredListAtMs,
    text,
  });
  if (decided.kind === "wait") {
    const { chosenId: shownId, isFresh: hadAnswer } = results;
    setEarlyKey({ kind: "enter", shownId, hadAnswer, text, atMs: performance.now() });
  }
  act(decided);
}

/** With Ctrl, or with ⌘ on a Mac. */
const isDeliberate = (event: KeyboardEvent): boolean => event.ctrlKey || event.metaKey;

/** If the rows answer an older text, the arrow key is kept until the answer to the current text. */
function pressArrow(results: Results, by: 1 | -1): void {
  const { text, setEarlyKey } = useCheckIn.getState();
  if (results.isFresh) step(results, by);
  else if (text.trim() !== "") setEarlyKey({ kind: "step", by, text, atMs: performance.now() });
}

function step(results: Results, by: 1 | -1): void {
  const next = stepChoice(results.rows, results.chosenId, by);
  if (next === null) return;
  useCheckIn.getState().choose(next);
  if (results.rows.slice(-rowsAhead).some(({ id }) => id === next)) results.loadMore();
}

/** Where a key was pressed: the search box, another text field, a button or link, or elsewhere. */
function placeOf(
  target: EventTarget | null,
  search: HTMLInputElement | null,
): "search" | "field" | "control" | "nowhere" {
  if (target === search && target !== null) return "search";
  if (!(target instanceof HTMLElement)) return "nowhere";
  if (target.closest("input, textarea, select, [contenteditable=true]") !== null) return "field";
  return target.closest("button, a, [role=button], [role=radio]") === null ? "nowhere" : "control";
}

/**
 * After a row was chosen, a digit behind a name does not narrow the list: it begins the bib of the next runner. After Enter
 * chose the row, it does so behind a bib too.
 */
const beginsBib = (
  { key }: KeyboardEvent,
  { text, chosenId, enteredListAtMs }: BibBeginning,
): boolean =>
  chosenId !== null && /^\d$/u.test(key) && (enteredListAtMs !== null || !/\d/u.test(text));

type BibBeginning = Pick<
  ReturnType<typeof useCheckIn.getState>,
  "text" | "chosenId" | "enteredListAtMs"
>;

/** The typed key replaces the text. The same text again would be no change, so it is emptied before the key is typed. */
function beginNext({ key }: KeyboardEvent, search: HTMLInputElement | null): void {
  const { text, type } = useCheckIn.getState();
  if (text === key) flushSync(() => type(""));
  else search?.select();
}

const isBibAsked = (): boolean => asksAboutTakenBib(useCheckIn.getState());

/**
 * The keys of Undo and Redo undo the typing in the search box, unless its text is a scanned code, which nobody typed, or
 * the runner of the command before them.
 */
const isEdited = (state: ReturnType<typeof useCheckIn.getState>): boolean =>
  state.text !== "" && state.source.kind !== "scanned" && !hasTextOfRunning(state);

/** Ctrl+Z. */
const isUndo = (event: KeyboardEvent): boolean =>
  event.key.toLowerCase() === "z" && isDeliberate(event) && !event.shiftKey && !event.altKey;

/** Ctrl+Shift+Z, or Ctrl+Y. */
const isRedo = (event: KeyboardEvent): boolean => {
  const key = event.key.toLowerCase();
  const isKey = (key === "z" && event.shiftKey) || (key === "y" && !event.shiftKey);
  return isKey && isDeliberate(event) && !event.altKey;
};

/** A key that types a character and therefore moves the focus to the search box. */
function isTyping(event: KeyboardEvent, place: ReturnType<typeof placeOf>): boolean {
  if (hasModifier(event)) return false;
  if (event.key === " ") return place === "nowhere";
  return event.key === "Backspace" || [...event.key].length === 1;
}
