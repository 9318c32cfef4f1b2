import type { Codec } from "../codec.ts";
import { createCodec } from "../codec.ts";

/** The isolated world in which preload scripts run, and the names of the double's functions in it. */
export const preloadWorld = "chute-preload";
export const bindingName = "__toMain";
export const receiverName = "__fromMain";

/** The messages between the preload's world and main, as JSON. */
export type FromPage =
  | {
      readonly kind: "invoke";
      readonly id: number;
      readonly channel: string;
      readonly payload: string;
      readonly url: string;
    }
  | {
      readonly kind: "permission";
      readonly id: number;
      readonly media: readonly ("audio" | "video")[];
    };
export type ToPage =
  | { readonly kind: "reply"; readonly id: number; readonly ok: boolean; readonly payload: string }
  | { readonly kind: "message"; readonly channel: string; readonly payload: string };

type Run = (...given: unknown[]) => unknown;

/** One end of the bridge between the two worlds of a page. Functions and promises stay where they were made. */
interface BridgeEnd {
  /** A value that the other end may use; a function becomes one that calls this end. */
  offer(key: string, value: unknown): void;
}

/**
 * Both ends of the bridge are made by this function, whose source runs in each world. Events carry text between the
 * worlds synchronously, so that a function can return a value.
 */
function createBridgeEnd(
  codec: Codec,
  side: "page" | "preload",
  onOffer: (key: string, value: unknown) => void,
): BridgeEnd {
  const functions: Run[] = [];
  const promises: PromiseWithResolvers<unknown>[] = [];
  const [mine, theirs] =
    side === "page" ? ["chute-to-page", "chute-to-preload"] : ["chute-to-preload", "chute-to-page"];
  let reply: { readonly ok: boolean; readonly value: string } | null = null;
  let promised = 0;

  const say = (message: object): void =>
    void window.dispatchEvent(new CustomEvent(theirs, { detail: JSON.stringify(message) }));

  const encode = (value: unknown): string =>
    codec.encode(value, (one) => {
      if (typeof one === "function") {
        functions.push(one as Run);
        return ["function", functions.length - 1];
      }
      if (!(one instanceof Promise)) return null;
      promised += 1;
      const id = promised;
      const settle = (ok: boolean) => (outcome: unknown) =>
        say({ kind: "settle", id, ok, value: encode(outcome) });
      one.then(settle(true), settle(false));
      return ["promise", id];
    });

  const decode = (text: string): unknown =>
    codec.decode(text, ([tag, id]) => {
      if (tag !== "promise") return (...given: unknown[]) => call(Number(id), given);
      const waiting = Promise.withResolvers<unknown>();
      promises[Number(id)] = waiting;
      return waiting.promise;
    });

  function call(id: number, given: unknown[]): unknown {
    reply = null;
    say({ kind: "call", id, given: encode(given) });
    const came = reply as { readonly ok: boolean; readonly value: string } | null;
    if (came === null) throw new Error("Nobody is at the other end of the bridge.");
    const value = decode(came.value);
    if (came.ok) return value;
    throw value as Error;
  }

  function answer(id: number, given: string): void {
    try {
      const value = encode(functions[id]?.(...(decode(given) as unknown[])));
      say({ kind: "reply", ok: true, value });
    } catch (error) {
      say({ kind: "reply", ok: false, value: encode(error) });
    }
  }

  window.addEventListener(mine, (event) => {
    const message = JSON.parse((event as CustomEvent<string>).detail) as {
      readonly kind: string;
      readonly id: number;
      readonly key: string;
      readonly ok: boolean;
      readonly given: string;
      readonly value: string;
    };
    if (message.kind === "call") answer(message.id, message.given);
    else if (message.kind === "reply") reply = message;
    else if (message.kind === "offer") onOffer(message.key, decode(message.value));
    else if (message.ok) promises[message.id]?.resolve(decode(message.value));
    else promises[message.id]?.reject(decode(message.value));
  });

  return { offer: (key, value) => say({ kind: "offer", key, value: encode(value) }) };
}

type CreateBridgeEnd = typeof createBridgeEnd;

/**
 * Chromium's pages notice later than the browser that a window they opened was closed, and until then they find it by
 * its name. So each window registers with its opener, and the double asks the opener how many windows are open.
 */
function keepWindows(): void {
  const windows = new Set<Window>();
  window.addEventListener("chute-opened", (event) => {
    windows.add((event as CustomEvent<Window>).detail);
  });
  window.addEventListener("chute-count", (event) => {
    const open = [...windows].filter(({ closed }) => !closed).length;
    Object.assign((event as CustomEvent<object>).detail, { open });
  });
  const opener = window.opener as Window | null;
  opener?.dispatchEvent(new CustomEvent("chute-opened", { detail: window }));
}

/** Runs in a page: whether the page believes that at most `most` of its windows are open. */
export function knowsOfOpen(most: number): boolean {
  const detail = { open: 0 };
  window.dispatchEvent(new CustomEvent("chute-count", { detail }));
  return detail.open <= most;
}

/** Runs in the page's own world, before any script of the page. */
function enterPage(codec: Codec, createEnd: CreateBridgeEnd): void {
  const freeze = (value: unknown): unknown => {
    if (typeof value === "object" && value !== null) Object.values(value).forEach(freeze);
    return Object.freeze(value);
  };
  createEnd(codec, "page", (key, value) => {
    if (key !== "") {
      Object.defineProperty(window, key, { value: freeze(value), enumerable: true });
      return;
    }
    // This Chromium asks no person, so the answer of main's handler is set as the page's permission first.
    const ask = value as (media: string[]) => Promise<boolean>;
    const devices = navigator.mediaDevices as MediaDevices | undefined;
    if (devices === undefined) return;
    const open = devices.getUserMedia.bind(devices);
    devices.getUserMedia = async (constraints) => {
      const kinds = ["audio", "video"] as const;
      // A Chromium without windows has no person who could refuse.
      if (await ask(kinds.filter((kind) => Boolean(constraints?.[kind])))) return open(constraints);
      throw new DOMException("Permission denied", "NotAllowedError");
    };
  });
}

interface PreloadModules {
  readonly contextBridge: object;
  readonly ipcRenderer: object;
}

/** Runs in the preload's world and provides what `require("electron")` returns there. */
function enterPreload(
  codec: Codec,
  createEnd: CreateBridgeEnd,
  names: { readonly binding: string; readonly receiver: string },
): PreloadModules {
  const own = globalThis as unknown as Record<string, unknown>;
  const toMain = own[names.binding] as (text: string) => void;
  const end = createEnd(codec, "preload", () => undefined);
  const open = new Map<number, PromiseWithResolvers<unknown>>();
  const listeners = new Map<string, Set<Run>>();
  let asked = 0;

  const ask = (question: object): Promise<unknown> => {
    asked += 1;
    const waiting = Promise.withResolvers<unknown>();
    open.set(asked, waiting);
    toMain(JSON.stringify({ ...question, id: asked, url: location.href }));
    return waiting.promise;
  };
  own[names.receiver] = (message: ToPage): void => {
    if (message.kind === "message") {
      const given = codec.decode(message.payload) as unknown[];
      const event = { sender: null, ports: [] };
      for (const listener of listeners.get(message.channel) ?? []) listener(event, ...given);
      return;
    }
    const waiting = open.get(message.id);
    open.delete(message.id);
    if (message.ok) waiting?.resolve(codec.decode(message.payload));
    else waiting?.reject(new Error(message.payload));
  };
  end.offer("", (media: string[]) => ask({ kind: "permission", media }));

  const strict = <T extends object>(name: string, members: T): T =>
    new Proxy(members, {
      get(target, member, receiver) {
        if (typeof member === "string" && !(member in target)) {
          toMain(JSON.stringify({ kind: "missing", name: `${name}.${member}` }));
        }
        if (typeof member === "string") {
          toMain(JSON.stringify({ kind: "touched", name: `${name}.${member}` }));
        }
        return Reflect.get(target, member, receiver);
      },
    });
  return strict("electron", {
    contextBridge: strict("contextBridge", {
      exposeInMainWorld(key: string, api: unknown) {
        end.offer(key, api);
      },
    }),
    ipcRenderer: strict("ipcRenderer", {
      async invoke(channel: string, ...given: unknown[]) {
        return ask({ kind: "invoke", channel, payload: codec.encode(given) });
      },
      on(channel: string, listener: Run) {
        listeners.set(channel, (listeners.get(channel) ?? new Set()).add(listener));
      },
      off(channel: string, listener: Run) {
        listeners.get(channel)?.delete(listener);
      },
    }),
  });
}

const shared = `const codec = (${createCodec.toString()})(); const createEnd = ${createBridgeEnd.toString()};`;

/** The script for the page's own world. */
export const pageScript = `if (window === window.top) { ${shared} (${enterPage.toString()})(codec, createEnd); (${keepWindows.toString()})(); }`;

/** The script for the preload's world, around the built preload script. Runs once in each document. */
export const preloadScript = (source: string): string => `
if (window === window.top && globalThis.${receiverName} === undefined) {
  ${shared}
  const names = ${JSON.stringify({ binding: bindingName, receiver: receiverName })};
  const modules = (${enterPreload.toString()})(codec, createEnd, names);
  const require = (name) => {
    if (name === "electron" || name === "electron/renderer") return modules;
    throw new Error("module not found: " + name);
  };
  ((require, module, exports, codec, createEnd, names, modules) => {
${source}
  })(require, { exports: {} }, {});
}`;
