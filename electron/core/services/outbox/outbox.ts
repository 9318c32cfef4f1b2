import { err, ok } from "#shared/result.ts";
import type { ParsedInputOf, ReplyOf } from "#shared/contract/index.ts";
import type { SyncStatus } from "#shared/contract/sync.ts";
import type { Caller } from "#core/handlers.ts";
import type { DeskContext } from "#core/services/context.ts";
import { authorOf } from "#core/services/context.ts";
import type { EntryAuthor } from "#core/db/stores/journal/journal-store.ts";
import type { Sync } from "#core/sync/sync-interface.ts";
import { performOnOutbox, performReconciled } from "./outbox-commands.ts";
import { judgeForm, retold } from "#core/services/walk-ups/walk-up-form.ts";
import type { UseCase } from "#core/services/use-case.ts";
import { bindUseCases, noEntry } from "#core/services/use-case.ts";

const defaultEntries = 200;

export const createOutboxService = (context: DeskContext) =>
  bindUseCases(context, {
    "sync.status": (context, _input, caller) => ok(statusFor(context, caller)),

    "sync.look": (context, _input, caller) => {
      context.sync.look();
      return ok(statusFor(context, caller));
    },

    "pull.stop": ({ sync }) => {
      sync.organizer.stopWaiting();
      return ok({});
    },

    "outbox.list": (context, { show = "open", limit = defaultEntries, ...filter }, caller) =>
      ok(context.sync.outbox.list({ ...filter, ...ofDesk(context, caller), show, limit })),

    "outbox.totals": readTotals,

    "outbox.get": ({ sync }, { outboxId }) => {
      const detail = sync.outbox.detail(outboxId);
      return detail === null ? noEntry() : ok(detail);
    },

    "outbox.ofRunner": readOfRunner,

    "outbox.pause": command("outbox.pause", (sync) => {
      sync.outbox.pause();
      return ok(sync.status());
    }),

    "outbox.resume": command("outbox.resume", (sync) => {
      sync.outbox.resume();
      return ok(sync.status());
    }),

    "outbox.confirmCopy": command("outbox.confirmCopy", (sync, { commandId }, author) => {
      sync.outbox.confirmCopy(author, commandId);
      return ok(sync.status());
    }),

    "outbox.tryNow": command("outbox.tryNow", (sync, { outboxId }, author) => {
      const tried = sync.outbox.tryNow(author, outboxId);
      return tried.ok ? ok(sync.status()) : tried;
    }),

    "outbox.setAside": command("outbox.setAside", ({ outbox }, { outboxId, reason }, author) =>
      outbox.setAside(outboxId, author, reason),
    ),

    "outbox.requeue": command("outbox.requeue", ({ outbox }, { outboxId }, author) =>
      outbox.requeue(outboxId, author),
    ),

    "outbox.decide": command("outbox.decide", ({ outbox }, { outboxId, decision }, author) =>
      outbox.decide(outboxId, decision, author),
    ),

    "outbox.sendAgain": (context, input, caller) =>
      performReconciled(
        context,
        "outbox.sendAgain",
        input,
        () => input.outboxId,
        (isReconciled) => {
          const author = authorOf(context.settings, caller);
          return context.sync.outbox.sendAgain(input.outboxId, author, isReconciled);
        },
      ),

    "outbox.correct": (context, input, caller) =>
      performReconciled(
        context,
        "outbox.correct",
        input,
        () => input.outboxId,
        () => correct(context, input, caller),
      ),
  });

/** A use case that performs one command on the outbox. */
function command<Name extends CommandName>(
  name: Name,
  run: (sync: Sync, input: ParsedInputOf<Name>, author: EntryAuthor) => ReplyOf<Name>,
): UseCase<Name> {
  return (context, input, caller) =>
    performOnOutbox(context, name, input, () =>
      run(context.sync, input, authorOf(context.settings, caller)),
    ) as ReplyOf<Name>;
}

type CommandName =
  `outbox.${"pause" | "resume" | "confirmCopy" | "tryNow" | "setAside" | "requeue" | "decide"}`;

const readOfRunner: UseCase<"outbox.ofRunner"> = ({ stores, sync }, { eventId, runnerId }) => {
  const walkUp = stores.walkUps.get(runnerId) ?? stores.walkUps.byRegistration(runnerId);
  const isHere = walkUp !== null && walkUp.eventId === eventId;
  return ok({ entry: isHere ? sync.outbox.get(walkUp.outboxId) : null });
};

const readTotals: UseCase<"outbox.totals"> = (context, input, caller) => {
  const { eventId = null } = input;
  const { stores } = context;
  const { eventId: only, kind } = ofDesk(context, caller);
  return ok({
    counts: stores.outbox.certainties(only ?? eventId, kind),
    events: stores.outbox
      .events(kind)
      .filter(({ eventId: id }) => only === undefined || id === only)
      .map(({ eventId: id, entries }) => ({
        id,
        name: stores.events.get(id)?.name ?? stores.localEvents.get(id)?.form.name ?? null,
        entries,
      })),
  });
};

/** The screens of a paired device count the entries that they list. */
const statusFor = (context: DeskContext, caller: Caller): SyncStatus =>
  context.sync.status(ofDesk(context, caller));

/** A paired device sees only the walk-ups of the open event (S10). */
const ofDesk = (
  { settings }: DeskContext,
  { role }: Caller,
): { readonly eventId?: string; readonly kind?: "walk-up" } =>
  role === "owner" ? {} : { eventId: settings.currentEventId() ?? "", kind: "walk-up" };

const correct: UseCase<"outbox.correct"> = (context, input, caller) => {
  const { sync, stores, settings } = context;
  const entry = sync.outbox.get(input.outboxId);
  if (entry === null || entry.kind !== "walk-up" || entry.eventId === null) return noEntry();
  if (entry.successorId !== null) {
    return err("wrong-state", "Another entry has taken this one's place");
  }
  const event = stores.events.get(entry.eventId);
  const walkUp = stores.walkUps.get(entry.subject);
  if (event === null || walkUp === null) return noEntry();
  const { form, fields } = judgeForm(context, event, input.form, entry.subject);
  if (Object.keys(fields).length > 0) {
    return err("invalid", "The partner API would refuse this", { fields });
  }
  const replaced = sync.outbox.replaceWalkUp({
    runnerId: entry.subject,
    ...retold(context, walkUp, form),
    author: authorOf(settings, caller),
  });
  if (replaced.ok || replaced.error.code !== "already-confirmed") {
    return replaced as ReplyOf<"outbox.correct">;
  }
  return err("wrong-state", "The organizer has it already");
};
