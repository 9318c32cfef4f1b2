import type { OutboxEntry } from "#shared/contract/sync.ts";
import type { Result } from "#shared/result.ts";
import { err, ok } from "#shared/result.ts";
import { addBibNote } from "#shared/domain/walk-ups/walk-up.ts";
import type { ParsedInputOf, ReplyOf } from "#shared/contract/index.ts";
import type { Caller, Slice } from "#core/handlers.ts";
import type { DeskContext } from "#core/services/context.ts";
import { actorOf } from "#core/services/context.ts";
import { afterReconciling } from "./after-reconciling.ts";
import { judgeForm } from "#core/services/walk-ups/walk-up-form.ts";

const defaultEntries = 200;
const noEntry = () => err("not-found", "No such entry in the queue");

export function createOutboxService(
  context: DeskContext,
): Slice<
  | "sync.status"
  | "sync.look"
  | "pull.stop"
  | "outbox.list"
  | "outbox.ledger"
  | "outbox.get"
  | "outbox.ofRunner"
  | "outbox.pause"
  | "outbox.resume"
  | "outbox.confirmCopy"
  | "outbox.tryNow"
  | "outbox.setAside"
  | "outbox.putBack"
  | "outbox.sendAgain"
  | "outbox.mend"
  | "outbox.decide"
> {
  const { once, sync } = context;

  return {
    "sync.status": () => ok(sync.status()),

    "sync.look": () => {
      sync.look();
      return ok(sync.status());
    },

    "pull.stop": () => {
      sync.organizer.stopWaiting();
      return ok({});
    },

    "outbox.list": ({ show = "open", limit = defaultEntries, ...filter }, caller) =>
      ok(sync.outbox.list({ ...filter, ...ofDesk(context, caller), show, limit })),

    "outbox.ledger": (input, caller) => readLedger(context, input, caller),

    "outbox.get": ({ outboxId }) => {
      const detail = sync.outbox.detail(outboxId);
      return detail === null ? noEntry() : ok(detail);
    },

    "outbox.ofRunner": (input) => readOfRunner(context, input),

    "outbox.pause": (input) => {
      const pause = () => {
        sync.outbox.pause();
        return ok(sync.status());
      };
      return told(context, once.save("outbox.pause", input, pause));
    },

    "outbox.resume": (input) => {
      const resume = () => {
        sync.outbox.resume();
        return ok(sync.status());
      };
      return told(context, once.save("outbox.resume", input, resume));
    },

    "outbox.confirmCopy": (input, caller) => confirmCopy(context, input, caller),

    "outbox.tryNow": (input, caller) => tryNow(context, input, caller),

    "outbox.setAside": (input, caller) => setAside(context, input, caller),

    "outbox.putBack": (input, caller) => putBack(context, input, caller),

    "outbox.sendAgain": (input, caller) => sendAgain(context, input, caller),

    "outbox.mend": (input, caller) => mendOrReconcile(context, input, caller),

    "outbox.decide": (input, caller) => decide(context, input, caller),
  };
}

function putBack(
  context: DeskContext,
  input: ParsedInputOf<"outbox.putBack">,
  caller: Caller,
): ReplyOf<"outbox.putBack"> {
  const { once, sync, settings } = context;
  return told(
    context,
    once.save("outbox.putBack", input, () =>
      sync.outbox.putBack(input.outboxId, actorOf(settings, caller)),
    ),
  );
}

function readOfRunner(
  { stores, sync }: DeskContext,
  { eventId, runnerId }: ParsedInputOf<"outbox.ofRunner">,
): ReplyOf<"outbox.ofRunner"> {
  const walkUp = stores.walkUps.get(runnerId) ?? stores.walkUps.byRegistration(runnerId);
  const isHere = walkUp !== null && walkUp.eventId === eventId;
  return ok({ entry: isHere ? sync.outbox.get(walkUp.outboxId) : null });
}

function confirmCopy(
  context: DeskContext,
  input: ParsedInputOf<"outbox.confirmCopy">,
  caller: Caller,
): ReplyOf<"outbox.confirmCopy"> {
  const { once, sync, settings } = context;
  return told(
    context,
    once.save("outbox.confirmCopy", input, () => {
      sync.outbox.confirmCopy(actorOf(settings, caller), input.commandId);
      return ok(sync.status());
    }),
  );
}

function tryNow(
  context: DeskContext,
  input: ParsedInputOf<"outbox.tryNow">,
  caller: Caller,
): ReplyOf<"outbox.tryNow"> {
  const { once, sync, settings } = context;
  return told(
    context,
    once.save("outbox.tryNow", input, () => {
      const tried = sync.outbox.tryNow(actorOf(settings, caller), input.outboxId);
      return tried.ok ? ok(sync.status()) : tried;
    }),
  );
}

function decide(
  context: DeskContext,
  input: ParsedInputOf<"outbox.decide">,
  caller: Caller,
): ReplyOf<"outbox.decide"> {
  const { once, sync, settings } = context;
  const reply = once.save("outbox.decide", input, () =>
    sync.outbox.decide(input.outboxId, input.decision, actorOf(settings, caller)),
  );
  touchedRunner(context, reply);
  return told(context, reply);
}

function readLedger(
  context: DeskContext,
  input: ParsedInputOf<"outbox.ledger">,
  caller: Caller,
): ReplyOf<"outbox.ledger"> {
  const { eventId = null } = input;
  const { stores } = context;
  const only = ofDesk(context, caller).eventId;
  return ok({
    counts: stores.outbox.certainties(only ?? eventId),
    events: stores.outbox
      .events()
      .filter(({ eventId: id }) => only === undefined || id === only)
      .map(({ eventId: id, entries }) => ({
        id,
        name: stores.events.get(id)?.name ?? stores.localEvents.get(id)?.form.name ?? null,
        entries,
      })),
  });
}

function setAside(
  context: DeskContext,
  input: ParsedInputOf<"outbox.setAside">,
  caller: Caller,
): ReplyOf<"outbox.setAside"> {
  const { once, sync, settings } = context;
  const reply = once.save("outbox.setAside", input, () =>
    sync.outbox.setAside(
      input.outboxId,
      actorOf(settings, caller),
      ...(input.reason === undefined ? [] : [input.reason]),
    ),
  );
  return told(context, reply);
}

async function sendAgain(
  context: DeskContext,
  input: ParsedInputOf<"outbox.sendAgain">,
  caller: Caller,
): Promise<ReplyOf<"outbox.sendAgain">> {
  const { once, sync, settings } = context;
  const attempt = (isReconciled: boolean) =>
    once.save("outbox.sendAgain", input, () =>
      sync.outbox.sendAgain(input.outboxId, actorOf(settings, caller), isReconciled),
    );
  const reply = await once.join("outbox.sendAgain", input, () =>
    afterReconciling(context, () => input.outboxId, attempt),
  );
  touchedRunner(context, reply);
  return told(context, reply);
}

async function mendOrReconcile(
  context: DeskContext,
  input: ParsedInputOf<"outbox.mend">,
  caller: Caller,
): Promise<ReplyOf<"outbox.mend">> {
  const { once } = context;
  const attempt = () => once.save("outbox.mend", input, () => mend(context, input, caller));
  const reply = await once.join("outbox.mend", input, () =>
    afterReconciling(context, () => input.outboxId, attempt),
  );
  touchedRunner(context, reply);
  return told(context, reply);
}

/** A paired device sees only the walk-ups of the open event (S10). */
const ofDesk = ({ settings }: DeskContext, { reach }: Caller): { readonly eventId?: string } =>
  reach === "owner" ? {} : { eventId: settings.currentEventId() ?? "" };

/** Call after a commit that changed the outbox. */
function tell({ sync, feed }: DeskContext): void {
  sync.outbox.wake();
  feed.publish("outbox");
  feed.publish("sync");
}

function told<Reply extends Result<unknown>>(context: DeskContext, reply: Reply): Reply {
  if (reply.ok) tell(context);
  return reply;
}

function touchedRunner({ feed }: DeskContext, reply: Result<OutboxEntry>): void {
  if (reply.ok) feed.publish("roster", reply.value.eventId);
}

function mend(
  context: DeskContext,
  input: ParsedInputOf<"outbox.mend">,
  caller: Caller,
): ReplyOf<"outbox.mend"> {
  const { sync, stores, settings } = context;
  const entry = sync.outbox.get(input.outboxId);
  if (entry === null || entry.kind !== "walk-up" || entry.eventId === null) return noEntry();
  if (entry.successorId !== null) {
    return err("wrong-state", "Another entry has taken this one's place");
  }
  const event = stores.events.get(entry.eventId);
  if (event === null) return noEntry();
  const { form, fields } = judgeForm(context, event, input.form, entry.subject);
  if (Object.keys(fields).length > 0) {
    return err("invalid", "The partner API would refuse this", { fields });
  }
  const replaced = sync.outbox.replaceWalkUp({
    runnerId: entry.subject,
    form: addBibNote(form, stores.walkUps.get(entry.subject)?.typedBib ?? null),
    actor: actorOf(settings, caller),
  });
  if (replaced.ok || replaced.error.code !== "already-confirmed") {
    return replaced as ReplyOf<"outbox.mend">;
  }
  return err("wrong-state", "The organizer has it already");
}
