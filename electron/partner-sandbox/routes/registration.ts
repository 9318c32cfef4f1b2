import { fieldErrors } from "#shared/partner-api/errors.ts";
import type { CreateRegistrationBody } from "#shared/partner-api/registration.ts";
import {
  createRegistrationBodySchema,
  defaultRegistrationStatus,
} from "#shared/partner-api/registration.ts";
import type { Answer } from "#sandbox/http/answers.ts";
import { errorAnswer, invalid, notFound, respond, successAnswer } from "#sandbox/http/answers.ts";
import type { SandboxContext } from "../context.ts";
import type { SandboxApp } from "../env.ts";
import { requireScope } from "#sandbox/http/credentials.ts";
import type { RegistrationDocument } from "../documents.ts";
import { withoutUndefined } from "#shared/domain/basics/tidy.ts";
import { decodeCursor, refuseCursor, respondPage } from "#sandbox/http/paging.ts";
import { registrationQuery, withQuery } from "#sandbox/http/queries.ts";
import type { StoredEvent, StoredRun } from "../store.ts";
import { positionsOf, registrationAt, unusedId } from "../store.ts";
import type { Outcome } from "./create-once.ts";
import { createOnce } from "./create-once.ts";
import { findEvent, isFull } from "./presented.ts";

/** The optional fields; the fault switch `nulls` sends the missing ones as null (X16). */
const allNull = { name: null, paceGroup: null, bibIdentifier: null, checkedIn: null, teamId: null };

/** GET /registration, POST /registration */
export function routeRegistration(app: SandboxApp, context: SandboxContext): void {
  app.get("/registration", withQuery(registrationQuery), (c) => {
    const { eventId, limit, after } = c.req.valid("query");
    const event = findEvent(c, context, eventId);
    if (event === undefined) return respond(notFound("Event"));
    const list = `registration/${eventId}`;
    const from = after === undefined ? 0 : Number(decodeCursor(list, after));
    if (!Number.isSafeInteger(from) || from < 0) return refuseCursor();
    const { rows, next } = readPage(event, from, limit);
    return respondPage(c, context, list, {
      rows: context.faults.settings.nulls ? rows.map((row) => ({ ...allNull, ...row })) : rows,
      nextMark: next === undefined ? null : String(next),
    });
  });

  app.post("/registration", requireScope("write:participants"), async (c) =>
    createOnce(c, context, (body) => register(context, c.get("credential").organizationId, body)),
  );
}

/** One page. `next` is the first position of the following page. The cost depends on the page, not on the list. */
function readPage(
  event: StoredEvent,
  from: number,
  limit: number,
): { readonly rows: readonly object[]; readonly next: number | undefined } {
  const rows: object[] = [];
  const end = positionsOf(event);
  let position = from;
  for (; position < end; position += 1) {
    const row = registrationAt(event, position);
    if (row === undefined) continue;
    if (rows.length === limit) return { rows, next: position };
    const raw = event.raw.get(position);
    rows.push(raw === undefined ? row : (raw as object));
  }
  return { rows, next: undefined };
}

function register(context: SandboxContext, organizationId: string, body: unknown): Outcome {
  const { store } = context;
  const parsed = createRegistrationBodySchema.safeParse(body);
  if (!parsed.success) return { answer: invalid(fieldErrors(parsed.error)) };
  const entry = parsed.data;
  const found = store.runsById.get(entry.eventRunId);
  if (found === undefined || found.event.document.organizationId !== organizationId) {
    return { answer: notFound("Event run") };
  }
  const refusal = refuseEntry(found.event, found.run, entry);
  if (refusal !== undefined) return { answer: refusal };
  const registration: RegistrationDocument = withoutUndefined({
    _id: unusedId(store, "registrations", (id) =>
      store.events.some(({ createdPositions }) => createdPositions.has(id)),
    ),
    eventId: found.event.document._id,
    eventRunId: entry.eventRunId,
    email: entry.email,
    name: entry.name,
    registrationType: entry.registrationType,
    registrationStatus: entry.status ?? defaultRegistrationStatus,
    paceGroup: entry.paceGroup,
    checkedIn: false,
  });
  return {
    answer: successAnswer(201, { participantId: registration._id }),
    created: withoutUndefined({ registration, notes: entry.notes }),
  };
}

/** The refusal of this entry, if the run does not accept it (X7). */
function refuseEntry(
  event: StoredEvent,
  run: StoredRun,
  { paceGroup, status = defaultRegistrationStatus }: CreateRegistrationBody,
): Answer | undefined {
  if (paceGroup !== undefined && !(event.document.paceGroups ?? []).includes(paceGroup)) {
    return errorAnswer("INVALID_PACE_GROUP", "The event does not declare this pace group.", {
      paceGroup: ["Must be a pace group of the event"],
    });
  }
  const { eventStatus, registrationStatus } = run.document;
  if (eventStatus === "cancelled") return invalid({ eventRunId: ["This run is cancelled"] });
  if (registrationStatus === "closed") {
    return invalid({ eventRunId: ["Registration for this run is closed"] });
  }
  if (status === "confirmed" && (registrationStatus === "sold_out" || isFull(run))) {
    return invalid({ eventRunId: ["This run is sold out"] });
  }
  return undefined;
}
