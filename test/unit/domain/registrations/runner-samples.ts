import type { Fact } from "#shared/domain/journal/journal-facts.ts";
import type { JournalEntry } from "#shared/domain/journal/journal.ts";
import type { RegistrationReplica } from "#shared/domain/registrations/runner-projection.ts";

/** A registration as the organizer has it. */
export const copy: RegistrationReplica = {
  id: "r1",
  eventId: "e",
  runId: "run-1",
  email: "a@example.org",
  name: "Ana",
  registrationType: "free",
  status: "confirmed",
  paceGroup: null,
  bib: "007",
  checkedIn: false,
  teamId: null,
  goneAtMs: null,
};

/** The form of a walk-up. */
export const form = {
  eventRunId: "run-1",
  email: "w@example.org",
  name: "Wes",
  registrationType: "free",
};

/** Entries in this order, one millisecond apart. */
export function entries(
  ...facts: (Fact & { readonly subject?: string; readonly otherSubject?: string })[]
): JournalEntry[] {
  return facts.map(({ kind, payload, subject = "r1", otherSubject = null }, index) => ({
    device: "d",
    epoch: "e",
    sequence: index + 1,
    hlc: `${String(index).padStart(12, "0")}-0000-d`,
    wallAtMs: index,
    operator: "Ana",
    desk: "Desk 1",
    kind,
    eventId: "e",
    subject,
    otherSubject,
    payload: payload as unknown as JournalEntry["payload"],
    salt: "s",
    payloadHash: "",
    previousHash: "",
    hash: "",
    commandId: null,
  }));
}
