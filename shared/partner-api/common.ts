import { z } from "zod";

import { longestId } from "#shared/domain/basics/ids.ts";
import { emailPattern } from "#shared/domain/registrations/email-address.ts";

/** A row with a longer id is set aside (D6). */
export const idSchema = z.string().min(1).max(longestId);

/** The message of the partner API for a field that is required and missing. */
export const requiredMessage = "Required";

/** Error option for a required request field: `Required` if it is missing, `otherwise` for any other error. */
const requiredOr =
  (otherwise: string) =>
  (issue: { readonly input?: unknown }): string =>
    issue.input === undefined ? requiredMessage : otherwise;

/** A required request string with at least one character. */
export const requiredText = z
  .string({ error: requiredOr("Must be text") })
  .min(1, { error: "Must not be empty" });

/** A required request value of a closed list. */
export const requiredChoice = <const Values extends readonly [string, ...string[]]>(
  values: Values,
) => z.enum(values, { error: requiredOr(`Must be one of: ${values.join(", ")}`) });

/** An optional request value of a closed list. */
export const optionalChoice = <const Values extends readonly [string, ...string[]]>(
  values: Values,
) => z.enum(values, { error: `Must be one of: ${values.join(", ")}` }).optional();

/**
 * A value of a list that the API may extend: any string is accepted. The type has the known values, so that the compiler
 * checks a comparison with them.
 */
export const openEnum = <const Values extends readonly string[]>(_known: Values) =>
  z.string() as z.ZodType<OpenEnum<Values[number]>, string>;

/** One of the known values, or any other string of a later version of the API. */
export type OpenEnum<Known extends string> = Known | (string & Record<never, never>);

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** An optional response field: `null` and absence both become `undefined`. */
export const maybe = <Schema extends z.ZodType>(schema: Schema) =>
  schema
    .nullish()
    .transform((value) => value ?? undefined)
    .optional();

/** A valid calendar date, `YYYY-MM-DD`, the venue's local date. */
export const calendarDateSchema = z.iso.date({
  error: requiredOr("Must be a calendar date, YYYY-MM-DD"),
});

const wallClock = /^(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?$/;

/** A time in a request: `HH:MM` or `HH:MM:SS`, the venue's local clock, without an offset. */
export const wallClockSchema = z
  .string({ error: requiredOr("Must be HH:MM or HH:MM:SS") })
  .regex(wallClock, { error: "Must be HH:MM or HH:MM:SS" });

/** The walk-up form, the outbox and the sandbox all use this rule. */
export const emailSchema = z.email({
  pattern: emailPattern,
  error: requiredOr("Must be a valid e-mail address"),
});

/** An absolute URI. */
export const uriSchema = z.url({ error: requiredOr("Must be a URI") });

/** An IANA time zone name; the schema does not check that the zone exists. */
export const timezoneSchema = z.string().min(1);

/** The address in a request. */
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

/** The address in a response. */
export const addressSchema = z.looseObject({
  name: maybe(z.string()),
  streetAddress: maybe(z.string()),
  addressLocality: maybe(z.string()),
  addressRegion: maybe(z.string()),
  postalCode: maybe(z.string()),
  addressCountry: maybe(z.string()),
});
export type Address = z.infer<typeof addressSchema>;

/** Error option of a request object. */
export function objectMessage(issue: { readonly code?: string | undefined }): string {
  return issue.code === "unrecognized_keys" ? "Unknown field" : "Must be an object";
}

/** The addresses of the hosted images of an event or a collection (v1.2). */
export function readPictures(value: unknown): {
  readonly card: string | null;
  readonly cover: string | null;
} {
  const { cardImageUrl, coverImageUrl } = picturesSchema.safeParse(value).data ?? {};
  return { card: cardImageUrl ?? null, cover: coverImageUrl ?? null };
}

const pictureUrl = z.string().min(1).optional().catch(undefined);
const picturesSchema = z.object({ cardImageUrl: pictureUrl, coverImageUrl: pictureUrl });
