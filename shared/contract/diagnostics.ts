import { z } from "zod";
import { atMsSchema, nothingSchema } from "./common.ts";
import { connectionSchema } from "./connection.ts";
import { query } from "./procedure.ts";

const connection = connectionSchema.shape;
const countSchema = z.int().nonnegative();
const countsSchema = z.record(z.string(), countSchema);

/**
 * Data for finding a fault, without personal data (K1): no name, no key, no address of the organization, no path. All texts
 * in it are codes of this program.
 */
export const diagnosticsSchema = z.object({
  atMs: atMsSchema,
  program: z.object({
    version: z.string(),
    host: z.enum(["desktop", "station"]),
    mode: z.enum(["live", "practice"]),
    electron: z.string().nullable(),
    chromium: z.string().nullable(),
    node: z.string(),
    sqlite: z.string(),
  }),
  system: z.object({
    platform: z.string(),
    release: z.string(),
    arch: z.string(),
    processors: countSchema,
    memoryBytes: countSchema,
  }),
  data: z.object({
    schemaVersion: countSchema,
    folderBytes: countSchema,
    /** Null if the system does not report it. */
    freeBytes: countSchema.nullable(),
    findings: z.array(z.string()),
    /** Rows by table. */
    rows: countsSchema,
  }),
  connection: z.object({
    state: connection.state,
    address: z.enum(["set", "not set"]),
    keyStore: connection.keyStore,
    connectivity: connection.connectivity.shape.state,
    clockDriftMs: connection.clockDriftMs,
    rights: connection.rights,
  }),
  queue: z.object({
    /** Entries by state and certainty: `waiting maybe-sent`. */
    entries: countsSchema,
    /** Attempts by outcome and HTTP status: `retry 503`. */
    attempts: countsSchema,
  }),
  /** The problems since the program started, by the codes of the log; the last one is last. */
  troubles: z.array(
    z.object({ event: z.string(), why: z.string(), count: countSchema, lastAtMs: atMsSchema }),
  ),
});
export type Diagnostics = z.infer<typeof diagnosticsSchema>;

const frameSchema = z.string().max(300);

/** An error that no screen caught, without its message, because that may quote personal data. */
export const screenErrorSchema = z.object({
  /** The screen, or `page` for an error outside of a screen. */
  screen: z.string().max(40),
  name: z.string().max(80),
  /** Lines of the stack, innermost first. */
  stack: z.array(frameSchema).max(20),
  /** The component that threw, if React names it. */
  component: z.string().max(80).nullable(),
});
export type ScreenError = z.infer<typeof screenErrorSchema>;

export const diagnosticsProcedures = {
  "diagnostics.get": query({
    role: "owner",
    summary: "Data for finding a fault, without personal data.",
    input: nothingSchema,
    output: diagnosticsSchema,
  }),
  "screen.failed": query({
    role: "desk",
    summary:
      "A screen threw an error: logs the name and the place of the error, without its message (K1).",
    input: screenErrorSchema,
    output: z.object({}),
  }),
} as const;
