import { useSyncExternalStore } from "react";

/** The screens, by their names in the address after `#/`. */
export const screenNames = [
  "check-in",
  "walk-up",
  "podium",
  "announcer",
  "events",
  "sync",
  "settings",
  "desks",
] as const;
export type ScreenName = (typeof screenNames)[number];

/** The screen that the address names, and its parameters (`runner`, `text`, `saved`, …). */
export interface Route {
  readonly screen: ScreenName;
  readonly with: Readonly<Record<string, string>>;
}

/** Reads `#/walk-up?text=oka`; any other address means check-in. */
export function readRoute(hash: string): Route {
  const [path = "", search = ""] = hash.replace(/^#\/?/, "").split("?", 2);
  return {
    screen: screenNames.find((name) => name === path) ?? "check-in",
    with: Object.fromEntries(new URLSearchParams(search)),
  };
}

/** The address of a screen. */
export function routeHash(
  screen: ScreenName,
  given: Readonly<Record<string, string>> = {},
): string {
  const search = new URLSearchParams(given).toString();
  return search === "" ? `#/${screen}` : `#/${screen}?${search}`;
}

/**
 * Opens a screen. `given` holds only ids and texts that a person typed, never names of runners. The browser tells of a new
 * address only after the keys that wait, which would go to the former screen (B4), so the screen is drawn at once.
 */
export function navigate(screen: ScreenName, given: Readonly<Record<string, string>> = {}): void {
  location.hash = routeHash(screen, given);
  for (const listener of listeners) listener();
}

/** Replaces the address without a new step in the browser's history. */
export function replaceRoute(screen: ScreenName, given: Readonly<Record<string, string>>): void {
  const hash = routeHash(screen, given);
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
