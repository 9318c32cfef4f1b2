import type { Client } from "#renderer/client/client.ts";
import { newCommandId } from "#renderer/client/client.ts";
import { guardUnsaved } from "#renderer/client/navigation/unsaved.ts";
import { storedText } from "#renderer/client/navigation/stored-text.ts";
import { words } from "#renderer/i18n/words.ts";
import { useToast } from "#renderer/ui/controls/dialogs/toast-store.ts";
import { ok } from "#shared/result.ts";
import type { PressedStamp, TypedBib } from "../finish-rows.ts";
import { createSaveQueue } from "./save-queue.ts";
import type { SaveQueue } from "./save-queue.ts";

/** The save queues of the two lists of an event's finish log. */
export interface FinishQueues {
  readonly stamps: SaveQueue<PressedStamp>;
  readonly bibs: SaveQueue<TypedBib>;
}

/** Maximum number of stamps in one command. */
const stampsAtOnce = 100;

const stampsKey = "finish-stamps ";
const bibsKey = "finish-bibs ";

const queuesByClient = new WeakMap<Client, Map<string, FinishQueues>>();

/** The queues of an event. They exist as long as the window, so they also send while another screen is open. */
export function finishQueues(client: Client, eventId: string): FinishQueues {
  const byEvent = queuesByClient.get(client) ?? new Map<string, FinishQueues>();
  queuesByClient.set(client, byEvent);
  const known = byEvent.get(eventId);
  if (known !== undefined) return known;
  const queues = openQueues(client, eventId);
  byEvent.set(eventId, queues);
  return queues;
}

/** Sends the items that were stored before a reload of the page, on any screen. */
export function resumeFinishQueues(client: Client): void {
  for (const eventId of eventsKeptIn(() => sessionStorage)) finishQueues(client, eventId);
}

/** The events with stored items, unsaved or set aside. */
export const keptEvents = (): ReadonlySet<string> =>
  new Set([...eventsKeptIn(() => sessionStorage), ...eventsKeptIn(() => localStorage)]);

/** Resolves when all items are saved; with false if saving fails, or if another item is added meanwhile. */
export function whenSaved({ stamps, bibs }: FinishQueues): Promise<boolean> {
  const states = () => [stamps.get(), bibs.get()];
  const unsavedIds = () => states().flatMap(({ unsaved }) => unsaved.map(({ id }) => id));
  const awaited = new Set(unsavedIds());
  return new Promise((resolve) => {
    const look = (): void => {
      const ids = unsavedIds();
      const isFailing = states().some(({ failure }) => failure !== null);
      if (ids.length > 0 && !isFailing && ids.every((id) => awaited.has(id))) return;
      for (const stop of stops) stop();
      resolve(ids.length === 0);
    };
    const stops = [stamps.onChange(look), bibs.onChange(look)];
    look();
  });
}

function openQueues(client: Client, eventId: string): FinishQueues {
  const stamps = createSaveQueue<PressedStamp>({
    kept: storedText(stampsKey + eventId),
    aside: storedText(stampsKey + eventId, () => localStorage),
    isItem: isStamp,
    batchSize: stampsAtOnce,
    newCommandId,
    after,
    async send(commandId, items) {
      const reply = await client.call("finish.stamp", { commandId, eventId, stamps: [...items] });
      return reply.ok ? ok(reply.value.stamps) : reply;
    },
  });
  const bibs = createSaveQueue<TypedBib>({
    kept: storedText(bibsKey + eventId),
    aside: storedText(bibsKey + eventId, () => localStorage),
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
  // Connected again: send now instead of at the next retry.
  client.transport.onState(() => {
    if (client.transport.state() !== "up") return;
    stamps.tryNow();
    bibs.tryNow();
  });
  toastFailures(stamps, bibs);
  // Closing the window would lose unsaved items, on any screen.
  guardUnsaved(() => stamps.get().unsaved.length + bibs.get().unsaved.length > 0);
  return { stamps, bibs };
}

/** A failure shows a toast on any screen; the finish log shows an alert as long as it lasts. */
function toastFailures(stamps: SaveQueue<PressedStamp>, bibs: SaveQueue<TypedBib>): void {
  let wasFailing = false;
  const check = (): void => {
    const isFailing = stamps.get().failure !== null || bibs.get().failure !== null;
    if (isFailing && !wasFailing) {
      const what = words.finishLog.notSavedWhat(
        stamps.get().unsaved.length,
        bibs.get().unsaved.length,
      );
      const text = `${words.finishLog.notSavedTitle}: ${what}`;
      useToast.getState().show({ tone: "stop", text });
    }
    wasFailing = isFailing;
  };
  stamps.onChange(check);
  bibs.onChange(check);
}

const after = (delayMs: number, run: () => void): (() => void) => {
  const timer = setTimeout(run, delayMs);
  return () => clearTimeout(timer);
};

function eventsKeptIn(store: () => Storage): string[] {
  return keysOf(store).flatMap((key) => {
    const prefix = [stampsKey, bibsKey].find((each) => key.startsWith(each));
    return prefix === undefined ? [] : [key.slice(prefix.length)];
  });
}

function keysOf(store: () => Storage): string[] {
  try {
    return Object.keys(store());
  } catch {
    return [];
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;

const isStamp = (value: unknown): value is PressedStamp =>
  isObject(value) &&
  typeof value["id"] === "string" &&
  Number.isInteger(value["atMs"]) &&
  (value["isTyped"] === undefined || value["isTyped"] === true);

const isBib = (value: unknown): value is TypedBib =>
  isObject(value) &&
  typeof value["id"] === "string" &&
  (value["bib"] === null || typeof value["bib"] === "string");
