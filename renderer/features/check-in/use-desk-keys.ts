import { useEffect, useLayoutEffect } from "react";
import type { RefObject } from "react";
import { navigate } from "#renderer/client/route.ts";
import { useCheckIn } from "./check-in-store.ts";
import { stepChoice } from "./found.ts";
import type { Found } from "./use-found.ts";
import type { Orders } from "./use-orders.ts";
import { judgeCard } from "./verdict.ts";

/** An Enter older than this is forgotten: nobody remembers pressing it. */
const enterLivesMs = 2_000;

interface DeskKeysOptions {
  readonly found: Found;
  readonly orders: Orders;
  readonly inputRef: RefObject<HTMLInputElement | null>;
}

/** The room's keys: type anywhere, ↑↓ chooses, Enter does the yellow thing, Esc, Ctrl+Z, F2. */
export function useDeskKeys({ found, orders, inputRef }: DeskKeysOptions): void {
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
        if (!event.repeat) orders.undoLast();
      } else if (event.key === "Enter" && place !== "control") {
        event.preventDefault();
        if (!event.repeat) pressEnter(found, orders, event.ctrlKey || event.metaKey);
      } else if ((event.key === "ArrowDown" || event.key === "ArrowUp") && !hasModifier(event)) {
        event.preventDefault();
        step(found, event.key === "ArrowDown" ? 1 : -1);
      } else if (place !== "search" && isTyping(event, place)) {
        inputRef.current?.focus();
      }
    }
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [found, orders, inputRef]);

  // An Enter that came before its answer acts as soon as the answer is whole, or is forgotten.
  useEffect(() => {
    const { earlyEnter, setEarlyEnter, text } = useCheckIn.getState();
    if (earlyEnter === null) return;
    if (earlyEnter.text !== text || Date.now() - earlyEnter.atMs > enterLivesMs) {
      setEarlyEnter(null);
      return;
    }
    if (!found.isFresh || (found.chosenId !== null && !found.isWhole)) return;
    setEarlyEnter(null);
    const isMeant =
      (!earlyEnter.hadAnswer && found.exactBibs === 1) || earlyEnter.shownId === found.chosenId;
    if (isMeant && found.card !== null && judgeCard(found.card).kind === "ready") {
      orders.checkIn(found.card);
    }
  }, [found, orders]);
}

/** Enter does the yellow thing; with Ctrl, also the plain one of a card that must be looked at. */
function pressEnter(found: Found, orders: Orders, isDeliberate: boolean): void {
  const { text, done, notSaved, panel, setEarlyEnter } = useCheckIn.getState();
  if (done !== null || notSaved !== null || panel.kind !== "card") return;
  if (!found.isFresh || (found.chosenId !== null && !found.isWhole)) {
    if (isDeliberate || (text === "" && found.chosenId === null)) return;
    setEarlyEnter({
      shownId: found.chosenId,
      hadAnswer: found.isFresh,
      text,
      atMs: Date.now(),
    });
    return;
  }
  if (found.card === null) return;
  const { kind } = judgeCard(found.card);
  if (kind === "ready" || (kind === "careful" && isDeliberate)) orders.checkIn(found.card);
}

/** Esc: out of a question first, then an empty box. */
function leave(): void {
  const { panel, notSaved, showPanel, clear } = useCheckIn.getState();
  if (panel.kind !== "card" && notSaved === null) showPanel({ kind: "card" });
  else clear();
}

function step(found: Found, by: 1 | -1): void {
  const next = stepChoice(found.rows, found.chosenId, by);
  if (next !== null) useCheckIn.getState().choose(next);
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
