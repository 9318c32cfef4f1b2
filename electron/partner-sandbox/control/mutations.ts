import { z } from "@hono/zod-openapi";
import { emailSchema } from "#shared/partner-api/common.ts";
import { registrationStatuses, registrationTypes } from "#shared/partner-api/registration.ts";
import { runEventStatuses, runRegistrationStatuses } from "#shared/partner-api/run.ts";
import type { SandboxContext } from "#sandbox/context.ts";
import type { KeyName } from "#sandbox/http/key-scopes.ts";
import { idKinds } from "#sandbox/data/organization.ts";
import { seededId } from "#sandbox/data/prng.ts";
import type { RegistrationDocument } from "#sandbox/documents.ts";
import { withoutUndefined } from "#shared/domain/basics/tidy.ts";
import { segmentDocument } from "#sandbox/documents.ts";
import type { StoredEvent, StoredRun } from "#sandbox/store.ts";
import {
  addRegistration,
  countIn,
  positionOfRegistration,
  publishAgain,
  publishNext,
  registrationAt,
  removeEvent,
} from "#sandbox/store.ts";

/** Changes that an organizer or a timing crew makes elsewhere while the desk is open (X30). */
export const mutationSchema = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("set-status"),
    registrationId: z.string(),
    status: z.enum(registrationStatuses),
  }),
  z.strictObject({
    kind: z.literal("set-bib"),
    registrationId: z.string(),
    bib: z.string().nullable(),
  }),
  z.strictObject({
    kind: z.literal("set-checked-in"),
    registrationId: z.string(),
    checkedIn: z.boolean(),
  }),
  z.strictObject({ kind: z.literal("remove-registration"), registrationId: z.string() }),
  z.strictObject({
    kind: z.literal("add-registration"),
    eventRunId: z.string(),
    email: emailSchema,
    name: z.string().optional(),
    bib: z.string().optional(),
    status: z.enum(registrationStatuses).default("confirmed"),
    registrationType: z.enum(registrationTypes).default("paid"),
  }),
  /** The list sends `raw` instead of the row. */
  z.strictObject({ kind: z.literal("send-raw"), registrationId: z.string(), raw: z.unknown() }),
  z.strictObject({
    kind: z.literal("set-run"),
    eventRunId: z.string(),
    registrationStatus: z.enum(runRegistrationStatuses).optional(),
    eventStatus: z.enum(runEventStatuses).optional(),
    maxParticipants: z.int().nonnegative().optional(),
  }),
  z.strictObject({
    kind: z.literal("publish-results"),
    eventRunId: z.string(),
    segments: z.array(segmentDocument).optional(),
  }),
  /** Replaces the segments of the newest version; its number stays the same. */
  z.strictObject({
    kind: z.literal("publish-again"),
    eventRunId: z.string(),
    segments: z.array(segmentDocument),
  }),
  /** Withdraws the results of the run until the next publication. */
  z.strictObject({ kind: z.literal("withdraw-results"), eventRunId: z.string() }),
  /** `GET /events/{id}/awards` sends `raw` as its payload; without `raw`, the seeded awards again. */
  z.strictObject({ kind: z.literal("send-awards"), eventId: z.string(), raw: z.unknown() }),
  /** The organizer deletes the event: its address and everything below it answers 404. */
  z.strictObject({ kind: z.literal("remove-event"), eventId: z.string() }),
  z.strictObject({ kind: z.literal("revoke-key"), name: z.string() }),
  z.strictObject({ kind: z.literal("forget-keys") }),
]);
export type Mutation = z.input<typeof mutationSchema>;

/** No object has the id of the mutation. */
export class UnknownSubjectError extends Error {
  override readonly name = "UnknownSubjectError";
}

/** The object that a mutation created, if any. */
export interface MutationOutcome {
  readonly registrationId?: string;
  readonly version?: number;
}

/** Applies a mutation; throws UnknownSubjectError if its object does not exist. */
export function mutate(context: SandboxContext, mutation: Mutation): MutationOutcome {
  const change = mutationSchema.parse(mutation);
  switch (change.kind) {
    case "set-status":
      return edit(context, change.registrationId, { registrationStatus: change.status });
    case "set-bib":
      return edit(context, change.registrationId, { bibIdentifier: change.bib });
    case "set-checked-in":
      return edit(context, change.registrationId, { checkedIn: change.checkedIn });
    case "remove-registration":
      return remove(context, change.registrationId);
    case "send-raw": {
      const { event, position } = findRegistration(context, change.registrationId);
      event.raw.set(position, change.raw);
      return {};
    }
    case "add-registration":
      return add(context, change);
    case "set-run": {
      const { run } = findRun(context, change.eventRunId);
      const { kind: _kind, eventRunId: _eventRunId, ...fields } = change;
      run.document = { ...run.document, ...withoutUndefined(fields) };
      return {};
    }
    case "publish-results": {
      const { event, run } = findRun(context, change.eventRunId);
      const publishedAt = new Date(context.now()).toISOString();
      return { version: publishNext(event, run, publishedAt, change.segments).version };
    }
    case "publish-again": {
      const { run } = findRun(context, change.eventRunId);
      const publishedAt = new Date(context.now()).toISOString();
      const publication = publishAgain(run, publishedAt, change.segments);
      if (publication === null) throw new UnknownSubjectError("Nothing was ever published.");
      return { version: publication.version };
    }
    case "withdraw-results":
      findRun(context, change.eventRunId).run.isWithdrawn = true;
      return {};
    case "send-awards":
      if (change.raw === undefined) context.rawAwards.delete(change.eventId);
      else context.rawAwards.set(findEventById(context, change.eventId).document._id, change.raw);
      return {};
    case "remove-event":
      removeEvent(context.store, findEventById(context, change.eventId));
      return {};
    case "revoke-key":
      context.credentials.revoke(change.name as KeyName);
      return {};
    case "forget-keys":
      context.idempotency.forget();
      return {};
  }
}

function edit(
  context: SandboxContext,
  id: string,
  changes: Partial<RegistrationDocument>,
): MutationOutcome {
  const { event, position, row, run } = findRegistration(context, id);
  const edited = { ...row, ...changes };
  event.changed.set(position, edited);
  countIn(run, row.registrationStatus, -1);
  countIn(run, edited.registrationStatus, 1);
  return { registrationId: id };
}

function remove(context: SandboxContext, id: string): MutationOutcome {
  const { event, position, row, run } = findRegistration(context, id);
  event.removed.add(position);
  countIn(run, row.registrationStatus, -1);
  return { registrationId: id };
}

function add(
  context: SandboxContext,
  change: Extract<z.output<typeof mutationSchema>, { kind: "add-registration" }>,
): MutationOutcome {
  const { event, run } = findRun(context, change.eventRunId);
  const { seed, made } = context.store;
  const registrationId = seededId(seed, idKinds.addedRegistration, made.added);
  made.added += 1;
  const row = withoutUndefined({
    _id: registrationId,
    eventId: event.document._id,
    eventRunId: change.eventRunId,
    email: change.email,
    name: change.name,
    registrationType: change.registrationType,
    registrationStatus: change.status,
    bibIdentifier: change.bib,
    checkedIn: false,
  });
  addRegistration(event, run, row);
  return { registrationId };
}

function findEventById(context: SandboxContext, eventId: string): StoredEvent {
  const found = context.store.eventsById.get(eventId);
  if (found === undefined) throw new UnknownSubjectError(`No event ${eventId}.`);
  return found;
}

interface FoundRun {
  readonly event: StoredEvent;
  readonly run: StoredRun;
}

function findRun(context: SandboxContext, eventRunId: string): FoundRun {
  const found = context.store.runsById.get(eventRunId);
  if (found === undefined) throw new UnknownSubjectError(`No run ${eventRunId}.`);
  return found;
}

function findRegistration(
  context: SandboxContext,
  id: string,
): FoundRun & { readonly position: number; readonly row: RegistrationDocument } {
  for (const event of context.store.events) {
    const position = positionOfRegistration(event, id);
    const row = position === undefined ? undefined : registrationAt(event, position);
    if (position !== undefined && row !== undefined) {
      return { ...findRun(context, row.eventRunId), position, row };
    }
  }
  throw new UnknownSubjectError(`No registration ${id}.`);
}
