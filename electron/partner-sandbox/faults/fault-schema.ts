import { z } from "@hono/zod-openapi";

/** Which requests a rule is for. `path` is exact, or a beginning when it ends in `*`; all when absent. */
const match = {
  method: z.enum(["GET", "POST"]).optional(),
  path: z.string().min(1).optional(),
  /** Only the next so many matching requests; all of them when absent. */
  times: z.int().positive().optional(),
};

/** Instead of the API: nothing is read, nothing is committed (except where `committed` says so). */
const insteadKinds = [
  /** Any status with the error envelope, e.g. 401 half-way, or 504 after the commit. */
  z.strictObject({
    kind: z.literal("status"),
    status: z.int().min(400).max(599),
    code: z.string().optional(),
    committed: z.boolean().optional(),
    ...match,
  }),
  z.strictObject({
    kind: z.literal("rate-limited"),
    retryAfter: z.enum(["seconds", "date", "none"]),
    seconds: z.int().nonnegative().default(1),
    ...match,
  }),
  /** The connection is reset before anything is read. */
  z.strictObject({ kind: z.literal("reset"), ...match }),
  /** No answer, ever. */
  z.strictObject({ kind: z.literal("silence"), ...match }),
  z.strictObject({
    kind: z.literal("captive-portal"),
    mode: z.enum(["html", "redirect"]),
    location: z.url().default("http://portal.example/login"),
    ...match,
  }),
  /** A cursor that was good a moment ago is refused; requests without `after` are left alone. */
  z.strictObject({ kind: z.literal("cursor-expired"), ...match }),
] as const;

/** The API does its work, commits included; then the answer is spoiled on its way. */
const spoiledKinds = [
  z.strictObject({ kind: z.literal("lost-reply"), ...match }),
  /** Half the JSON, correctly framed. */
  z.strictObject({ kind: z.literal("truncated"), ...match }),
  /** Half the bytes that were announced, then the connection breaks. */
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
  /** The right status and envelope, `participantId` and `eventId` missing. */
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
  /** The next cursor is the one that was just asked with. */
  z.strictObject({ kind: z.literal("repeated-cursor"), ...match }),
  /** The list ends with this page: the next cursor is null although there are more rows. */
  z.strictObject({ kind: z.literal("list-cut-short"), ...match }),
] as const;

const faultRuleSchema = z.discriminatedUnion("kind", [...insteadKinds, ...spoiledKinds]);
export type FaultRule = z.output<typeof faultRuleSchema>;
export type SpoilRule = z.output<(typeof spoiledKinds)[number]>;
export type InsteadRule = z.output<(typeof insteadKinds)[number]>;

const spoiled: ReadonlySet<string> = new Set(spoiledKinds.map((schema) => schema.shape.kind.value));

export const isSpoilRule = (rule: FaultRule): rule is SpoilRule => spoiled.has(rule.kind);

/** All switches. Setting some leaves the others as they are. */
export const faultSettingsSchema = z.strictObject({
  /** Connections are refused and open ones broken. */
  offline: z.boolean(),
  /** Comes back by itself after so long; 0 waits for the switch. */
  offlineForMs: z.int().nonnegative(),
  /** Every request takes so much longer; a POST holds its idempotency key meanwhile. */
  delayMs: z.int().nonnegative(),
  /** Up to so much more, by the sandbox's own seed. */
  jitterMs: z.int().nonnegative(),
  /** The `Date` header differs from the clock by so much. */
  clockOffsetMs: z.int(),
  /** `registrationCount` differs from the truth by so much. */
  countOffset: z.int(),
  /** `registrationCount` is not sent. */
  omitCounts: z.boolean(),
  /** Optional fields that have no value are sent as null. */
  nulls: z.boolean(),
  /** Tried in order, the first that matches counts. */
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
