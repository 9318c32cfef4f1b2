import { appendFileSync, writeSync } from "node:fs";

/** The exit code of the process when main uses a member that the double does not have. */
export const missingMemberCode = 86;

/** How far a name got: the double has it, main used it, main listens to it, or it occurred. */
export type Note = "offered" | "touched" | "heard" | "happened";

const noted = new Set<string>();

/** Keeps what was used: for this run, and in `CHUTE_DOUBLE_NOTES` for the report over all runs. */
export function note(kind: Note, name: string): void {
  const line = `${kind} ${name}`;
  if (noted.has(line)) return;
  noted.add(line);
  const file = process.env["CHUTE_DOUBLE_NOTES"];
  if (file !== undefined) appendFileSync(file, `${line}\n`);
}

export const readNotes = (): readonly string[] => [...noted];

/** Ends the process, because main used a member that the double does not have and its results could not be trusted. */
export function giveUp(what: string): never {
  writeSync(2, `electron double: ${what}. Add it in test/support/electron-double/module.\n`);
  process.exit(missingMemberCode);
}

/** Members that the language itself looks for on any object. */
const ofTheLanguage = new Set(["then", "toJSON", "constructor", "prototype", "valueOf"]);

/**
 * An object of Electron with its full type, of which only these members exist. Reading or setting another member ends
 * the process. Every used member is noted.
 */
export function standIn<T extends object>(name: string, members: Partial<T>): T {
  for (const [member, { value }] of Object.entries(Object.getOwnPropertyDescriptors(members))) {
    if (typeof value === "function" && !chained.has(member)) note("offered", `${name}.${member}`);
  }
  return new Proxy(members as T, {
    get(target, member, receiver) {
      if (typeof member === "string") {
        if (!(member in target)) {
          if (ofTheLanguage.has(member)) return undefined;
          giveUp(`main uses ${name}.${member}, which is not there`);
        }
        if (!chained.has(member)) note("touched", `${name}.${member}`);
      }
      return Reflect.get(target, member, receiver);
    },
    set(target, member, value) {
      if (!(member in target)) giveUp(`main sets ${name}.${String(member)}, which is not there`);
      note("touched", `${name}.${String(member)}`);
      return Reflect.set(target, member, value);
    },
  });
}

/** These are noted by the names of their events instead. */
const chained = new Set(["on", "once", "off"]);

type Listener = (...given: never[]) => unknown;

/** An object that emits events; only the named events ever occur. */
export interface Source {
  /** Typed so that it fits any object of Electron: these methods return the object itself. */
  readonly on: (event: string, listener: Listener) => never;
  readonly once: (event: string, listener: Listener) => never;
  readonly off: (event: string, listener: Listener) => never;
  /** Sets the object that emits these events. */
  belongsTo(owner: object): void;
  isHeard(event: string): boolean;
  emit(event: string, ...given: readonly unknown[]): void;
}

export function createSource(name: string, events: readonly string[]): Source {
  const listeners = new Map<string, Set<Listener>>();
  let owner: object | null = null;

  const add = (event: string, listener: Listener): never => {
    if (!events.includes(event)) giveUp(`main listens to “${event}” of ${name}`);
    note("heard", `${name} “${event}”`);
    listeners.set(event, (listeners.get(event) ?? new Set()).add(listener));
    return owner as never;
  };
  const off = (event: string, listener: Listener): never => {
    listeners.get(event)?.delete(listener);
    return owner as never;
  };
  return {
    on: add,
    off,
    once(event, listener) {
      const one: Listener = (...given) => {
        off(event, one);
        listener(...given);
      };
      return add(event, one);
    },
    belongsTo(whose) {
      owner = whose;
    },
    isHeard: (event) => (listeners.get(event)?.size ?? 0) > 0,
    emit(event, ...given) {
      if (!events.includes(event)) throw new Error(`${name} has no event “${event}”.`);
      const heard = [...(listeners.get(event) ?? [])];
      if (heard.length > 0) note("happened", `${name} “${event}”`);
      for (const listener of heard) listener(...(given as never[]));
    },
  };
}

/** A function that main gave as a handler; its call is noted. */
export function asked<F extends (...given: never[]) => unknown>(name: string, handler: F): F {
  note("heard", `${name} handler`);
  const call = (...given: Parameters<F>): unknown => {
    note("happened", `${name} handler`);
    return handler(...given);
  };
  return call as F;
}

/** An event that may be prevented. */
export interface Preventable {
  readonly defaultPrevented: boolean;
  preventDefault(): void;
}

export function createEvent<T extends object>(details: T): T & Preventable {
  let isPrevented = false;
  const event = {
    ...details,
    preventDefault() {
      isPrevented = true;
    },
  };
  return Object.defineProperty(event, "defaultPrevented", {
    get: () => isPrevented,
  }) as unknown as T & Preventable;
}
