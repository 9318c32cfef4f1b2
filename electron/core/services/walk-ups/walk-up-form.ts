import type { WalkUpForm } from "#shared/domain/journal/journal-facts.ts";
import type { DeclaredPaceGroups, WalkUpWarning } from "#shared/domain/walk-ups/walk-up.ts";
import {
  isPaceGroupRefused,
  judgeWalkUp,
  retellBib,
  takenPlaces,
  tidyForm,
} from "#shared/domain/walk-ups/walk-up.ts";
import { createRegistrationBodySchema } from "#shared/partner-api/registration.ts";
import { isRegisteredAs } from "#shared/domain/registrations/same-person.ts";
import type { RunnerRecord } from "#core/db/stores/runners/runner-rows.ts";
import type { EventRecord, RunRecord } from "#core/db/stores/event-stores.ts";
import type { WalkUpRecord } from "#core/db/stores/walk-ups/walk-up-store.ts";
import type { Stored } from "#core/services/context.ts";

/** The validation result for a walk-up form, computed without the network (W1). */
export interface FormVerdict {
  /** The form as it would be stored and sent. */
  readonly form: WalkUpForm;
  /** The API's field names with its messages; empty if the API has no reason to refuse. */
  readonly fields: Record<string, string[]>;
  readonly warnings: WalkUpWarning[];
  readonly run: RunRecord | null;
}

/** What a body that replaces the walk-up's former one tells: the form with the bib that the runner has now (W3). */
export function retold(
  { stores }: Stored,
  walkUp: WalkUpRecord,
  form: WalkUpForm,
): { readonly form: WalkUpForm; readonly bib: string | null } {
  const bib = stores.runners.get(walkUp.eventId, walkUp.localId)?.bib ?? null;
  return { form: retellBib(form, { told: walkUp.toldBib, bib }), bib };
}

/** Maximum number of entries with the same e-mail that are read; no family has so many members. */
const maxEntriesOfEmail = 100;

/**
 * The event was downloaded without this field: the API may know labels that it did not send, so no label is
 * refused (W1).
 */
const unknownPaceGroups: DeclaredPaceGroups = { labels: [], recognised: false };

/** Validates a form against the API's rules and the replica. `self` is the walk-up being edited. */
export function judgeForm(
  { stores }: Stored,
  event: EventRecord,
  typed: WalkUpForm,
  self: string | null,
): FormVerdict {
  const form = tidyForm(typed);
  const fields = apiFaults(form);
  const run = stores.runs.get(form.eventRunId);
  const known = run !== null && run.eventId === event.id ? run : null;
  const paceGroups = event.paceGroups ?? unknownPaceGroups;
  if (known === null && fields["eventRunId"] === undefined) {
    fields["eventRunId"] = ["The event has no such run"];
  }
  if (isPaceGroupRefused(form.paceGroup, paceGroups)) {
    fields["paceGroup"] = [paceGroupWords(paceGroups.labels)];
  }
  if (known === null) return { form, fields, warnings: [], run: null };
  const counts = stores.runCounts.ofEvent(event.id).find((one) => one.runId === known.id);
  const sameEmailInRun = stores.runners
    .byEmail(event.id, form.email, maxEntriesOfEmail)
    .some((other) => other.runId === known.id && other.runnerId !== self && !other.takenBack);
  const warnings = judgeWalkUp(form, {
    run: known,
    taken: takenPlaces(known, counts),
    paceGroups,
    sameEmailInRun,
  });
  return { form, fields, warnings, run: known };
}

/** The runner who is registered as the person of the form, or null (W1). */
export function findSamePerson(
  { stores }: Stored,
  eventId: string,
  { eventRunId: runId, email, name }: WalkUpForm,
): RunnerRecord | null {
  const isSame = (other: RunnerRecord): boolean =>
    isRegisteredAs(other, { runId, email, name: name ?? null });
  return stores.runners.byEmail(eventId, email, maxEntriesOfEmail).find(isSame) ?? null;
}

/** The messages that the API would return with VALIDATION_ERROR. */
function apiFaults(form: WalkUpForm): Record<string, string[]> {
  const parsed = createRegistrationBodySchema.safeParse(form);
  const fields: Record<string, string[]> = {};
  if (parsed.success) return fields;
  for (const { path, message } of parsed.error.issues) {
    (fields[String(path[0] ?? "")] ??= []).push(message);
  }
  return fields;
}

const paceGroupWords = (labels: readonly string[]): string =>
  labels.length === 0
    ? "The event declares no pace groups"
    : `Must be one of: ${labels.join(", ")}`;
