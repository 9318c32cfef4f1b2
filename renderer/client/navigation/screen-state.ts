import { create } from "zustand";
import { readRoute, replaceRoute } from "./route.ts";
import type { ScreenName } from "./route.ts";
import { storedText } from "./stored-text.ts";

/** What was chosen on a screen, by name. A name that is missing has its usual value. */
export type ScreenState = Readonly<Record<string, string>>;

interface StateStore<State> {
  getState(): State;
  setState(part: Partial<State>): void;
  subscribe(listener: () => void): () => void;
}

export interface ScreenStateOptions<State> {
  /** Reads a place that this window kept, or that an address names. What it cannot read has its usual value. */
  readonly read: (place: ScreenState) => Partial<State>;
  /** The choices that are not the usual ones. */
  readonly write: (state: State) => ScreenState;
  /** These stand in the address of the room, so that it can be handed on. The others change too often. */
  readonly inAddress: readonly string[];
}

interface KeptState {
  readonly inAddress: readonly string[];
  get(): ScreenState;
  set(place: ScreenState): void;
}

const places = new Map<ScreenName, KeptState>();

/** Practice and live have their own places. Null: none is open yet, and nothing is kept. */
export const useStateScope = create<{ readonly scope: string | null }>(() => ({ scope: null }));

/** Known before any screen is drawn: a sheet or a wall that waited for an answer could miss the word PRACTICE (K3). */
export const useIsPractice = (): boolean => useStateScope(({ scope }) => scope) === "practice";

const scopeNow = (): string | null => useStateScope.getState().scope;
const storedPlace = (scope: string, room: ScreenName) => storedText(`chute.place ${scope} ${room}`);

/**
 * Keeps where a room's screen is (rule N1): in this window's memory, and in the address. So a reload, another room in
 * between, and a link all come to the same place.
 */
export function keepScreenState<State>(
  room: ScreenName,
  store: StateStore<State>,
  { read, write, inAddress }: ScreenStateOptions<State>,
): void {
  const get = (): ScreenState => write(store.getState());
  places.set(room, { inAddress, get, set: (place) => store.setState(read(place)) });
  store.subscribe(() => {
    const scope = scopeNow();
    if (scope === null) return;
    storedPlace(scope, room).write(JSON.stringify(get()));
    showInAddress();
  });
}

/** Opens the places of practice or of live. In the first scope of this page the address goes before what was kept. */
export function openScreenStates(scope: string): void {
  const before = scopeNow();
  if (before === scope) return;
  addEventListener("hashchange", followAddress);
  useStateScope.setState({ scope: null });
  const here = readRoute(location.hash);
  for (const [room, place] of places) {
    const kept = readPlace(storedPlace(scope, room).read());
    const isAsked = before === null && room === here.room;
    place.set(isAsked ? { ...kept, ...here.with } : kept);
  }
  useStateScope.setState({ scope });
  showInAddress();
}

/** A link, or the browser's own way back, names a place: what it does not name stays as it was. */
function followAddress(): void {
  if (scopeNow() === null) return;
  const { room, with: given } = readRoute(location.hash);
  const place = places.get(room);
  if (place === undefined) return;
  if (place.inAddress.some((name) => given[name] !== undefined)) {
    place.set({ ...place.get(), ...given });
  }
  showInAddress();
}

/** The address says where the screen is. What else stands in it is for the room to read. */
function showInAddress(): void {
  const { room, with: given } = readRoute(location.hash);
  const place = places.get(room);
  if (place === undefined) return;
  const chosen = place.get();
  const isOfPlace = (name: string): boolean => place.inAddress.includes(name);
  replaceRoute(room, {
    ...Object.fromEntries(Object.entries(given).filter(([name]) => !isOfPlace(name))),
    ...Object.fromEntries(Object.entries(chosen).filter(([name]) => isOfPlace(name))),
  });
}

function readPlace(text: string | null): ScreenState {
  if (text === null) return {};
  try {
    const kept: unknown = JSON.parse(text);
    return typeof kept === "object" && kept !== null ? onlyTexts(kept) : {};
  } catch {
    return {};
  }
}

const onlyTexts = (kept: object): ScreenState =>
  Object.fromEntries(
    Object.entries(kept).flatMap(([name, value]) =>
      typeof value === "string" ? [[name, value]] : [],
    ),
  );

/** One of the words that a choice can have; else the usual one. */
export const oneOf = <Word extends string>(
  wordsOfChoice: readonly Word[],
  text: string | undefined,
  usual: Word,
): Word => wordsOfChoice.find((word) => word === text) ?? usual;

/** Leaves out what has its usual value. */
export const omitDefaults = (
  choices: Readonly<Record<string, string | null>>,
  usual: Readonly<Record<string, string | null>>,
): ScreenState =>
  Object.fromEntries(
    Object.entries(choices).flatMap(([name, value]) =>
      value === null || value === usual[name] ? [] : [[name, value]],
    ),
  );
