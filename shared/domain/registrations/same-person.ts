import type { Standing } from "./registration.ts";
import { standingOf } from "./registration.ts";

/** The fields that identify the person of a registration or a walk-up (O10, W2). */
export interface Person {
  readonly runId: string;
  readonly email: string;
  readonly name: string | null;
}

/** Same run, same e-mail and same name, as `comparable` compares texts. A missing name equals every name. */
export function isSamePerson(one: Person, other: Person): boolean {
  if (one.runId !== other.runId || comparable(one.email) !== comparable(other.email)) return false;
  const [name, otherName] = [comparable(one.name ?? ""), comparable(other.name ?? "")];
  return name === "" || otherName === "" || name === otherName;
}

/** A runner as the projection has it. */
export interface RegisteredRunner extends Person {
  readonly standing: Standing;
  readonly goneAtMs: number | null;
  readonly takenBack: boolean;
}

/** Whether the runner is this person and still registered: not cancelled, not retracted, not gone from the organizer's list (W1). */
export const isRegisteredAs = (runner: RegisteredRunner, person: Person): boolean =>
  !runner.takenBack &&
  runner.goneAtMs === null &&
  !["cancelled", "refunded"].includes(runner.standing) &&
  isSamePerson(person, runner);

/** Removes differences of case, of Unicode encoding and of spaces. */
export const comparable = (text: string): string =>
  text.normalize("NFKC").trim().replaceAll(/\s+/gu, " ").toLowerCase();

/**
 * Whether a listed registration can be the one that a walk-up created (O10, W2): its status is the one that was sent, or a
 * word that this version does not know. A waitlisted, cancelled or refunded registration of the same person is older.
 */
export function isStatusOfSent(status: string, sent: string | undefined): boolean {
  const standing = standingOf(status);
  return standing === "other" || standing === standingOf(sent ?? "confirmed");
}
