import { useCallback, useEffect, useLayoutEffect } from "react";
import type { RefObject } from "react";
import { navigate } from "#renderer/client/navigation/route.ts";
import { useCheckIn } from "./check-in-store.ts";
import { decideEarlyEnter, decideEnter } from "./results/enter-key.ts";
import type { EnterAction } from "./results/enter-key.ts";
import { stepChoice } from "./results/result-state.ts";
import type { Results } from "./results/use-results.ts";
import type { CheckInCommands } from "./commands/use-check-in-commands.ts";

/** A key that waits longer than this is forgotten: nobody remembers pressing it. */
const earlyKeyLivesMs = 2_000;
/** So many rows before the end of the list the next ones are read. */
const rowsAhead = 4;

interface CheckInKeysOptions {
  readonly results: Results;
  readonly commands: CheckInCommands;
  readonly inputRef: RefObject<HTMLInputElement | null>;
}

/** The room's keys: type anywhere, ↑↓ chooses, Enter does the yellow thing or moves into the list, Esc, Ctrl+Z, F2. */
export function useCheckInKeys({ results, commands, inputRef }: CheckInKeysOptions): void {
  const act = useEnterAct(commands, inputRef);
  // Before the screen is painted: a key means what its presser sees.
  useLayoutEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      if (event.defaultPrevented || event.isComposing) return;
      if (document.querySelector("[role=dialog], [role=alertdialog]") !== null) return;
      const place = placeOf(event.target, inputRef.current);
      if (event.key === "F2") {
        event.preventDefault();
        navigate("walk-up", { text: useCheckIn.getState().text });
      } else if (event.key === "Escape") {
        event.preventDefault();
        leave();
        inputRef.current?.focus();
      } else if (place === "field") {
        return;
      } else if (isUndo(event)) {
        if (useCheckIn.getState().text !== "") return;
        event.preventDefault();
        if (!event.repeat) commands.undoLast();
      } else if (isRedo(event)) {
        if (useCheckIn.getState().text !== "") return;
        event.preventDefault();
        if (!event.repeat) commands.redo();
      } else if (event.key === "Enter" && place !== "control") {
        event.preventDefault();
        if (!event.repeat) pressEnter(event, results, act);
      } else if ((event.key === "ArrowDown" || event.key === "ArrowUp") && !hasModifier(event)) {
        event.preventDefault();
        pressArrow(results, event.key === "ArrowDown" ? 1 : -1);
      } else if (place !== "search" && isTyping(event, place)) {
        inputRef.current?.focus();
      }
    }
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [results, commands, inputRef, act]);

  // A key that came before its answer acts as soon as the answer is whole, or is forgotten.
  const busy = useCheckIn((state) => state.busy);
  useEffect(() => {
    const { earlyKey, setEarlyKey, text, isLookingUp } = useCheckIn.getState();
    if (earlyKey === null || isLookingUp) return;
    if (earlyKey.text !== text || Date.now() - earlyKey.atMs > earlyKeyLivesMs) {
      setEarlyKey(null);
      return;
    }
    if (!results.isFresh || busy !== null) return;
    if (earlyKey.kind === "enter" && results.chosenId !== null && !results.isWhole) return;
    setEarlyKey(null);
    if (earlyKey.kind === "step") step(results, earlyKey.by);
    else act(decideEarlyEnter(results, earlyKey));
  }, [results, busy, act]);
}

/** Does what an Enter means. */
function useEnterAct(
  commands: CheckInCommands,
  inputRef: { readonly current: HTMLInputElement | null },
): (act: EnterAction) => void {
  return useCallback(
    (act) => {
      const { enterList, bounce, askReason, refuseEnter } = useCheckIn.getState();
      switch (act.kind) {
        case "check-in":
          commands.checkIn(act.card);
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
          // What is typed next is another runner: it replaces what is in the box.
          inputRef.current?.focus();
          inputRef.current?.select();
          return;
        case "wait":
        case "nothing":
      }
    },
    [commands, inputRef],
  );
}

/** Enter does the yellow thing; with Ctrl, also the plain one of a card that must be looked at. */
function pressEnter(event: KeyboardEvent, results: Results, act: (act: EnterAction) => void): void {
  const { text, done, notSaved, panel, enteredListAtMs, setEarlyKey } = useCheckIn.getState();
  if (done !== null || notSaved !== null || panel.kind !== "card") return;
  const { busy, frozenCard, isLookingUp } = useCheckIn.getState();
  // The same card again: its command is under way. Another runner's Enter waits until it is done.
  if (busy !== null && frozenCard !== null) return;
  if (isLookingUp) {
    // Only the runner who is on the screen already is meant: where the code is another's, nobody has seen that card.
    const early = { shownId: results.chosenId, hadAnswer: true, isOfScan: true, text };
    if (!isDeliberate(event)) setEarlyKey({ kind: "enter", ...early, atMs: Date.now() });
    return;
  }
  const decided = decideEnter(results, {
    isDeliberate: isDeliberate(event),
    atMs: event.timeStamp,
    enteredListAtMs,
    text,
  });
  if (decided.kind === "wait" || (decided.kind === "check-in" && busy !== null)) {
    const { chosenId: shownId, isFresh: hadAnswer } = results;
    setEarlyKey({ kind: "enter", shownId, hadAnswer, text, atMs: Date.now() });
  } else {
    act(decided);
  }
}

const isDeliberate = (event: KeyboardEvent): boolean => event.ctrlKey || event.metaKey;

/** Esc: out of a question first, then an empty box. */
function leave(): void {
  const { panel, notSaved, showPanel, clear } = useCheckIn.getState();
  if (panel.kind !== "card" && notSaved === null) showPanel({ kind: "card" });
  else clear();
}

/** The rows of an older text are nobody's choice: an arrow waits for the answer to what is in the box. */
function pressArrow(results: Results, by: 1 | -1): void {
  const { text, setEarlyKey } = useCheckIn.getState();
  if (results.isFresh) step(results, by);
  else if (text.trim() !== "") setEarlyKey({ kind: "step", by, text, atMs: Date.now() });
}

function step(results: Results, by: 1 | -1): void {
  const next = stepChoice(results.rows, results.chosenId, by);
  if (next === null) return;
  useCheckIn.getState().choose(next);
  if (results.rows.slice(-rowsAhead).some(({ id }) => id === next)) results.loadMore();
}

/** Where a key was pressed: the search box, another text field, a button or link, or nowhere. */
function placeOf(
  target: EventTarget | null,
  search: HTMLInputElement | null,
): "search" | "field" | "control" | "nowhere" {
  if (target === search && target !== null) return "search";
  if (!(target instanceof HTMLElement)) return "nowhere";
  if (target.closest("input, textarea, select, [contenteditable=true]") !== null) return "field";
  return target.closest("button, a, [role=button], [role=radio]") === null ? "nowhere" : "control";
}

const hasModifier = (event: KeyboardEvent): boolean =>
  event.ctrlKey || event.metaKey || event.altKey;

const isUndo = (event: KeyboardEvent): boolean =>
  event.key.toLowerCase() === "z" &&
  (event.ctrlKey || event.metaKey) &&
  !event.shiftKey &&
  !event.altKey;

/** Ctrl+Shift+Z, or Ctrl+Y. */
const isRedo = (event: KeyboardEvent): boolean => {
  const key = event.key.toLowerCase();
  const isKey = (key === "z" && event.shiftKey) || (key === "y" && !event.shiftKey);
  return isKey && (event.ctrlKey || event.metaKey) && !event.altKey;
};

/** A key that would write: it goes to the search box, wherever the focus is. */
function isTyping(
  event: KeyboardEvent,
  place: "control" | "nowhere" | "field" | "search",
): boolean {
  const isAltGraph = event.getModifierState("AltGraph");
  if (hasModifier(event) && !isAltGraph) return false;
  if (event.key === " ") return place === "nowhere";
  return event.key === "Backspace" || [...event.key].length === 1;
}
