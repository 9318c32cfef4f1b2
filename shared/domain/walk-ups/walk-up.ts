import type { WalkUpForm } from "#shared/domain/journal/journal-facts.ts";
import type { RunState } from "#shared/domain/registrations/registration.ts";
import { isRunCancelled } from "#shared/domain/registrations/registration.ts";

/** What cannot be known offline: it warns, it never blocks (W1). */
export type WalkUpWarning =
  | "run-full"
  | "run-closed"
  | "run-sold-out"
  | "run-cancelled"
  | "pace-groups-unrecognised"
  | "email-unlikely"
  | "same-email-same-run";

/** The labels an event declares; `recognised` is false when some have a shape nobody can read. */
export interface DeclaredPaceGroups {
  readonly labels: readonly string[];
  readonly recognised: boolean;
}

export interface WalkUpSurroundings {
  readonly run: RunState;
  /** Confirmed registrations of the run on this computer, and walk-ups not taken back. */
  readonly expected: number;
  /** Walk-ups among them that the copy's own count cannot know of. */
  readonly unlisted: number;
  readonly paceGroups: DeclaredPaceGroups;
  /** Somebody else in this run has the same e-mail. */
  readonly sameEmailInRun: boolean;
}

/** What the copy on this computer makes doubtful of a walk-up, in the order it matters. */
export function judgeWalkUp(form: WalkUpForm, around: WalkUpSurroundings): WalkUpWarning[] {
  const warnings: WalkUpWarning[] = [];
  if (isRunCancelled(around.run)) warnings.push("run-cancelled");
  if (around.run.registrationStatus === "sold_out") warnings.push("run-sold-out");
  else if (isFull(around)) warnings.push("run-full");
  if (around.run.registrationStatus === "closed") warnings.push("run-closed");
  if (form.paceGroup !== undefined && mayBeDeclared(form.paceGroup, around.paceGroups)) {
    warnings.push("pace-groups-unrecognised");
  }
  if (!likelyEmail.test(form.email.trim())) warnings.push("email-unlikely");
  if (around.sameEmailInRun) warnings.push("same-email-same-run");
  return warnings;
}

function isFull({ run, expected, unlisted }: WalkUpSurroundings): boolean {
  if (run.maxParticipants === null) return false;
  const listed = run.registrationCount === null ? 0 : run.registrationCount + unlisted;
  return Math.max(listed, expected) >= run.maxParticipants;
}

/** What nearly all addresses look like; another one may be right, and may be a slip of the finger. */
const likelyEmail = /^[\w%+-]+(?:[.'][\w%+-]+)*@[a-z0-9.-]+\.[a-z]{2,}$/i;

const mayBeDeclared = (paceGroup: string, { labels, recognised }: DeclaredPaceGroups): boolean =>
  !recognised && !labels.includes(paceGroup);

/** True when the API is certain to answer INVALID_PACE_GROUP: every declared label is known and this is none (W1). */
export const isPaceGroupRefused = (
  paceGroup: string | undefined,
  { labels, recognised }: DeclaredPaceGroups,
): boolean => paceGroup !== undefined && recognised && !labels.includes(paceGroup);

/** A registration of the run wears this pace group. */
export interface WornPaceGroup {
  readonly runId: string;
  readonly label: string;
}

/** So many registrations of a run show which pace groups are its own. */
const enoughRegistrations = 10;

/**
 * Which of the event's pace groups are those of a run (W5). The API declares labels for the whole event, so the
 * registrations tell: a label that only other runs wear is theirs. A label that nobody wears may be anybody's.
 */
export function paceGroupsOfRun(
  labels: readonly string[],
  run: { readonly id: string; readonly registrations: number },
  worn: readonly WornPaceGroup[],
): string[] {
  if (run.registrations < enoughRegistrations) return [...labels];
  return labels.filter((label) => {
    const wearers = worn.filter((each) => each.label === label);
    return wearers.length === 0 || wearers.some(({ runId }) => runId === run.id);
  });
}

/**
 * What was typed, as it is kept and sent: outer spaces taken away, empty optional fields left out. A pace group stays to
 * the letter, since it must equal a declared label.
 */
export function tidyForm(form: WalkUpForm): WalkUpForm {
  const name = tidy(form.name);
  const status = tidy(form.status);
  const paceGroup = form.paceGroup === "" ? undefined : form.paceGroup;
  const notes = tidy(form.notes);
  return {
    eventRunId: form.eventRunId.trim(),
    email: form.email.trim(),
    ...(name === undefined ? {} : { name }),
    registrationType: form.registrationType.trim(),
    ...(status === undefined ? {} : { status }),
    ...(paceGroup === undefined ? {} : { paceGroup }),
    ...(notes === undefined ? {} : { notes }),
  };
}

function tidy(text: string | undefined): string | undefined {
  const tidied = text?.normalize("NFC").trim();
  return tidied === "" ? undefined : tidied;
}

/**
 * Tells the organizer the bib in `notes`, the one field the API has for it: a line `Bib 1631` after what was typed.
 * Said once: adding it again changes nothing (W3).
 */
export function addBibNote(form: WalkUpForm, bib: string | null): WalkUpForm {
  if (bib === null) return form;
  const line = `Bib ${bib}`;
  const lines = form.notes?.split("\n") ?? [];
  if (lines.some((said) => said.trim() === line)) return form;
  return { ...form, notes: [...lines, line].join("\n") };
}
