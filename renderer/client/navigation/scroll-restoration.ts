import { useLayoutEffect, useState } from "react";
import type { RefObject } from "react";
import { useStateScope } from "./screen-state.ts";
import { routeHash, useRoute } from "./route.ts";
import { storedText } from "./stored-text.ts";
import type { StoredText } from "./stored-text.ts";

type Offset = readonly [top: number, left: number];

/** Screens that were scrolled, the newest last; more than a crew has in use. */
const mostScreens = 40;
/** A screen that is not as long as it was by then stays where it is. */
const patienceMs = 4_000;
const writeAfterMs = 150;
const ownMoves = ["wheel", "pointerdown", "keydown"] as const;
/** An area that looks after its own scrolling. */
const ownScroll = "[data-own-scroll]";

/** Keeps how far the parts of all screens are scrolled, and scrolls there again when a screen is back (N1). */
export function useScrollRestoration(ref: RefObject<HTMLElement | null>): void {
  const { room, with: given } = useRoute();
  const scope = useStateScope((state) => state.scope);
  const screen = routeHash(room, given);
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

interface ScrollKeeper {
  /** Listens to everything that scrolls inside. Returns how to stop. */
  start(root: HTMLElement, memory: StoredText): () => void;
  /** Another screen is drawn: what is new in it scrolls to where it was. */
  show(screen: string): void;
}

/**
 * It knows a part of a screen by its style and its turn among the parts of that style, so no screen has to do anything for
 * it. What is still being fetched is waited for, until the person moves by themselves.
 */
function createScrollKeeper(): ScrollKeeper {
  let root: HTMLElement | null = null;
  let memory: StoredText | null = null;
  let screens = new Map<string, Map<string, Offset>>();
  let screen = "";
  const areas = new Set<Element>();
  const waiting = new Map<string, Offset>();
  let writing: ReturnType<typeof setTimeout> | undefined;
  let patience: ReturnType<typeof setTimeout> | undefined;
  const observer = new MutationObserver(() => reach());

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
  const reach = (): void => {
    if (root !== null) scrollTo(root, waiting, areas);
  };

  return {
    start(element, keptIn) {
      root = element;
      memory = keptIn;
      screens = readScreens(keptIn.read());
      const stopped = new AbortController();
      const passive = { capture: true, passive: true, signal: stopped.signal };
      element.addEventListener("scroll", onScroll, passive);
      addEventListener("pagehide", write, { signal: stopped.signal });
      for (const move of ownMoves) addEventListener(move, giveUp, passive);
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
    show(next) {
      if (root === null) return;
      giveUp();
      screen = next;
      for (const [name, offset] of screens.get(next) ?? []) waiting.set(name, offset);
      // Parts that stay, such as a list whose entry was chosen, are where the person has them.
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
      reach();
    },
  };
}

const kindOf = (area: Element): string => area.getAttribute("class") ?? "";

const sameKind = (root: Element, kind: string): Element[] => [...root.getElementsByClassName(kind)];

/** Null for what is not on the screen any more, or looks after itself. */
function nameOf(root: Element, area: Element): string | null {
  const kind = kindOf(area);
  if (kind === "" || !root.contains(area) || area.matches(ownScroll)) return null;
  return `${sameKind(root, kind).indexOf(area)} ${kind}`;
}

function areaOf(root: Element, name: string): Element | null {
  const [turn = "", ...kind] = name.split(" ");
  return sameKind(root, kind.join(" "))[Number(turn)] ?? null;
}

function readScreens(text: string | null): Map<string, Map<string, Offset>> {
  const screens = new Map<string, Map<string, Offset>>();
  for (const [name, offsets] of pairsIn(parse(text))) {
    const read = pairsIn(offsets).flatMap(([area, offset]): [string, Offset][] => {
      const [top, left]: unknown[] = Array.isArray(offset) ? offset : [];
      return typeof top === "number" && typeof left === "number" ? [[area, [top, left]]] : [];
    });
    screens.set(name, new Map(read));
  }
  return screens;
}

function parse(text: string | null): unknown {
  try {
    return JSON.parse(text ?? "[]");
  } catch {
    return [];
  }
}

const pairsIn = (value: unknown): [string, unknown][] =>
  (Array.isArray(value) ? value : []).flatMap((pair: unknown): [string, unknown][] => {
    const [name, content]: unknown[] = Array.isArray(pair) ? pair : [];
    return typeof name === "string" ? [[name, content]] : [];
  });

/** Scrolls the areas that are there by now. Called often, because new content above moves everything below. */
function scrollTo(root: HTMLElement, wanted: Map<string, Offset>, reached: Set<Element>): void {
  for (const [name, [top, left]] of wanted) {
    const area = areaOf(root, name);
    if (area === null) continue;
    area.scrollTop = top;
    area.scrollLeft = left;
    reached.add(area);
  }
}
