import type { DeskContext } from "./services/context.ts";

/** What an input may name; every procedure calls it the same. */
interface Named {
  readonly eventId?: unknown;
  readonly outboxId?: unknown;
}

/**
 * Whether all that an input names belongs to the open event: a paired device reads and changes nothing of another one, and
 * of the queue the walk-ups of this event alone (S10).
 */
export function isOfOpenEvent(
  { settings, stores }: Pick<DeskContext, "settings" | "stores">,
  input: Named,
): boolean {
  const own = (eventId: string): string => stores.localEvents.get(eventId)?.eventId ?? eventId;
  const open = settings.currentEventId();
  const isOpen = (eventId: unknown): boolean =>
    typeof eventId === "string" && open !== null && own(eventId) === own(open);
  if (input.eventId !== undefined && !isOpen(input.eventId)) return false;
  if (typeof input.outboxId !== "string") return true;
  const entry = stores.outbox.get(input.outboxId);
  return entry === null || (entry.kind === "walk-up" && isOpen(entry.eventId));
}
