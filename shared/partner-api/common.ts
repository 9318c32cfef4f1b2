import { z } from "zod";

import { longestId } from "#shared/domain/basics/ids.ts";

/** An id that lists, addresses and forms can carry; a row with a longer one is set aside (D6). */
export const idSchema = z.string().min(1).max(longestId);

/** The message of the partner API for a field that is required and missing. */
export const requiredMessage = "Required";

/** Error option for a required request field: missing gives exactly `Required`, anything else says `otherwise`. */
const requiredOr =
  (otherwise: string) =>
  (issue: { readonly input?: unknown }): string =>
    issue.input === undefined ? requiredMessage : otherwise;

/** A required request string with at least one character. */
export const requiredText = z
  .string({ error: requiredOr("Must be text") })
  .min(1, { error: "Must not be empty" });

/** A required request value out of a closed list. */
export const requiredChoice = <const Values extends readonly [string, ...string[]]>(
  values: Values,
) => z.enum(values, { error: requiredOr(`Must be one of: ${values.join(", ")}`) });

/** An optional request value out of a closed list. */
export const optionalChoice = <const Values extends readonly [string, ...string[]]>(
  values: Values,
) => z.enum(values, { error: `Must be one of: ${values.join(", ")}` }).optional();

/**
 * A value out of a list that the API may extend: any string is read and kept. The known values stay in the type, so
 * that a comparison is checked and completed by the editor.
 */
export const openEnum = <const Values extends readonly string[]>(_known: Values) =>
  z.string() as z.ZodType<OpenEnum<Values[number]>, string>;

/** One of the known values, or any other string the API may send one day. */
export type OpenEnum<Known extends string> = Known | (string & Record<never, never>);

/** An optional response field: `null` and absence are the same and read as `undefined`. */
export const maybe = <Schema extends z.ZodType>(schema: Schema) =>
  schema
    .nullish()
    .transform((value) => value ?? undefined)
    .optional();

/** A valid calendar date, `YYYY-MM-DD`, the venue's local date. */
export const calendarDateSchema = z.iso.date({
  error: requiredOr("Must be a calendar date, YYYY-MM-DD"),
});

const hourMinute = /^(?:[01]\d|2[0-3]):[0-5]\d$/;
const hourMinuteSecond = /^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d$/;
const wallClock = /^(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?$/;

/** `HH:MM`, the venue's local clock, no offset. */
export const hourMinuteSchema = z.string().regex(hourMinute, { error: "Must be HH:MM" });

/** `HH:MM:SS`, the venue's local clock, no offset. */
export const hourMinuteSecondSchema = z
  .string()
  .regex(hourMinuteSecond, { error: "Must be HH:MM:SS" });

/** What requests may carry as a time: `HH:MM` or `HH:MM:SS`, no offset. */
export const wallClockSchema = z
  .string({ error: requiredOr("Must be HH:MM or HH:MM:SS") })
  .regex(wallClock, { error: "Must be HH:MM or HH:MM:SS" });

const atom = String.raw`[^\s@."(),:;<>[\]\\\p{Cc}]+`;
const quoted = String.raw`"(?:[^"\\\p{Cc}]|\\[^\p{Cc}])+"`;
const label = String.raw`[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?`;

/**
 * An address as RFC 5322 has it (`addr-spec`, without comments), with the letters that RFC 6531 adds. The API says no more
 * than "valid e-mail address format", so whatever may be one goes to it; what is only unlikely is a warning (W1).
 */
const addressPattern = new RegExp(
  String.raw`^(?:${atom}(?:\.${atom})*|${quoted})@(?:${label}(?:\.${label})*|\[[\dA-Fa-f.:IPv]+\])$`,
  "u",
);

/** The one e-mail rule: at the walk-up form, in front of the queue and in the sandbox alike. */
export const emailSchema = z.email({
  pattern: addressPattern,
  error: requiredOr("Must be a valid e-mail address"),
});

/** An absolute URI. */
export const uriSchema = z.url({ error: requiredOr("Must be a URI") });

/** An IANA time zone name; whether the zone exists is for the reader to find out. */
export const timezoneSchema = z.string().min(1);

/** An address as a request carries it. */
export const addressInputSchema = z.strictObject(
  {
    name: z.string().optional(),
    streetAddress: z.string().optional(),
    addressLocality: z.string({ error: requiredOr("Must be text") }),
    addressRegion: z.string().optional(),
    postalCode: z.string().optional(),
    addressCountry: z
      .string({ error: requiredOr("Must be text") })
      .length(2, { error: "Must be exactly 2 characters" }),
  },
  { error: objectMessage },
);
export type AddressInput = z.infer<typeof addressInputSchema>;

/** An address as a response carries it. */
export const addressSchema = z.looseObject({
  name: maybe(z.string()),
  streetAddress: maybe(z.string()),
  addressLocality: maybe(z.string()),
  addressRegion: maybe(z.string()),
  postalCode: maybe(z.string()),
  addressCountry: maybe(z.string()),
});
export type Address = z.infer<typeof addressSchema>;

/** Error option of a request object: unknown fields keep the issue's own words, another type is named. */
export function objectMessage(issue: { readonly code?: string | undefined }): string {
  return issue.code === "unrecognized_keys" ? "Unknown field" : "Must be an object";
}
