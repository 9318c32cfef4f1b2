import { z } from "zod";

import {
  emailSchema,
  idSchema,
  maybe,
  objectMessage,
  openEnum,
  optionalChoice,
  requiredChoice,
  requiredText,
} from "./common.ts";

export const registrationTypes = ["free", "paid"] as const;

export const registrationStatuses = ["confirmed", "cancelled", "waitlist", "refunded"] as const;
export type RegistrationStatus = (typeof registrationStatuses)[number];

/** The status of a new registration if the body has none. */
export const defaultRegistrationStatus: RegistrationStatus = "confirmed";

/** One participant of one run in the list of `GET /registration`. */
export const registrationSchema = z.looseObject({
  _id: idSchema,
  eventId: z.string().min(1),
  eventRunId: z.string().min(1),
  email: z.string(),
  name: maybe(z.string()),
  registrationType: openEnum(registrationTypes),
  registrationStatus: openEnum(registrationStatuses),
  paceGroup: maybe(z.string()),
  /** The bib, as text: `007`, `7` and `A12` are three bibs (B1). */
  bibIdentifier: maybe(z.string()),
  checkedIn: maybe(z.boolean()),
  /** The team of a relay runner (v1.4). The API does not specify its type: `readTeamId` parses it. */
  teamId: z.unknown().optional(),
});
export type Registration = z.infer<typeof registrationSchema>;

/** The team as text; undefined for a value of an unknown type. */
export function readTeamId(teamId: unknown): string | undefined {
  if (typeof teamId === "string") return teamId.length > 0 ? teamId : undefined;
  if (typeof teamId === "number" && Number.isFinite(teamId)) return String(teamId);
  if (typeof teamId !== "object" || teamId === null) return undefined;
  const { _id, id } = teamId as { readonly _id?: unknown; readonly id?: unknown };
  const inner = _id ?? id;
  return typeof inner === "object" ? undefined : readTeamId(inner);
}

/** The body of `POST /registration`. */
export const createRegistrationBodySchema = z.strictObject(
  {
    eventRunId: requiredText,
    email: emailSchema,
    name: z.string({ error: "Must be text" }).optional(),
    registrationType: requiredChoice(registrationTypes),
    status: optionalChoice(registrationStatuses),
    /** Must equal a label that the event declares. */
    paceGroup: z.string({ error: "Must be text" }).optional(),
    notes: z.string({ error: "Must be text" }).optional(),
  },
  { error: objectMessage },
);
export type CreateRegistrationBody = z.infer<typeof createRegistrationBodySchema>;
