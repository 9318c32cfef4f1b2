import type { OutboxEntry } from "#shared/contract/sync.ts";
import type { Result } from "#shared/result.ts";
import { err, ok } from "#shared/result.ts";
import { addBibNote } from "#shared/domain/walk-ups/walk-up.ts";
import type { ParsedInputOf, ReplyOf } from "#shared/contract/index.ts";
import type { Caller, Slice } from "#core/handlers.ts";
import type { DeskContext } from "#core/services/context.ts";
import { actorOf } from "#core/services/context.ts";
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
  const { stores, once, feed, settings, sync } = context;

  /** A paired device sees only the walk-ups of the open event (S10). */
  const ofDesk = ({ reach }: Caller): { readonly eventId?: string } =>
    reach === "owner" ? {} : { eventId: settings.currentEventId() ?? "" };

  /** Call after a commit that changed the outbox. */
  const tell = (): void => {
    sync.outbox.wake();
    feed.publish("outbox");
    feed.publish("sync");
  };

  const told = <Reply extends Result<unknown>>(reply: Reply): Reply => {
    if (reply.ok) tell();
    return reply;
  };

  const touchedRunner = (reply: Result<OutboxEntry>): void => {
    if (reply.ok) feed.publish("roster", reply.value.eventId);
  };

  const mend = (input: ParsedInputOf<"outbox.mend">, caller: Caller): ReplyOf<"outbox.mend"> => {
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
  };

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
      ok(sync.outbox.list({ ...filter, ...ofDesk(caller), show, limit })),

    "outbox.ledger": ({ eventId = null }, caller) => {
      const only = ofDesk(caller).eventId;
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
    },

    "outbox.get": ({ outboxId }) => {
      const detail = sync.outbox.detail(outboxId);
      return detail === null ? noEntry() : ok(detail);
    },

    "outbox.ofRunner": ({ eventId, runnerId }) => {
      const walkUp = stores.walkUps.get(runnerId) ?? stores.walkUps.byRegistration(runnerId);
      const isHere = walkUp !== null && walkUp.eventId === eventId;
      return ok({ entry: isHere ? sync.outbox.get(walkUp.outboxId) : null });
    },

    "outbox.pause": (input) =>
      told(
        once.save("outbox.pause", input, () => {
          sync.outbox.pause();
          return ok(sync.status());
        }),
      ),

    "outbox.resume": (input) =>
      told(
        once.save("outbox.resume", input, () => {
          sync.outbox.resume();
          return ok(sync.status());
        }),
      ),

    "outbox.confirmCopy": (input, caller) =>
      told(
        once.save("outbox.confirmCopy", input, () => {
          sync.outbox.confirmCopy(actorOf(settings, caller), input.commandId);
          return ok(sync.status());
        }),
      ),

    "outbox.tryNow": (input, caller) =>
      told(
        once.save("outbox.tryNow", input, () => {
          const tried = sync.outbox.tryNow(actorOf(settings, caller), input.outboxId);
          return tried.ok ? ok(sync.status()) : tried;
        }),
      ),

    "outbox.setAside": (input, caller) => {
      const reply = once.save("outbox.setAside", input, () =>
        sync.outbox.setAside(
          input.outboxId,
          actorOf(settings, caller),
          ...(input.reason === undefined ? [] : [input.reason]),
        ),
      );
      return told(reply);
    },

    "outbox.putBack": (input, caller) =>
      told(
        once.save("outbox.putBack", input, () =>
          sync.outbox.putBack(input.outboxId, actorOf(settings, caller)),
        ),
      ),

    "outbox.sendAgain": async (input, caller) => {
      const attempt = (looked: boolean) =>
        once.save("outbox.sendAgain", input, () =>
          sync.outbox.sendAgain(input.outboxId, actorOf(settings, caller), looked),
        );
      const reply = await once.join("outbox.sendAgain", input, async () => {
        const first = attempt(false);
        if (first.ok || first.error.code !== "must-reconcile") return first;
        const reconciled = await sync.outbox.reconcile(input.outboxId);
        return reconciled.ok ? attempt(true) : first;
      });
      touchedRunner(reply);
      return told(reply);
    },

    "outbox.mend": async (input, caller) => {
      const attempt = () => once.save("outbox.mend", input, () => mend(input, caller));
      const reply = await once.join("outbox.mend", input, async () => {
        const first = attempt();
        if (first.ok || first.error.code !== "must-reconcile") return first;
        const reconciled = await sync.outbox.reconcile(input.outboxId);
        return reconciled.ok ? attempt() : first;
      });
      touchedRunner(reply);
      return told(reply);
    },

    "outbox.decide": (input, caller) => {
      const reply = once.save("outbox.decide", input, () =>
        sync.outbox.decide(input.outboxId, input.decision, actorOf(settings, caller)),
      );
      touchedRunner(reply);
      return told(reply);
    },
  };
}
