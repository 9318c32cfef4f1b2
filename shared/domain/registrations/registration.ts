/** The status of a registration for the desk. An unknown status of the API is `other` (D6). */
export const standings = ["confirmed", "waitlist", "cancelled", "refunded", "other"] as const;
export type Standing = (typeof standings)[number];

export const standingOf = (status: string): Standing =>
  standings.find((standing) => standing === status) ?? "other";

/** Only a confirmed registration is checked in without a person's override (C1). */
export const isConfirmed = (standing: Standing): boolean => standing === "confirmed";

/** The fields of a run that matter at the desk. The texts are the API's; a later version of the API may add new texts. */
export interface RunState {
  readonly eventStatus: string | null;
  readonly registrationStatus: string | null;
  readonly maxParticipants: number | null;
  /** The API's count at the time of the download; null if the API gave none. */
  readonly registrationCount: number | null;
}

export const isRunCancelled = (run: Pick<RunState, "eventStatus">): boolean =>
  run.eventStatus === "cancelled";
