import { localEventIdOf } from "#shared/domain/basics/ids.ts";
import type { ParsedInputOf, ReplyOf } from "#shared/contract/index.ts";
import type { Result } from "#shared/result.ts";
import { err, ok } from "#shared/result.ts";
import type { LocalEventRecord } from "#core/db/stores/walk-ups/local-event-store.ts";
import type { Caller, Slice } from "#core/handlers.ts";
import type { DeskContext } from "#core/services/context.ts";
import { actorOf } from "#core/services/context.ts";
import { afterReconciling } from "#core/services/outbox/after-reconciling.ts";
import { judgeEventForm } from "./event-form.ts";
import { eventRows } from "./event-view.ts";

const noMadeEvent = () => err("not-found", "No event made here by this id");
const noEntry = () => err("not-found", "No such entry in the queue");

const invalid = (fields: Record<string, string[]>) =>
  err("invalid", "The partner API would refuse this", { fields });

export function createMadeEventService(
  context: DeskContext,
): Slice<"event.check" | "event.create" | "event.takeBack" | "outbox.mendEvent"> {
  const { once, sync } = context;

  return {
    "event.check": (input) => {
      const mended = input.outboxId === undefined ? null : sync.outbox.get(input.outboxId);
      const { fields, warnings } = judgeEventForm(context, input.form, mended?.subject ?? null);
      return ok({ fields, warnings });
    },

    "event.create": (input, caller) =>
      told(
        context,
        once.save("event.create", input, () => create(context, input, caller)),
      ),

    "event.takeBack": async (input, caller) =>
      told(
        context,
        await once.join("event.takeBack", input, () =>
          afterReconciling(
            context,
            () => localEventOf(context, input.eventId)?.outboxId,
            () => once.save("event.takeBack", input, () => takeBack(context, input, caller)),
          ),
        ),
      ),

    "outbox.mendEvent": async (input, caller) =>
      told(
        context,
        await once.join("outbox.mendEvent", input, () =>
          afterReconciling(
            context,
            () => input.outboxId,
            () => once.save("outbox.mendEvent", input, () => mend(context, input, caller)),
          ),
        ),
      ),
  };
}

function told<Reply extends Result<unknown>>({ sync, feed }: DeskContext, reply: Reply): Reply {
  if (!reply.ok) return reply;
  sync.outbox.wake();
  feed.publish("events");
  feed.publish("outbox");
  feed.publish("sync");
  return reply;
}

/** Finds a local event by its local id, or by the organizer's id. */
const localEventOf = ({ stores }: DeskContext, eventId: string): LocalEventRecord | null =>
  stores.localEvents.get(eventId) ?? stores.localEvents.byEvent(eventId);

function create(
  context: DeskContext,
  input: ParsedInputOf<"event.create">,
  caller: Caller,
): ReplyOf<"event.create"> {
  const { settings, ports, sync, stores } = context;
  const { form, body, fields } = judgeEventForm(context, input.form, null);
  if (body === null) return invalid(fields);
  const actor = actorOf(settings, caller);
  const subject = localEventIdOf(ports.random.uuid());
  const entry = sync.outbox.enqueueEvent({ subject, body, actor });
  stores.journal.append({
    kind: "event.saved",
    payload: { form, outboxId: entry.id },
    eventId: null,
    subject,
    ...actor,
    commandId: input.commandId,
  });
  const made = stores.localEvents.refresh(subject);
  if (made === null) throw new Error("An event just saved is not there");
  return ok({ event: eventRows(context).ofMade(made), outboxId: entry.id });
}

function takeBack(
  context: DeskContext,
  input: ParsedInputOf<"event.takeBack">,
  caller: Caller,
): ReplyOf<"event.takeBack"> {
  const { sync, settings } = context;
  const made = localEventOf(context, input.eventId);
  if (made === null) return noMadeEvent();
  const reason = input.reason?.trim() === "" ? undefined : input.reason;
  const taken = sync.outbox.takeBack({
    subject: made.localId,
    reason,
    actor: actorOf(settings, caller),
  });
  return taken.ok ? ok({ askOrganizer: taken.value.askOrganizer }) : taken;
}

function mend(
  context: DeskContext,
  input: ParsedInputOf<"outbox.mendEvent">,
  caller: Caller,
): ReplyOf<"outbox.mendEvent"> {
  const { sync, settings } = context;
  const entry = sync.outbox.get(input.outboxId);
  if (entry === null || entry.kind !== "event") return noEntry();
  if (entry.successorId !== null) {
    return err("wrong-state", "Another entry has taken this one's place");
  }
  const { body, fields } = judgeEventForm(context, input.form, entry.subject);
  if (body === null) return invalid(fields);
  const actor = actorOf(settings, caller);
  return sync.outbox.replaceEvent({ subject: entry.subject, body, actor });
}
