import type { Client } from "#renderer/client/client.ts";
import { newCommandId } from "#renderer/client/client.ts";
import { guardUnsaved } from "#renderer/client/navigation/unsaved.ts";
import { storedText } from "#renderer/client/navigation/stored-text.ts";
import { until } from "#renderer/client/until.ts";
import { words } from "#renderer/i18n/words.ts";
import { showToast, useToast } from "#renderer/ui/controls/dialogs/toast-store.ts";
import type { Toast } from "#renderer/ui/controls/dialogs/toast-store.ts";
import { ok } from "#shared/result.ts";
import type { PressedGun, PressedStamp, TypedBib } from "../finish-rows.ts";
import { watchMovedBibs } from "./moved-bibs.tsx";
import { createSaveQueue } from "./save-queue.ts";
import type { SaveQueue, SaveQueueOptions } from "./save-queue.ts";

/** The save queues of an event's finish log: of its two lists, and of its guns. */
export interface FinishQueues {
  readonly stamps: SaveQueue<PressedStamp>;
  readonly bibs: SaveQueue<TypedBib>;
  readonly guns: SaveQueue<PressedGun>;
}

type AnyQueue = FinishQueues[keyof FinishQueues];

/** All queues, for what is done with each of them. */
export const eachQueue = ({ stamps, bibs, guns }: FinishQueues) => [stamps, bibs, guns] as const;

/** Maximum number of stamps in one command. */
const stampsAtOnce = 100;

const stampsKey = "finish-stamps ";
const bibsKey = "finish-bibs ";
const gunsKey = "finish-guns ";

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
export async function whenSaved(queues: FinishQueues): Promise<boolean> {
  const all = eachQueue(queues);
  const awaited = new Set(unsavedIds(all));
  const waits = (ids: readonly string[]) => ids.length > 0 && ids.every((id) => awaited.has(id));
  return (await unsavedAfter(all, waits)).length === 0;
}

/** Resolves when the item is saved; with false if saving its list fails. An item that is in no queue is saved. */
export async function whenItemSaved(queues: FinishQueues, itemId: string): Promise<boolean> {
  const waits = (ids: readonly string[]) => ids.includes(itemId);
  const own = eachQueue(queues).filter((queue) => waits(unsavedIds([queue])));
  return !waits(await unsavedAfter(own, waits));
}

const unsavedIds = (queues: readonly AnyQueue[]): string[] =>
  queues.flatMap((queue) => queue.get().unsaved.map(({ id }) => id));

/** Resolves with the ids of the unsaved items as soon as they need no waiting, or saving fails. */
async function unsavedAfter(
  queues: readonly AnyQueue[],
  waits: (ids: readonly string[]) => boolean,
): Promise<readonly string[]> {
  const isFailing = (): boolean => queues.some((queue) => queue.get().failure !== null);
  await until(
    (listener) => {
      const stops = queues.map((queue) => queue.onChange(listener));
      return () => stops.forEach((stop) => stop());
    },
    () => !waits(unsavedIds(queues)) || isFailing(),
  );
  return unsavedIds(queues);
}

function openQueues(client: Client, eventId: string): FinishQueues {
  type Options<Item> = Pick<SaveQueueOptions<Item>, "isItem" | "batchSize" | "send">;
  const open = <Item extends { readonly id: string }>(key: string, options: Options<Item>) =>
    createSaveQueue<Item>({
      ...options,
      kept: storedText(key + eventId),
      aside: storedText(key + eventId, () => localStorage),
      newCommandId,
      after,
    });
  const stamps = open<PressedStamp>(stampsKey, {
    isItem: isStamp,
    batchSize: stampsAtOnce,
    async send(commandId, items) {
      const reply = await client.call("finish.stamp", { commandId, eventId, stamps: [...items] });
      return reply.ok ? ok(reply.value.stamps) : reply;
    },
  });
  const bibs = open<TypedBib>(bibsKey, {
    isItem: isBib,
    batchSize: 1,
    async send(commandId, [item]) {
      if (item === undefined) return ok(0);
      const { id, bib } = item;
      const reply = await client.call("finish.bib", { commandId, eventId, id, bib, before: null });
      return reply.ok ? ok(reply.value.bibs) : reply;
    },
  });
  const guns = open<PressedGun>(gunsKey, {
    isItem: isGun,
    batchSize: 1,
    async send(commandId, [item]) {
      if (item === undefined) return ok(0);
      const { runId, atMs } = item;
      const command = { commandId, eventId, runId, atMs, isFirst: true };
      const reply = await client.call("gun.set", command);
      return reply.ok ? ok(reply.value.guns.length) : reply;
    },
  });
  const queues = { stamps, bibs, guns };
  // Connected again: send now instead of at the next retry.
  client.transport.onState(() => {
    if (client.transport.state() !== "up") return;
    for (const queue of eachQueue(queues)) queue.tryNow();
  });
  toastFailures(queues);
  watchMovedBibs(eventId, bibs);
  // Closing the window would lose unsaved items, on any screen.
  guardUnsaved(() => eachQueue(queues).some((queue) => queue.get().unsaved.length > 0));
  return queues;
}

/** A failure shows a toast on any screen; the finish log shows an alert as long as it lasts. */
function toastFailures(queues: FinishQueues): void {
  const { stamps, bibs, guns } = queues;
  let wasFailing = false;
  let shown: Toast | null = null;
  const check = (): void => {
    const isFailing = eachQueue(queues).some((queue) => queue.get().failure !== null);
    const { toast, dismiss } = useToast.getState();
    const isShown = toast !== null && toast === shown;
    const what = words.finishLog.notSavedWhat(
      stamps.get().unsaved.length,
      bibs.get().unsaved.length,
      guns.get().unsaved.length,
    );
    const text = `${words.finishLog.notSavedTitle}: ${what}`;
    // A screen reader reads the toast, so it counts what is pressed or typed while it is shown.
    if (isFailing && (!wasFailing || (isShown && toast.text !== text))) {
      showToast("stop", text);
      shown = useToast.getState().toast;
    }
    // The items are being saved again, so the toast is not true any more.
    if (!isFailing && isShown) dismiss(toast.id);
    wasFailing = isFailing;
  };
  for (const queue of eachQueue(queues)) queue.onChange(check);
}

const after = (delayMs: number, run: () => void): (() => void) => {
  const timer = setTimeout(run, delayMs);
  return () => clearTimeout(timer);
};

function eventsKeptIn(store: () => Storage): string[] {
  return keysOf(store).flatMap((key) => {
    const prefix = [stampsKey, bibsKey, gunsKey].find((each) => key.startsWith(each));
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

const isGun = (value: unknown): value is PressedGun =>
  isObject(value) &&
  ["id", "runId", "run"].every((key) => typeof value[key] === "string") &&
  Number.isInteger(value["atMs"]);

const isBib = (value: unknown): value is TypedBib =>
  isObject(value) &&
  typeof value["id"] === "string" &&
  (value["bib"] === null || typeof value["bib"] === "string") &&
  (value["index"] === undefined || Number.isInteger(value["index"]));
