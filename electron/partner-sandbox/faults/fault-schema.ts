import { z } from "@hono/zod-openapi";

/** The requests that a rule applies to. `path` is exact, or a prefix if it ends with `*`; without it, all paths. */
const match = {
  method: z.enum(["GET", "POST"]).optional(),
  path: z.string().min(1).optional(),
  /** Number of matching requests that the rule applies to; without it, all. */
  times: z.int().positive().optional(),
};

/** Rules that replace the answer (X28): the API does not see the request, except with `committed`. */
const replaceKinds = [
  /** Any status with the error envelope, for example 401, or 504 after the commit. */
  z.strictObject({
    kind: z.literal("status"),
    status: z.int().min(400).max(599),
    code: z.string().optional(),
    message: z.string().optional(),
    committed: z.boolean().optional(),
    ...match,
  }),
  z.strictObject({
    kind: z.literal("rate-limited"),
    retryAfter: z.enum(["seconds", "date", "none"]),
    seconds: z.int().nonnegative().default(1),
    ...match,
  }),
  /** The connection is reset before the request is read. */
  z.strictObject({ kind: z.literal("reset"), ...match }),
  /** The request never gets an answer. */
  z.strictObject({ kind: z.literal("silence"), ...match }),
  z.strictObject({
    kind: z.literal("captive-portal"),
    mode: z.enum(["html", "redirect"]),
    location: z.url().default("http://portal.example/login"),
    ...match,
  }),
  /** Refuses a valid cursor. Requests without `after` do not match. */
  z.strictObject({ kind: z.literal("cursor-expired"), ...match }),
] as const;

/** Rules that corrupt the answer (X29) after the API handled the request and committed. */
const corruptKinds = [
  z.strictObject({ kind: z.literal("lost-reply"), ...match }),
  /** Half of the JSON with a correct Content-Length. */
  z.strictObject({ kind: z.literal("truncated"), ...match }),
  /** Half of the announced bytes, then the connection breaks. */
  z.strictObject({ kind: z.literal("cut-off"), ...match }),
  z.strictObject({
    kind: z.literal("wrong-content-type"),
    contentType: z.string().default("text/plain"),
    ...match,
  }),
  z.strictObject({
    kind: z.literal("trickle"),
    chunkBytes: z.int().positive().default(16),
    everyMs: z.int().positive().default(20),
    ...match,
  }),
  /** The right status and envelope without `participantId` and `eventId`. */
  z.strictObject({ kind: z.literal("without-id"), ...match }),
  /** JSON without the envelope. */
  z.strictObject({ kind: z.literal("without-envelope"), ...match }),
  z.strictObject({ kind: z.literal("empty"), ...match }),
  z.strictObject({
    kind: z.literal("huge"),
    bytes: z.int().positive().max(200_000_000).default(10_000_000),
    ...match,
  }),
  z.strictObject({ kind: z.literal("gzip-garbage"), ...match }),
  /** The next cursor equals the cursor of the request. */
  z.strictObject({ kind: z.literal("repeated-cursor"), ...match }),
  /** The next cursor is null although the list has more rows. */
  z.strictObject({ kind: z.literal("list-cut-short"), ...match }),
] as const;

const faultRuleSchema = z.discriminatedUnion("kind", [...replaceKinds, ...corruptKinds]);
export type FaultRule = z.output<typeof faultRuleSchema>;
export type CorruptRule = z.output<(typeof corruptKinds)[number]>;
export type ReplaceRule = z.output<(typeof replaceKinds)[number]>;

const corrupting: ReadonlySet<string> = new Set(
  corruptKinds.map((schema) => schema.shape.kind.value),
);

export const isCorruptRule = (rule: FaultRule): rule is CorruptRule => corrupting.has(rule.kind);

/** All fault switches. A change leaves the other switches as they are. */
export const faultSettingsSchema = z.strictObject({
  /** Refuses new connections and breaks open ones. */
  offline: z.boolean(),
  /** Time until the API is online again by itself; 0 means never. */
  offlineForMs: z.int().nonnegative(),
  /** Delay of every request; a POST holds its idempotency key during the delay. */
  delayMs: z.int().nonnegative(),
  /** Maximum of an additional pseudo-random delay, which depends on the seed. */
  jitterMs: z.int().nonnegative(),
  /** Offset of the `Date` header from the clock. */
  clockOffsetMs: z.int(),
  /** Error of `registrationCount`. */
  countOffset: z.int(),
  /** Leaves out `registrationCount`. */
  omitCounts: z.boolean(),
  /** Sends missing optional fields as null. */
  nulls: z.boolean(),
  /** The first matching rule applies. */
  rules: z.array(faultRuleSchema),
});
export type FaultSettings = z.output<typeof faultSettingsSchema>;
export type FaultChanges = z.input<ReturnType<typeof faultSettingsSchema.partial>>;

export const noFaults: FaultSettings = {
  offline: false,
  offlineForMs: 0,
  delayMs: 0,
  jitterMs: 0,
  clockOffsetMs: 0,
  countOffset: 0,
  omitCounts: false,
  nulls: false,
  rules: [],
};
