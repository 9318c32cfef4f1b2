import type { FinishItem, FinishListName } from "#shared/domain/finish-log/finish-log.ts";
import { finishSubject } from "#shared/domain/finish-log/finish-log.ts";
import { keyBetween, stampKey } from "#shared/domain/finish-log/order-key.ts";
import type { FinishRecord } from "#core/db/stores/finish-line/finish-store.ts";
import type { DeskCommand, Stored } from "#core/services/context.ts";

/** A command that changes an event's finish log. */
export interface FinishCommand extends DeskCommand {
  /** The hold of the log under which this computer writes; null if nobody holds it (M13). */
  readonly hold: string | null;
}

/** The hold in the payload of an entry. */
export const underHold = ({ hold }: Pick<FinishCommand, "hold">): { hold?: string } =>
  hold === null ? {} : { hold };

/** What a person did with an item. */
export const finishActions = ["stamp", "bib", "gap", "time", "move", "change", "settle"] as const;
type FinishAction = (typeof finishActions)[number];

/** Adds an item or moves it to its position. Call it in a transaction. */
export function putItem(
  { stores }: Stored,
  command: FinishCommand,
  item: FinishItem,
  action: FinishAction,
): void {
  const { list, id, at, atMs, bib, runnerId } = item;
  const named = runnerId === null ? {} : { runnerId };
  const { eventId } = command;
  stores.journal.append({
    kind: "finish.put",
    payload: { list, id, at, atMs, bib, ...named, action, ...underHold(command) },
    subject: finishSubject(list, id),
    ...command,
  });
  stores.finishLine.refresh({ table: "finish_item", eventId, list, id });
}

/** Removes an item. Call it in a transaction. */
export function removeItem({ stores }: Stored, command: FinishCommand, item: FinishItem): void {
  const { list, id } = item;
  stores.journal.append({
    kind: "finish.removed",
    payload: { list, id, ...underHold(command) },
    subject: finishSubject(list, id),
    ...command,
  });
  stores.finishLine.refresh({ table: "finish_item", eventId: command.eventId, list, id });
}

const additions: ReadonlySet<unknown> = new Set<FinishAction>(["stamp", "bib", "gap"]);

/**
 * Whether an item with this id was ever added: a repeated press counts once, even after the item was removed. `conflict`:
 * it was added with other content, so the id was used for something else (J8).
 */
export function findAdded(
  { stores }: Stored,
  eventId: string,
  { list, id, atMs, bib }: Pick<FinishItem, "list" | "id" | "atMs" | "bib">,
): "new" | "known" | "conflict" {
  const subject = finishSubject(list, id);
  if (!stores.journal.hasSubject(subject)) return "new";
  const facts = stores.journal
    .ofSubjects([subject])
    .filter((entry) => entry.eventId === eventId && entry.kind === "finish.put")
    .map(({ payload }) => payload);
  if (facts.length === 0) return "new";
  const added = facts.find((payload) => additions.has(payload?.["action"]));
  // The entry that added it may be at another computer still, or its payload was erased (J6).
  if (added === undefined) return "known";
  return added?.["atMs"] === atMs && added["bib"] === bib ? "known" : "conflict";
}

/**
 * The item of a pressed time. Its position follows from the time, whichever device pressed it and whenever it
 * arrived.
 */
export const pressed = (id: string, atMs: number): FinishItem => ({
  list: "stamps",
  id,
  at: stampKey(atMs, id),
  atMs,
  bib: null,
  runnerId: null,
});

/** A sort key at the end of the list. The first time gets a key before every press, so that later presses follow it. */
export function keyAtEnd({ stores }: Stored, eventId: string, list: FinishListName): string {
  const last = stores.finish.last(eventId, list);
  return last === null && list === "stamps" ? stampKey(0) : keyBetween(last?.at ?? null, null);
}

/**
 * Returns a sort key just before the target. Only a merge creates items with equal keys. No key is between equal keys,
 * so the target and the items after it with the same key first get slightly larger keys. Call it in a transaction.
 */
export function keyBefore(desk: Stored, command: FinishCommand, target: FinishRecord): string {
  const { finish } = desk.stores;
  const before = finish.before(target);
  if (before === null || before.at < target.at) return keyBetween(before?.at ?? null, target.at);
  const above = finish.nextKey(target);
  const key = keyBetween(target.at, above);
  let low = key;
  for (const { eventId: _eventId, ...item } of finish.sharing(target)) {
    low = keyBetween(low, above);
    putItem(desk, command, { ...item, at: low }, "move");
  }
  return key;
}
