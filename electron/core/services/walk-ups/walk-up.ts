import { walkUpIdOf } from "#shared/domain/basics/ids.ts";
import { withoutUndefined } from "#shared/domain/basics/tidy.ts";
import { standingOf } from "#shared/domain/registrations/registration.ts";
import { isConfirmed } from "#shared/domain/registrations/registration.ts";
import { addBibNote, paceGroupsOfRun } from "#shared/domain/walk-ups/walk-up.ts";
import type { RunnerRow } from "#shared/contract/roster.ts";
import { err, ok } from "#shared/result.ts";
import type { WalkUpRecord } from "#core/db/stores/walk-ups/walk-up-store.ts";
import { bibInvalid, bibTaken, doublesAmong, hindrancesOf } from "#core/services/bibs/bib.ts";
import { checkIn } from "#core/services/check-in/check-in.ts";
import type { DeskContext } from "#core/services/context.ts";
import { authorOf, commandOf } from "#core/services/context.ts";
import { rowReader, runnerRow } from "#core/services/check-in/runner-row.ts";
import { performOnOutbox, performReconciled } from "#core/services/outbox/outbox-commands.ts";
import { deriveId, requestIdsOf } from "#core/services/derive-id.ts";
import { readTypedBib } from "#core/services/bibs/bib-holders.ts";
import { findAlike } from "./walk-up-duplicates.ts";
import type { FormVerdict } from "./walk-up-form.ts";
import { findSamePerson, judgeForm } from "./walk-up-form.ts";
import type { UseCase } from "#core/services/use-case.ts";
import { bindUseCases, noEvent } from "#core/services/use-case.ts";

const noWalkUp = () => err("not-found", "No walk-up by this id is in the event");

const invalid = (fields: FormVerdict["fields"]) =>
  err("invalid", "The partner API would refuse this", { fields });

const alreadyRegistered = (runner: RunnerRow) =>
  err("already-registered", "The same person is registered for this run", { details: { runner } });

const isBlank = (text: string | undefined): boolean => text === undefined || text.trim() === "";

export const createWalkUpService = (context: DeskContext) =>
  bindUseCases(context, {
    "walkUp.duplicates": (context, input) => {
      const { stores } = context;
      if (stores.events.get(input.eventId) === null) return noEvent();
      const row = rowReader(stores.runs);
      return ok({
        rows: findAlike(context, input).map(({ runner, why }) => ({ ...row(runner), why })),
      });
    },

    "walkUp.paceGroups": readPaceGroups,
    "walkUp.check": checkForm,

    "walkUp.save": (context, input, caller) =>
      performOnOutbox(context, "walkUp.save", input, () => save(context, input, caller)),

    "walkUp.restore": (context, input, caller) =>
      performOnOutbox(context, "walkUp.restore", input, () => restore(context, input, caller)),

    "walkUp.retract": (context, input, caller) =>
      performReconciled(
        context,
        "walkUp.retract",
        input,
        () => walkUpOf(context, input.eventId, input.runnerId)?.outboxId,
        () => retract(context, input, caller),
      ),
  });

const readPaceGroups: UseCase<"walkUp.paceGroups"> = ({ stores }, { eventId }) => {
  const event = stores.events.get(eventId);
  if (event === null) return noEvent();
  const worn = stores.runners.paceGroups(eventId);
  const labels = event.paceGroups?.labels ?? [];
  const runs = stores.runCounts.ofEvent(eventId).map(({ runId, listed }) => ({
    runId,
    labels: paceGroupsOfRun(labels, { id: runId, registrations: listed }, worn),
  }));
  return ok({ runs });
};

const checkForm: UseCase<"walkUp.check"> = (context, input) => {
  const { stores } = context;
  const event = stores.events.get(input.eventId);
  if (event === null) return noEvent();
  const { fields, warnings } = judgeForm(context, event, input.form, null);
  if (isBlank(input.bib)) return ok({ fields, warnings, bibHolders: [] });
  const bib = readTypedBib(context, input.eventId, input.bib ?? "");
  if (!bib.ok) {
    return ok({ fields: { ...fields, bib: [bib.error.message] }, warnings, bibHolders: [] });
  }
  const holders = hindrancesOf(context, input.eventId, bib.value, null);
  return ok({ fields, warnings, bibHolders: holders.map(rowReader(stores.runs)) });
};

/** The walk-up with this id in this event. The id may also be that of its registration (W2). */
function walkUpOf({ stores }: DeskContext, eventId: string, runnerId: string): WalkUpRecord | null {
  const walkUp = stores.walkUps.get(runnerId) ?? stores.walkUps.byRegistration(runnerId);
  return walkUp?.eventId === eventId ? walkUp : null;
}

function rowOf({ stores }: DeskContext, eventId: string, runnerId: string) {
  const runner = stores.runners.get(eventId, runnerId);
  if (runner === null) throw new Error("A walk-up has no runner");
  return runnerRow(runner, stores.runs.get(runner.runId));
}

const save: UseCase<"walkUp.save"> = (context, input, caller) => {
  const { stores, settings, sync } = context;
  const { eventId, commandId } = input;
  const event = stores.events.get(eventId);
  if (event === null) return noEvent();
  const { form, fields, warnings } = judgeForm(context, event, input.form, null);
  if (input.checkIn && !isConfirmed(standingOf(form.status ?? "confirmed"))) {
    fields["status"] ??= ["Only a confirmed registration is checked in at once"];
  }
  if (Object.keys(fields).length > 0) return invalid(fields);
  const bib = isBlank(input.bib) ? null : readTypedBib(context, eventId, input.bib ?? "");
  if (bib !== null && !bib.ok) return bibInvalid(bib.error);
  const hindrances = bib === null ? [] : hindrancesOf(context, eventId, bib.value, null);
  if (hindrances.length > 0) return bibTaken(context, hindrances);
  const same = input.unlessRegistered === true ? findSamePerson(context, eventId, form) : null;
  if (same !== null) return alreadyRegistered(rowReader(stores.runs)(same));

  const command = commandOf(settings, caller, input);
  const runnerId = walkUpIdOf(deriveId(commandId, "walk-up"));
  const request = requestIdsOf(commandId);
  const worn = bib?.value ?? null;
  const entry = sync.outbox.enqueueWalkUp({
    eventId,
    runnerId,
    form: addBibNote(form, worn),
    author: command,
    request,
  });
  stores.journal.append({
    kind: "walk-up.saved",
    payload: withoutUndefined({
      form,
      bib: worn ?? undefined,
      outboxId: entry.id,
      key: request.key,
    }),
    subject: runnerId,
    ...command,
  });
  stores.runners.refresh(eventId, runnerId);
  const checkedIn = input.checkIn
    ? checkIn(context, { ...command, runnerId, overridden: true })
    : null;
  if (checkedIn !== null && !checkedIn.ok) throw new Error("A new walk-up cannot be refused");
  return ok({
    runner: rowOf(context, eventId, runnerId),
    outboxId: entry.id,
    checkInEntryId: checkedIn?.value.entryId ?? null,
    warnings,
  });
};

const retract: UseCase<"walkUp.retract"> = (context, input, caller) => {
  const { sync, settings } = context;
  const walkUp = walkUpOf(context, input.eventId, input.runnerId);
  if (walkUp === null) return noWalkUp();
  const reason = isBlank(input.reason) ? undefined : input.reason;
  const taken = sync.outbox.retract({
    subject: walkUp.localId,
    reason,
    author: authorOf(settings, caller),
  });
  if (!taken.ok) return taken;
  return ok({
    runner: rowOf(context, input.eventId, walkUp.localId),
    askOrganizer: taken.value.askOrganizer,
  });
};

const restore: UseCase<"walkUp.restore"> = (context, input, caller) => {
  const { sync, settings } = context;
  const { eventId } = input;
  const walkUp = walkUpOf(context, eventId, input.runnerId);
  if (walkUp === null) return noWalkUp();
  const restored = sync.outbox.restore(walkUp.localId, authorOf(settings, caller));
  if (!restored.ok) return restored;
  // Another runner may have got the bib of the walk-up while the walk-up was retracted.
  const doubles = doublesAmong(context, eventId, [walkUp.localId]);
  if (doubles.length > 0) return bibTaken(context, doubles);
  return ok({ runner: rowOf(context, eventId, walkUp.localId) });
};
