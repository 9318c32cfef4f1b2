import { useLayoutEffect, useState } from "react";
import type { RefObject } from "react";
import { useStateScope } from "./screen-state.ts";
import { routeHash, useRoute } from "./route.ts";
import { storedText } from "./stored-text.ts";
import type { StoredText } from "./stored-text.ts";

type Offset = readonly [top: number, left: number];
/** The offsets of a screen's scroll areas, by the areas' names. */
type Offsets = Map<string, Offset>;

/** Number of screens whose offsets are stored. */
const mostScreens = 40;
/** Time to wait for the content of a screen. A screen that became shorter stays where it is. */
const patienceMs = 4_000;
const writeAfterMs = 150;
const userMoves = ["wheel", "pointerdown", "keydown"] as const;
/** An area that controls its scrolling itself. */
const ownScroll = "[data-own-scroll]";

/** Stores the scroll offsets of all screens, and restores them when a screen is opened again (N1). */
export function useScrollRestoration(ref: RefObject<HTMLElement | null>): void {
  const { screen: name, with: given } = useRoute();
  const scope = useStateScope((state) => state.scope);
  const screen = routeHash(name, given);
  const [keeper] = useState(() => createScrollKeeper());
  useLayoutEffect(
    () =>
      ref.current === null || scope === null
        ? undefined
        : keeper.start(ref.current, storedText(`chute.scroll ${scope}`)),
    [keeper, ref, scope],
  );
  useLayoutEffect(() => keeper.show(screen), [keeper, screen, scope]);
}

/**
 * A scroll area is identified by its class name and its index among the elements of that class, so that screens need no
 * code for it. Content that is still being loaded is waited for, until the person scrolls, points or types.
 */
function createScrollKeeper() {
  let root: HTMLElement | null = null;
  let memory: StoredText | null = null;
  let screens = new Map<string, Offsets>();
  let screen = "";
  const areas = new Set<Element>();
  const waiting: Offsets = new Map();
  let writing: ReturnType<typeof setTimeout> | undefined;
  let patience: ReturnType<typeof setTimeout> | undefined;
  const observer = new MutationObserver(() => restore());

  const write = (): void => {
    const kept = [...screens].slice(-mostScreens).map(([name, offsets]) => [name, [...offsets]]);
    memory?.write(JSON.stringify(kept));
  };
  const note = (area: Element): void => {
    if (root === null) return;
    const name = nameOf(root, area);
    if (name === null || waiting.has(name)) return;
    areas.add(area);
    const offsets = screens.get(screen) ?? new Map<string, Offset>();
    offsets.set(name, [area.scrollTop, area.scrollLeft]);
    // Inserted again, so that the newest screen is the last one.
    screens.delete(screen);
    screens.set(screen, offsets);
    clearTimeout(writing);
    writing = setTimeout(write, writeAfterMs);
  };
  const onScroll = ({ target }: Event): void => void (target instanceof Element && note(target));
  const giveUp = (): void => {
    waiting.clear();
    clearTimeout(patience);
    observer.disconnect();
  };
  const restore = (): void => {
    if (root !== null) scrollTo(root, waiting, areas);
  };

  return {
    /** Observes all scroll areas inside `root`. The returned function ends that. */
    start(element: HTMLElement, storage: StoredText): () => void {
      root = element;
      memory = storage;
      screens = parseScreens(storage.read());
      const stopped = new AbortController();
      const passive = { capture: true, passive: true, signal: stopped.signal };
      element.addEventListener("scroll", onScroll, passive);
      addEventListener("pagehide", write, { signal: stopped.signal });
      for (const move of userMoves) addEventListener(move, giveUp, passive);
      return () => {
        write();
        giveUp();
        clearTimeout(writing);
        stopped.abort();
        areas.clear();
        root = null;
        memory = null;
      };
    },
    /** Restores the offsets of a screen that was just drawn. */
    show(next: string) {
      if (root === null) return;
      giveUp();
      screen = next;
      for (const [name, offset] of screens.get(next) ?? []) waiting.set(name, offset);
      // An area that stays on the screen, such as a list whose entry was chosen, keeps its offset.
      for (const area of areas) {
        const name = nameOf(root, area);
        if (name === null) areas.delete(area);
        else {
          waiting.delete(name);
          note(area);
        }
      }
      if (waiting.size === 0) return;
      observer.observe(root, { childList: true, subtree: true });
      patience = setTimeout(giveUp, patienceMs);
      restore();
    },
  };
}

const ofClass = (root: Element, className: string): Element[] => [
  ...root.getElementsByClassName(className),
];

/** Null for an area that left the screen or controls its scrolling itself. */
function nameOf(root: Element, area: Element): string | null {
  const className = area.getAttribute("class") ?? "";
  if (className === "" || !root.contains(area) || area.matches(ownScroll)) return null;
  return `${ofClass(root, className).indexOf(area)} ${className}`;
}

function areaOf(root: Element, name: string): Element | null {
  const [index = "", ...classNames] = name.split(" ");
  return ofClass(root, classNames.join(" "))[Number(index)] ?? null;
}

/** Scrolls the areas that exist. Runs at every change of the content, because new content above an area moves it. */
function scrollTo(root: HTMLElement, offsets: Offsets, reached: Set<Element>): void {
  for (const [name, [top, left]] of offsets) {
    const area = areaOf(root, name);
    if (area === null || area.matches(ownScroll)) continue;
    area.scrollTop = top;
    area.scrollLeft = left;
    reached.add(area);
  }
}

/** Reads what `write` stored. A text that is damaged is ignored. */
function parseScreens(text: string | null): Map<string, Offsets> {
  try {
    const stored = JSON.parse(text ?? "[]") as [string, [string, Offset][]][];
    return new Map(stored.map(([name, offsets]) => [name, new Map(offsets)]));
  } catch {
    return new Map();
  }
}
