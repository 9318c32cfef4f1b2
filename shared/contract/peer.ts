import { z } from "zod";
import type { JournalEntry } from "#shared/domain/journal/journal.ts";
import { deskPresenceSchema } from "./desks.ts";
import { journalLineSchema } from "./journal-mirror.ts";

/**
 * What two databases of one organization send each other (M4): the hub serves these bodies under `/peer`, and full
 * desks call it. The format number changes when an older program could misread a newer one.
 */
export const peerFormat = 1;

/** Limits of one exchange: both sides work in small parts (J11, S12). */
export const mostEntries = 500;
export const mostEntryBytes = 512 * 1024;
/** Maximum number of chains in a version vector: each start of a program that writes something makes one (J4). */
export const mostChains = 10_000;
/** Maximum size of a request's body: entries, and a version vector. */
export const mostPeerBytes = 2 * 1024 * 1024;
/** Maximum size of an answer that a full desk reads. */
export const mostAnswerBytes = 4 * 1024 * 1024;

const nameSchema = z.string().max(64);
const vectorSchema = z
  // Counted before each chain is checked.
  .custom<object>((value) => isObject(value) && Object.keys(value).length <= mostChains)
  .pipe(z.record(z.string().max(130), z.int().min(0)));

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

/** A signature of a chain up to one entry: entries before it are covered by the hash chain (M5). */
export const chainHeadSchema = z.object({
  device: nameSchema,
  epoch: nameSchema,
  sequence: z.int().min(1),
  hash: z.string().max(100),
  /** Public key, base64url. */
  signer: z.string().max(100),
  signature: z.string().max(200),
});
export type ChainHead = z.infer<typeof chainHeadSchema>;

export const peerEntrySchema = journalLineSchema.omit({
  signature: true,
}) as z.ZodType<JournalEntry>;

/** What a full desk says of itself in each exchange (M7). */
export const presenceSchema = z.object({
  operator: z.string().max(100),
  /** The desk's wall clock minus the hub's, in milliseconds, as the desk measured it; null before the first answer. */
  clockOffsetMs: z.number().nullable(),
  /** Whether the desk has a complete replica of the hub's open event; null if none is open. */
  hasRoster: z.boolean().nullable(),
  /** The desk's own open event; null if none is open, absent in earlier versions. */
  eventId: z.string().max(200).nullish(),
  version: z.string().max(40),
});
export type PeerPresence = z.infer<typeof presenceSchema>;

/** A database that is known to the hub, and the key of its signatures (M5). */
export const memberSchema = z.object({
  device: nameSchema,
  signer: z.string().max(100),
  name: z.string().max(100),
});
export type Member = z.infer<typeof memberSchema>;

/** Read first: the rest of a later format may have another shape. */
export const peerFormatSchema = z.object({ format: z.int().min(1) });

export const pushSchema = peerFormatSchema.extend({
  presence: presenceSchema,
  /** The sender's journal. */
  vector: vectorSchema,
  entries: z.array(peerEntrySchema).max(mostEntries),
  // Two for a chain at most: the writer's own signature, and the sender's for the entries after it.
  heads: z.array(chainHeadSchema).max(2 * mostEntries),
});
export type Push = z.infer<typeof pushSchema>;

export const pushReplySchema = z.object({
  format: z.int().min(1),
  /** The hub's journal after the merge was committed. */
  vector: vectorSchema,
  taken: z.int(),
  /** Why entries were not taken, by reason. */
  refused: z.record(z.string(), z.int()),
  members: z.array(memberSchema),
  desks: z.array(deskPresenceSchema),
  /** The hub's open event, and when its replica was complete last; null if no event is open. */
  roster: z.object({ eventId: z.string(), completedAtMs: z.number().nullable() }).nullable(),
  /** Whether this hub and another one wait for a person's choice, so that neither sends; absent in earlier versions. */
  hasTwoHubs: z.boolean().optional(),
  /** The hub's wall clock. */
  nowMs: z.number(),
});
export type PushReply = z.infer<typeof pushReplySchema>;

/** The journal of the full desk that asks for what it lacks. */
export const pullSchema = z.object({ vector: vectorSchema });

/** Journal entries for another database, with the signed heads that cover them (M4, M5). */
export const entryBatchSchema = z.object({
  entries: z.array(peerEntrySchema),
  heads: z.array(chainHeadSchema),
  /** True if more entries are missing at the other side. */
  more: z.boolean(),
});
export type EntryBatch = z.infer<typeof entryBatchSchema>;

/** A procedure that a full desk leaves to the hub (M9): its input, and who is at the desk. */
export const peerCallSchema = z.object({ operator: z.string().max(100), input: z.unknown() });

/** The name that a full desk wants to have from now on (S10). */
export const peerNameSchema = z.object({ name: z.string().max(60) });

/** What a joining database says of itself with its pairing code (M3). */
export const joiningSchema = z.object({
  format: z.int().min(1),
  device: nameSchema.min(1),
  signer: z.string().min(1).max(100),
  version: z.string().max(40),
  organizationId: z.string().max(200).nullable(),
});
export type Joining = z.infer<typeof joiningSchema>;

/** What the hub says of itself to a database that joins (M3). */
export const hubIdentitySchema = z.object({
  format: z.int().min(1),
  device: nameSchema,
  signer: z.string().max(100),
  name: z.string().max(100),
  version: z.string().max(40),
  organizationId: z.string().max(200).nullable(),
});
export type HubIdentity = z.infer<typeof hubIdentitySchema>;
