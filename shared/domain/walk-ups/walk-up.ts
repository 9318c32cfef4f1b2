import { isSameBib } from "#shared/domain/bibs/bib.ts";
import { tidyName, tidyText, withoutUndefined } from "#shared/domain/basics/tidy.ts";
import type { WalkUpForm } from "#shared/domain/journal/journal-facts.ts";
import { isEmail, tidyEmail } from "#shared/domain/registrations/email-address.ts";
import type { RunState } from "#shared/domain/registrations/registration.ts";
import { isRunCancelled, standingOf } from "#shared/domain/registrations/registration.ts";
import type { RegistrationReplica } from "#shared/domain/registrations/runner-projection.ts";

/** The warnings about a walk-up. Without a connection none of them is certain, so they only warn (W1). */
export const walkUpWarnings = [
  "run-full",
  "run-closed",
  "run-sold-out",
  "run-cancelled",
  "pace-groups-unrecognised",
  "email-unlikely",
  "same-email-same-run",
] as const;
export type WalkUpWarning = (typeof walkUpWarnings)[number];

/** The pace groups that an event declares. */
export interface DeclaredPaceGroups {
  /** The labels in the declared order, each once. */
  readonly labels: readonly string[];
  /** False if an entry has an unknown shape: the list may be incomplete and must not refuse a walk-up (W1). */
  readonly recognised: boolean;
}

/** The numbers of a run's registrations on this computer. */
export interface RegistrationsHere {
  /** Number of confirmed registrations of the run on this computer, and of walk-ups that were not retracted. */
  readonly expected: number;
  /** Number of the confirmed registrations among them that the organizer's list has. */
  readonly listedConfirmed: number;
  /** Number of walk-ups among the expected ones that the organizer refused. */
  readonly refused: number;
}

export interface WalkUpSurroundings {
  readonly run: RunState;
  /** The places of the run that are taken (`takenPlaces`). */
  readonly taken: number | null;
  readonly paceGroups: DeclaredPaceGroups;
  /** Whether another runner of this run has the same e-mail. */
  readonly sameEmailInRun: boolean;
}

/** Warnings about a walk-up, from this computer's replica; the most important one comes first. */
export function judgeWalkUp(form: WalkUpForm, around: WalkUpSurroundings): WalkUpWarning[] {
  const warnings: WalkUpWarning[] = [];
  if (isRunCancelled(around.run)) warnings.push("run-cancelled");
  if (around.run.registrationStatus === "sold_out") warnings.push("run-sold-out");
  else if (isFull(around)) warnings.push("run-full");
  if (around.run.registrationStatus === "closed") warnings.push("run-closed");
  if (form.paceGroup !== undefined && mayBeDeclared(form.paceGroup, around.paceGroups)) {
    warnings.push("pace-groups-unrecognised");
  }
  if (isUnlikelyEmail(form.email)) warnings.push("email-unlikely");
  if (around.sameEmailInRun) warnings.push("same-email-same-run");
  return warnings;
}

const isFull = ({ run, taken }: WalkUpSurroundings): boolean =>
  run.maxParticipants !== null && (taken ?? 0) >= run.maxParticipants;

/**
 * The places of a run that are taken (W1): the organizer's count plus the walk-ups that it cannot include, or the
 * registrations here, whichever is more. Null if nobody counted.
 */
export function takenPlaces(
  { registrationCount }: Pick<RunState, "registrationCount">,
  here: RegistrationsHere | undefined,
): number | null {
  if (here === undefined) return registrationCount;
  // A refused walk-up takes no place.
  const placed = here.expected - here.refused;
  const unlisted = Math.max(0, placed - here.listedConfirmed);
  const listed = registrationCount === null ? 0 : registrationCount + unlisted;
  return Math.max(listed, placed);
}

/** The form of nearly all addresses. Another address may be right, or may be a typing error. */
const likelyEmail = /^[\w%+-]+(?:[.'][\w%+-]+)*@[a-z0-9.-]+\.[a-z]{2,}$/i;

/** Whether a whole e-mail address has a form that few people have. */
export const isUnlikelyEmail = (typed: string): boolean =>
  isEmail(typed) && !likelyEmail.test(tidyEmail(typed));

const mayBeDeclared = (paceGroup: string, { labels, recognised }: DeclaredPaceGroups): boolean =>
  !recognised && !labels.includes(paceGroup);

/** Whether the API will answer INVALID_PACE_GROUP: all declared labels are known, and this is not one of them. */
export const isPaceGroupRefused = (
  paceGroup: string | undefined,
  { labels, recognised }: DeclaredPaceGroups,
): boolean => paceGroup !== undefined && recognised && !labels.includes(paceGroup);

/** A pace group that at least one registration of the run has. */
export interface UsedPaceGroup {
  readonly runId: string;
  readonly label: string;
}

/** With fewer registrations it is unknown which pace groups a run has. */
const enoughRegistrations = 10;

/**
 * The event's pace groups that belong to a run (W5). The API declares labels for the whole event, so the registrations decide:
 * a label that only registrations of other runs have does not belong to this run. An unused label may belong to any run.
 */
export function paceGroupsOfRun(
  labels: readonly string[],
  run: { readonly id: string; readonly registrations: number },
  used: readonly UsedPaceGroup[],
): string[] {
  if (run.registrations < enoughRegistrations) return [...labels];
  return labels.filter((label) => {
    const users = used.filter((each) => each.label === label);
    return users.length === 0 || users.some(({ runId }) => runId === run.id);
  });
}

/**
 * The form as it is saved and sent: without outer spaces and empty optional fields, name and e-mail without invisible
 * characters. The pace group is unchanged, because it must equal a declared label.
 */
export const tidyForm = (form: WalkUpForm): WalkUpForm =>
  withoutUndefined({
    eventRunId: form.eventRunId.trim(),
    email: tidyEmail(form.email),
    name: tidyName(form.name),
    registrationType: form.registrationType.trim(),
    status: tidyText(form.status),
    paceGroup: form.paceGroup === "" ? undefined : form.paceGroup,
    notes: tidyText(form.notes),
  });

/** A line of notes that tells a bib, as people type it: "bib: 1631", "Bib no. 1631", "BIB #1631." */
const bibLine = /^bib\s*(?:number|no\.?|nr\.?)?\s*[:#]?\s*(.+?)[.,;]?$/i;

/**
 * Adds the bib to `notes`, because the API has no other field for it: a line `Bib 1631` after the typed notes. If a line
 * tells this bib already, nothing changes (W3).
 */
export function addBibNote(form: WalkUpForm, bib: string | null): WalkUpForm {
  if (bib === null) return form;
  const lines = notedLines(form);
  return lines.some((line) => tellsBib(line, bib))
    ? form
    : { ...form, notes: [...lines, noteOfBib(bib)].join("\n") };
}

/**
 * The form of a body that replaces another one: its notes tell the bib that the runner has now, and no longer the one
 * that the former body told (W3). Null: no bib.
 */
export function retellBib(
  form: WalkUpForm,
  { told, bib }: { readonly told: string | null; readonly bib: string | null },
): WalkUpForm {
  if (told === null || (bib !== null && isSameBib(told, bib))) return addBibNote(form, bib);
  const kept = notedLines(form).filter((line) => !tellsBib(line, told));
  return addBibNote(withoutUndefined({ ...form, notes: tidyText(kept.join("\n")) }), bib);
}

/** The notes as a person typed them: without the last line if it names a bib, because every body names the bib anew (W3). */
export const typedNotes = (notes: string): string => notes.replace(/(?:^|\n)Bib \S+$/, "");

const notedLines = (form: WalkUpForm): string[] => form.notes?.split("\n") ?? [];

const noteOfBib = (bib: string): string => `Bib ${bib}`;

const tellsBib = (line: string, bib: string): boolean =>
  line.trim() === noteOfBib(bib) || isSameBib(bibLine.exec(line.trim())?.[1] ?? "", bib);

/**
 * Whether a person must ask the organizer to cancel a retracted walk-up (W3): its retraction says so, and the organizer's
 * list does not have it as cancelled, as refunded, or no more.
 */
export function mustBeCancelled(
  { askOrganizer }: { readonly askOrganizer: boolean },
  listed: Pick<RegistrationReplica, "status" | "goneAtMs"> | null,
): boolean {
  if (!askOrganizer || listed === null) return askOrganizer;
  const standing = standingOf(listed.status);
  return listed.goneAtMs === null && standing !== "cancelled" && standing !== "refunded";
}
