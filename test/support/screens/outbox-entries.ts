import type { OutboxEntry } from "#shared/contract/sync.ts";
import { ago, nowMs } from "./everyday.ts";

/** A walk-up that waits for a connection. */
export const outboxEntry = (id: string, more: Partial<OutboxEntry>): OutboxEntry => ({
  id,
  kind: "walk-up",
  eventId: "e-harbour",
  subject: `w_${id}`,
  name: null,
  email: "a@example.org",
  runLabel: "10K",
  runPosition: 1,
  state: "waiting",
  certainty: "never-sent",
  reason: "offline",
  savedAtMs: ago(30),
  savedBy: "Mei",
  renewed: null,
  lastTriedAtMs: null,
  tries: 0,
  nextTryAtMs: nowMs + 24_000,
  finishedAtMs: null,
  remoteId: null,
  serverMessage: null,
  serverFields: {},
  httpStatus: null,
  form: null,
  eventForm: null,
  successorId: null,
  predecessorId: null,
  candidates: [],
  asideReason: null,
  askOrganizer: null,
  acts: { setAside: "now", requeue: false, sendAgain: "same-entry" },
  ...more,
});

/** A walk-up that the organizer's system refused. */
export const refusedEntry = outboxEntry("1", {
  name: "Łukasz Wójcik",
  email: "lukasz@wojcik.nett",
  state: "needs-attention",
  certainty: "refused",
  reason: "refused",
  lastTriedAtMs: ago(8),
  tries: 1,
  httpStatus: 422,
  nextTryAtMs: null,
  serverMessage: "Validation failed",
  serverFields: { email: ["Invalid email"], paceGroup: ["Not a label of this event"] },
  form: {
    eventRunId: "r-10k",
    email: "lukasz@wojcik.nett",
    name: "Łukasz Wójcik",
    registrationType: "paid",
    paceGroup: "50 min",
  },
});

/** The same, refused because the organizer's system does not know its run. */
export const runGoneEntry: OutboxEntry = {
  ...refusedEntry,
  httpStatus: 404,
  serverMessage: "Event run not found.",
  serverFields: {},
};

/** The same before it was sent. */
export const waitingEntry = outboxEntry("1", { form: refusedEntry.form });
