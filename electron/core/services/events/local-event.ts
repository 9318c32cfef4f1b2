import { localEventIdOf } from "#shared/domain/basics/ids.ts";
import type { Result } from "#shared/result.ts";
import { err, ok } from "#shared/result.ts";
import type { LocalEventRecord } from "#core/db/stores/walk-ups/local-event-store.ts";
import type { DeskContext } from "#core/services/context.ts";
import { authorOf } from "#core/services/context.ts";
import { performOnOutbox, performReconciled } from "#core/services/outbox/outbox-commands.ts";
import { deriveId, requestIdsOf } from "#core/services/derive-id.ts";
import { judgeEventForm } from "./event-form.ts";
import { eventRows } from "./event-view.ts";
import type { UseCase } from "#core/services/use-case.ts";
import { bindUseCases, noEntry } from "#core/services/use-case.ts";

const noLocalEvent = () => err("not-found", "No event made here by this id");

const invalid = (fields: Record<string, string[]>) =>
  err("invalid", "The partner API would refuse this", { fields });

export const createLocalEventService = (context: DeskContext) =>
  bindUseCases(context, {
    "event.check": (context, input) => {
      const { sync } = context;
      const corrected = input.outboxId === undefined ? null : sync.outbox.get(input.outboxId);
      const { fields, warnings } = judgeEventForm(context, input.form, corrected?.subject ?? null);
      return ok({ fields, warnings });
    },

    "event.create": (context, input, caller) =>
      eventsChanged(
        context,
        performOnOutbox(context, "event.create", input, () => create(context, input, caller)),
      ),

    "event.retract": async (context, input, caller) =>
      eventsChanged(
        context,
        await performReconciled(
          context,
          "event.retract",
          input,
          () => localEventOf(context, input.eventId)?.outboxId,
          () => retract(context, input, caller),
        ),
      ),

    "outbox.correctEvent": async (context, input, caller) =>
      eventsChanged(
        context,
        await performReconciled(
          context,
          "outbox.correctEvent",
          input,
          () => input.outboxId,
          () => correct(context, input, caller),
        ),
      ),
  });

function eventsChanged<Reply extends Result<unknown>>({ feed }: DeskContext, reply: Reply): Reply {
  if (reply.ok) feed.publish("events");
  return reply;
}

/** Finds a local event by its local id, or by the organizer's id. */
const localEventOf = ({ stores }: DeskContext, eventId: string): LocalEventRecord | null =>
  stores.localEvents.get(eventId) ?? stores.localEvents.byEvent(eventId);

const create: UseCase<"event.create"> = (context, input, caller) => {
  const { settings, sync, stores } = context;
  const { form, body, fields } = judgeEventForm(context, input.form, null);
  if (body === null) return invalid(fields);
  const author = authorOf(settings, caller);
  const subject = localEventIdOf(deriveId(input.commandId, "event"));
  const request = requestIdsOf(input.commandId);
  const entry = sync.outbox.enqueueEvent({ subject, body, author, request });
  stores.journal.append({
    kind: "event.saved",
    payload: { form, outboxId: entry.id, key: request.key },
    eventId: null,
    subject,
    ...author,
    commandId: input.commandId,
  });
  const made = stores.localEvents.refresh(subject);
  if (made === null) throw new Error("An event just saved is not there");
  return ok({ event: eventRows(context).ofLocal(made), outboxId: entry.id });
};

const retract: UseCase<"event.retract"> = (context, input, caller) => {
  const { sync, settings } = context;
  const made = localEventOf(context, input.eventId);
  if (made === null) return noLocalEvent();
  const taken = sync.outbox.retract({
    subject: made.localId,
    author: authorOf(settings, caller),
  });
  return taken.ok ? ok({ askOrganizer: taken.value.askOrganizer }) : taken;
};

const correct: UseCase<"outbox.correctEvent"> = (context, input, caller) => {
  const { sync, settings } = context;
  const entry = sync.outbox.get(input.outboxId);
  if (entry === null || entry.kind !== "event") return noEntry();
  if (entry.successorId !== null) {
    return err("wrong-state", "Another entry has taken this one's place");
  }
  const { body, fields } = judgeEventForm(context, input.form, entry.subject);
  if (body === null) return invalid(fields);
  const author = authorOf(settings, caller);
  return sync.outbox.replaceEvent({ subject: entry.subject, body, author });
};
