import { create } from "zustand";
import { readRoute, replaceRoute } from "./route.ts";
import type { ScreenName } from "./route.ts";
import { guardUnsaved } from "./unsaved.ts";
import { storedText } from "./stored-text.ts";

/** The choices that a person made on a screen, by name. A choice with its default value is absent. */
export type ScreenState = Readonly<Record<string, string>>;

interface StateStore<State> {
  getState(): State;
  setState(part: Partial<State>): void;
  subscribe(listener: () => void): () => void;
}

export interface ScreenStateOptions<State> {
  /** Reads choices that this window stored or that an address names. A choice that it cannot read gets its default. */
  readonly read: (choices: ScreenState) => Partial<State>;
  /** Returns the choices that differ from their defaults. */
  readonly write: (state: State) => ScreenState;
  /** The choices that the address of the screen contains, so that it can be shared. The others change too often. */
  readonly inAddress: readonly string[];
}

interface KeptState {
  readonly inAddress: readonly string[];
  get(): ScreenState;
  set(choices: ScreenState): void;
}

const keptStates = new Map<ScreenName, KeptState>();

/** Practice and live have their own states. Null: neither is open yet, and nothing is stored. */
export const useStateScope = create<{ readonly scope: string | null }>(() => ({ scope: null }));

/** Known before any screen is drawn, so that no screen or sheet is ever drawn without the word PRACTICE (K3). */
export const useIsPractice = (): boolean => useStateScope(({ scope }) => scope) === "practice";

export const currentScope = (): string | null => useStateScope.getState().scope;
const storedState = (scope: string, screen: ScreenName) =>
  storedText(`chute.place ${scope} ${screen}`);

/**
 * Keeps the choices of a screen (N1) in this window's storage and in the address, so that they survive a reload and a
 * change of screens, and a link restores them.
 */
export function keepScreenState<State>(
  screen: ScreenName,
  store: StateStore<State>,
  { read, write, inAddress }: ScreenStateOptions<State>,
): void {
  const get = (): ScreenState => write(store.getState());
  keptStates.set(screen, { inAddress, get, set: (choices) => store.setState(read(choices)) });
  store.subscribe(() => {
    const scope = currentScope();
    if (scope === null) return;
    storedState(scope, screen).write(JSON.stringify(get()));
    showInAddress();
  });
}

export interface KeepApartOptions<State, Part> {
  /** The part of the store that is kept apart. */
  readonly pick: (state: State) => Part;
  readonly empty: NoInfer<Part>;
  /** Reads the part of a scope that this window stored before a reload of the page. */
  readonly read?: (scope: string) => NoInfer<Part>;
  /** Whether the part holds something that a person typed, so that closing the window asks first. */
  readonly isTyped: (part: Part) => boolean;
}

/**
 * Keeps what a person typed or ticked in practice apart from live (K3): what was made up in practice must not be one press
 * away from the organizer. Each is there again when its scope is opened again.
 */
export function keepApart<State extends Part, Part extends Partial<State>>(
  store: StateStore<State>,
  { pick, empty, read = () => empty, isTyped }: KeepApartOptions<State, Part>,
): void {
  const apart = new Map<string, Part>();
  const partOf = (scope: string): Part => apart.get(scope) ?? read(scope);
  let open = currentScope();
  useStateScope.subscribe(({ scope }) => {
    if (scope === null || scope === open) return;
    if (open !== null) apart.set(open, pick(store.getState()));
    open = scope;
    store.setState(partOf(scope));
  });
  // In live, nobody is asked about what was made up in practice.
  guardUnsaved(
    () => isTyped(pick(store.getState())) || (open === "practice" && isTyped(partOf("live"))),
  );
}

/** Opens the states of practice or of live. In the first scope of a page, the address overrides the stored state. */
export function openScreenStates(scope: string): void {
  const before = currentScope();
  if (before === scope) return;
  addEventListener("hashchange", followAddress);
  useStateScope.setState({ scope: null });
  const route = readRoute(location.hash);
  for (const [screen, state] of keptStates) {
    const stored = parseState(storedState(scope, screen).read());
    const isInAddress = before === null && screen === route.screen;
    state.set(isInAddress ? { ...stored, ...route.with } : stored);
  }
  useStateScope.setState({ scope });
  showInAddress();
}

/** Applies the choices that a link or a step back in the browser's history names; other choices stay. */
function followAddress(): void {
  if (currentScope() === null) return;
  const { screen, with: given } = readRoute(location.hash);
  const state = keptStates.get(screen);
  if (state === undefined) return;
  if (state.inAddress.some((name) => given[name] !== undefined)) {
    state.set({ ...state.get(), ...given });
  }
  showInAddress();
}

/** Writes the choices into the address. Its other parameters stay, because the screen reads them itself. */
function showInAddress(): void {
  const { screen, with: given } = readRoute(location.hash);
  const state = keptStates.get(screen);
  if (state === undefined) return;
  const pick = (from: ScreenState, isOfState: boolean) =>
    Object.entries(from).filter(([name]) => state.inAddress.includes(name) === isOfState);
  replaceRoute(screen, Object.fromEntries([...pick(given, false), ...pick(state.get(), true)]));
}

function parseState(text: string | null): ScreenState {
  try {
    const stored: unknown = JSON.parse(text ?? "{}");
    return Object.fromEntries(
      Object.entries(stored ?? {}).filter(([, value]) => typeof value === "string"),
    );
  } catch {
    return {};
  }
}

/** The text if it is one of the values of a choice; else the default. */
export const oneOf = <Value extends string>(
  values: readonly Value[],
  text: string | undefined,
  usual: Value,
): Value => values.find((value) => value === text) ?? usual;

/** Removes choices that have their default value. */
export const omitDefaults = (
  choices: Readonly<Record<string, string | null>>,
  usual: Readonly<Record<string, string | null>>,
): ScreenState =>
  Object.fromEntries(
    Object.entries(choices).flatMap(([name, value]) =>
      value === null || value === usual[name] ? [] : [[name, value]],
    ),
  );
