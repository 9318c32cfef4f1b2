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
import { idKinds } from "../data/organization.ts";
import { seededId } from "../data/prng.ts";
import type { RegistrationDocument } from "../documents.ts";
import { decodeCursor, refuseCursor, respondPage } from "#sandbox/http/paging.ts";
import { readQuery, registrationQuery } from "#sandbox/http/queries.ts";
import type { StoredEvent, StoredRun } from "../store.ts";
import { addRegistration, positionsOf, registrationAt } from "../store.ts";
import type { Outcome } from "./create-once.ts";
import { createCommandLog } from "./create-once.ts";
import { findEvent, isFull } from "./presented.ts";

const nothing = { name: null, paceGroup: null, bibIdentifier: null, checkedIn: null, teamId: null };

/** GET /registration, POST /registration */
export function routeRegistration(app: SandboxApp, context: SandboxContext): void {
  app.get("/registration", (c) => {
    const asked = readQuery(c, registrationQuery);
    if (!asked.ok) return asked.response;
    const { eventId, limit, after } = asked.query;
    const event = findEvent(c, context, eventId);
    if (event === undefined) return respond(notFound("Event"));
    const list = `registration/${eventId}`;
    const from = after === undefined ? 0 : Number(decodeCursor(list, after));
    if (!Number.isSafeInteger(from) || from < 0) return refuseCursor();
    const { rows, next } = readPage(event, from, limit);
    return respondPage(c, context, list, {
      rows: context.faults.settings.nulls ? rows.map((row) => ({ ...nothing, ...row })) : rows,
      nextMark: next === undefined ? null : String(next),
    });
  });

  app.post("/registration", requireScope("write:participants"), async (c) =>
    createCommandLog(c, context, (body) =>
      register(context, c.get("credential").organizationId, body),
    ),
  );
}

/** A page from a position on. `next` is where the page after it begins; cost follows the page, not the list. */
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
  const wish = parsed.data;
  const found = store.runsById.get(wish.eventRunId);
  if (found?.event.document.organizationId !== organizationId || found === undefined) {
    return { answer: notFound("Event run") };
  }
  const refusal = refuseEntry(found.event, found.run, wish);
  if (refusal !== undefined) return { answer: refusal };
  const registration: RegistrationDocument = {
    _id: seededId(store.seed, idKinds.createdRegistration, store.made.registrations),
    eventId: found.event.document._id,
    eventRunId: wish.eventRunId,
    email: wish.email,
    ...(wish.name === undefined ? {} : { name: wish.name }),
    registrationType: wish.registrationType,
    registrationStatus: wish.status ?? defaultRegistrationStatus,
    ...(wish.paceGroup === undefined ? {} : { paceGroup: wish.paceGroup }),
    checkedIn: false,
  };
  store.made.registrations += 1;
  addRegistration(found.event, found.run, registration);
  return {
    answer: successAnswer(201, { participantId: registration._id }),
    created: { registration, ...(wish.notes === undefined ? {} : { notes: wish.notes }) },
  };
}

/** Why the run takes nobody, or not this entry (X7). */
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
