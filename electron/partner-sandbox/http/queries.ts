import { z } from "@hono/zod-openapi";
import { validator } from "hono/validator";
import { requiredMessage } from "#shared/partner-api/common.ts";
import { fieldErrors } from "#shared/partner-api/errors.ts";
import { eventTypes } from "#shared/partner-api/event.ts";
import { maxPageLimit, minPageLimit } from "#shared/partner-api/cursor-places.ts";
import { invalid, respond } from "./answers.ts";
import { defaultLimit } from "./paging.ts";

const limitMessage = `Must be an integer, ${minPageLimit} to ${maxPageLimit}`;
const dateMessage = "Must be a calendar date, YYYY-MM-DD";
const typeMessage = `Must be one of: ${eventTypes.join(", ")}`;

const page = {
  limit: z
    .string()
    .regex(/^\d{1,3}$/, { error: limitMessage })
    .transform(Number)
    .refine((limit) => limit >= minPageLimit && limit <= maxPageLimit, { error: limitMessage })
    .default(defaultLimit)
    .openapi({
      type: "integer",
      minimum: minPageLimit,
      maximum: maxPageLimit,
      default: defaultLimit,
    }),
  after: z.string().min(1, { error: "Must not be empty" }).optional(),
};

/** Query parameters by endpoint. Unknown ones are ignored (X4). */
export const pageQuery = z.object(page);

export const seriesQuery = z.object({ slug: z.string().optional(), ...page });

export const eventsQuery = z.object({
  type: z.enum(eventTypes, { error: typeMessage }).optional(),
  seriesId: z.string().optional(),
  dateFrom: z.iso.date({ error: dateMessage }).optional(),
  dateTo: z.iso.date({ error: dateMessage }).optional(),
  ...page,
});

export const registrationQuery = z.object({
  eventId: z.string({ error: requiredMessage }).min(1, { error: "Must not be empty" }),
  ...page,
});

export const resultsQuery = z.object({
  run: z.string().min(1, { error: "Must not be empty" }).optional(),
  segment: z.string().optional(),
  version: z
    .string()
    .regex(/^[1-9]\d{0,8}$/, { error: "Must be a positive integer" })
    .transform(Number)
    .openapi({ type: "integer", minimum: 1 })
    .optional(),
});

/** Parses the query; the handler gets it from `c.req.valid("query")`. An invalid query is answered with 422. */
export const withQuery = <Schema extends z.ZodType>(schema: Schema) =>
  validator("query", (_values, c): z.output<Schema> | Response => {
    const parsed = schema.safeParse(c.req.query());
    return parsed.success ? parsed.data : respond(invalid(fieldErrors(parsed.error)));
  });
