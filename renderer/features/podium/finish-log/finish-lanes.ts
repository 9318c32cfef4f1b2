import type { Client } from "#renderer/client/client.ts";
import { newCommandId } from "#renderer/client/client.ts";
import { ok } from "#shared/result.ts";
import type { PressedStamp, TypedBib } from "./finish-rows.ts";
import { createKeptLane } from "./kept-lane.ts";
import type { KeptLane, KeptText } from "./kept-lane.ts";

/** The two lists of one event's finish log on their way from this window to the core. */
export interface FinishLanes {
  readonly stamps: KeptLane<PressedStamp>;
  readonly bibs: KeptLane<TypedBib>;
}

/** As many as one command takes. */
const stampsAtOnce = 500;

const lanesByClient = new WeakMap<Client, Map<string, FinishLanes>>();

/** The same lanes for as long as the window is open: they go on sending while another room is shown. */
export function finishLanes(client: Client, eventId: string): FinishLanes {
  const byEvent = lanesByClient.get(client) ?? new Map<string, FinishLanes>();
  lanesByClient.set(client, byEvent);
  const known = byEvent.get(eventId);
  if (known !== undefined) return known;
  const lanes = openLanes(client, eventId);
  byEvent.set(eventId, lanes);
  return lanes;
}

function openLanes(client: Client, eventId: string): FinishLanes {
  const stamps = createKeptLane<PressedStamp>({
    kept: keptInSession(`finish-stamps ${eventId}`),
    isItem: isStamp,
    batchSize: stampsAtOnce,
    newCommandId,
    after,
    async send(commandId, items) {
      const reply = await client.call("finish.stamp", { commandId, eventId, stamps: [...items] });
      return reply.ok ? ok(reply.value.stamps) : reply;
    },
  });
  const bibs = createKeptLane<TypedBib>({
    kept: keptInSession(`finish-bibs ${eventId}`),
    isItem: isBib,
    batchSize: 1,
    newCommandId,
    after,
    async send(commandId, items) {
      const [item] = items;
      if (item === undefined) return ok(0);
      const reply = await client.call("finish.bib", { commandId, eventId, ...item, before: null });
      return reply.ok ? ok(reply.value.bibs) : reply;
    },
  });
  // The line is back: no need to wait for the next try.
  client.wire.onState(() => {
    if (client.wire.state() !== "up") return;
    stamps.tryNow();
    bibs.tryNow();
  });
  return { stamps, bibs };
}

const after = (delayMs: number, run: () => void): (() => void) => {
  const timer = setTimeout(run, delayMs);
  return () => clearTimeout(timer);
};

/** Kept for this window until it is closed. A store that is full or forbidden leaves the window's memory. */
function keptInSession(key: string): KeptText {
  return {
    read() {
      try {
        return sessionStorage.getItem(key);
      } catch {
        return null;
      }
    },
    write(text) {
      try {
        if (text === null) sessionStorage.removeItem(key);
        else sessionStorage.setItem(key, text);
      } catch {
        return;
      }
    },
  };
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;

const isStamp = (value: unknown): value is PressedStamp =>
  isObject(value) && typeof value["id"] === "string" && Number.isInteger(value["atMs"]);

const isBib = (value: unknown): value is TypedBib =>
  isObject(value) &&
  typeof value["id"] === "string" &&
  (value["bib"] === null || typeof value["bib"] === "string");
