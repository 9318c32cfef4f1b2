import { localDate } from "#shared/domain/basics/local-date.ts";
import type { EventForm } from "#shared/domain/journal/journal-facts.ts";
import type {
  EventWarning,
  KnownEvent,
  TypedEvent,
} from "#shared/domain/local-events/local-event.ts";
import { judgeEvent, tidyEventForm } from "#shared/domain/local-events/local-event.ts";
import type { CreateEventBody } from "#shared/partner-api/event.ts";
import { createEventBodySchema } from "#shared/partner-api/event.ts";
import type { DeskContext, Stored } from "#core/services/context.ts";

/** The validation result for a new event, computed without the network (W1). */
export interface EventVerdict {
  /** The form as it would be stored. */
  readonly form: EventForm;
  /** The body as it would be sent; null while the API would refuse it. */
  readonly body: CreateEventBody | null;
  /** The API's field names with its messages; empty if the API has no reason to refuse. */
  readonly fields: Record<string, string[]>;
  readonly warnings: EventWarning[];
}

/** Validates a form against the API's rules and the replica. `self` is the local event being corrected. */
export function judgeEventForm(
  context: Pick<DeskContext, "stores" | "ports">,
  typed: TypedEvent,
  self: string | null,
): EventVerdict {
  const form = tidyEventForm(typed);
  const parsed = createEventBodySchema.safeParse(form);
  const fields: Record<string, string[]> = {};
  for (const { path, message } of parsed.error?.issues ?? []) {
    (fields[path.join(".")] ??= []).push(message);
  }
  // The API does not document this rule, but an end before the start is a mistake.
  if (form.endDate !== undefined && fields["endDate"] === undefined && form.endDate < form.date) {
    fields["endDate"] = ["Must not be before date"];
  }
  const isSound = parsed.success && Object.keys(fields).length === 0;
  const warnings = judgeEvent(form, {
    today: localDate(context.ports.clock.now()),
    others: othersThan(context, self),
  });
  return { form, body: isSound ? parsed.data : null, fields, warnings };
}

function othersThan({ stores }: Stored, self: string | null): KnownEvent[] {
  const made = stores.localEvents.all();
  const own = made.find(({ localId }) => localId === self)?.eventId ?? null;
  return [
    ...stores.events.list({}).filter(({ id, gone }) => id !== own && !gone),
    ...made
      .filter(({ localId, takenBack, eventId }) => {
        return localId !== self && !takenBack && eventId === null;
      })
      .map(({ form }) => ({ name: form.name, date: form.date, slug: form.slug ?? null })),
  ];
}
