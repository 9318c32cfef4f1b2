import type { Standing } from "./runner-projection.ts";

/** What of a run decides at the desk; words are the API's own and may be of a later version (D6). */
export interface RunState {
  readonly eventStatus: string | null;
  readonly registrationStatus: string | null;
  readonly maxParticipants: number | null;
  /** The API's live count when the copy was made; null when it does not say. */
  readonly registrationCount: number | null;
}

export const isRunCancelled = (run: Pick<RunState, "eventStatus">): boolean =>
  run.eventStatus === "cancelled";

/** Only a confirmed registration checks in without a person's override (C1, D6). */
export const isConfirmed = (standing: Standing): boolean => standing === "confirmed";
