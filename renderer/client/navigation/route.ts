import { useSyncExternalStore } from "react";

/** The screenNames, as they stand in the address behind `#/`. */
export const screenNames = [
  "check-in",
  "walk-up",
  "podium",
  "announcer",
  "events",
  "sync",
  "settings",
] as const;
export type ScreenName = (typeof screenNames)[number];

/** Where the window is: a room, and what it was opened with (`runner`, `text`, `saved`, …). */
export interface Route {
  readonly room: ScreenName;
  readonly with: Readonly<Record<string, string>>;
}

const isScreenName = (text: string): text is ScreenName =>
  screenNames.some((room) => room === text);

/** Reads `#/walk-up?text=oka`; anything else is check-in. */
export function readRoute(hash: string): Route {
  const [path = "", search = ""] = hash.replace(/^#\/?/, "").split("?", 2);
  return {
    room: isScreenName(path) ? path : "check-in",
    with: Object.fromEntries(new URLSearchParams(search)),
  };
}

/** The address of a room. */
export function routeHash(room: ScreenName, given: Readonly<Record<string, string>> = {}): string {
  const search = new URLSearchParams(given).toString();
  return search === "" ? `#/${room}` : `#/${room}?${search}`;
}

/** Opens a room. `given` is read there once; names never go through it, only what a person typed or an id. */
export function navigate(room: ScreenName, given: Readonly<Record<string, string>> = {}): void {
  location.hash = routeHash(room, given);
}

/** The same room under another address: no step of its own for the browser's way back. */
export function replaceRoute(room: ScreenName, given: Readonly<Record<string, string>>): void {
  const hash = routeHash(room, given);
  if (location.hash === hash) return;
  history.replaceState(history.state, "", hash);
  for (const listener of listeners) listener();
}

const listeners = new Set<() => void>();
let known: { readonly hash: string; readonly route: Route } | undefined;

function currentRoute(): Route {
  if (known?.hash !== location.hash)
    known = { hash: location.hash, route: readRoute(location.hash) };
  return known.route;
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener("hashchange", listener);
  return () => {
    listeners.delete(listener);
    removeEventListener("hashchange", listener);
  };
}

export const useRoute = (): Route => useSyncExternalStore(listen, currentRoute);
