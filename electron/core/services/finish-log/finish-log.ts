import type { FinishItem, FinishListName } from "#shared/domain/finish-log/finish-log.ts";
import { finishSubject } from "#shared/domain/finish-log/finish-log.ts";
import { keyBetween, stampKey } from "#shared/domain/check-in/command-key.ts";
import type { FinishRecord } from "#core/db/stores/finish-line/finish-store.ts";
import type { DeskActor, DeskContext } from "#core/services/context.ts";

type Stored = Pick<DeskContext, "stores">;

/** Who does something to an event's finish log, by which order. */
export interface FinishOrder extends DeskActor {
  readonly eventId: string;
  readonly commandId: string;
}

export type FinishAction = "stamp" | "bib" | "gap" | "time" | "move" | "change" | "settle";

/** Puts an item where it says, new or again. In a transaction. `isNew`: nothing was ever said of it. */
export function putItem(
  { stores }: Stored,
  order: FinishOrder,
  item: FinishItem,
  action: FinishAction,
  isNew = false,
): void {
  const { list, id, at, atMs, bib, runnerId } = item;
  const named = runnerId === null ? {} : { runnerId };
  const { eventId } = order;
  const fact = stores.journal.append({
    kind: "finish.put",
    payload: { list, id, at, atMs, bib, ...named, action },
    subject: finishSubject(list, id),
    ...order,
  });
  if (isNew) stores.finishLine.write(fact);
  else stores.finishLine.refresh({ table: "finish_item", eventId, list, id });
}

/** Takes an item out. In a transaction. */
export function removeItem({ stores }: Stored, order: FinishOrder, item: FinishItem): void {
  const { list, id } = item;
  stores.journal.append({
    kind: "finish.removed",
    payload: { list, id },
    subject: finishSubject(list, id),
    ...order,
  });
  stores.finishLine.refresh({ table: "finish_item", eventId: order.eventId, list, id });
}

/** Whether an item of this id was ever there: a repeated press is one press, also after it was taken out. */
export const isKnownItem = (
  { stores }: Stored,
  eventId: string,
  list: FinishListName,
  id: string,
): boolean =>
  stores.journal.names(finishSubject(list, id)) &&
  stores.journal
    .ofRunner([finishSubject(list, id)])
    .some((entry) => entry.eventId === eventId && entry.kind === "finish.put");

/** A time stands where it was pressed, whichever device pressed it and whenever it came in. */
export const pressed = (id: string, atMs: number): FinishItem => ({
  list: "stamps",
  id,
  at: stampKey(atMs, id),
  atMs,
  bib: null,
  runnerId: null,
});

/** A key at the list's end. */
export const keyAtEnd = ({ stores }: Stored, eventId: string, list: FinishListName): string =>
  keyBetween(stores.finish.last(eventId, list)?.at ?? null, null);

/**
 * A key just before an item. Items of one key, which only a merge brings, leave no room: then those from this item on are
 * moved up a little first. In a transaction.
 */
export function keyBefore(desk: Stored, order: FinishOrder, target: FinishRecord): string {
  const { finish } = desk.stores;
  const before = finish.before(target);
  if (before === null || before.at < target.at) return keyBetween(before?.at ?? null, target.at);
  const above = finish.nextKey(target);
  const key = keyBetween(target.at, above);
  let low = key;
  for (const { eventId: _eventId, ...item } of finish.sharing(target)) {
    low = keyBetween(low, above);
    putItem(desk, order, { ...item, at: low }, "move");
  }
  return key;
}
