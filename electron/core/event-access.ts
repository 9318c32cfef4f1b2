import type { DeskContext } from "./services/context.ts";

/** The ids that an input may contain; all procedures use the same names. */
interface Named {
  readonly eventId?: unknown;
  readonly outboxId?: unknown;
}

/**
 * Whether all ids in an input belong to the open event (S10). A paired device may access no other event, and only the
 * outbox entries of this event's walk-ups.
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
