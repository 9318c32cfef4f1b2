import { z } from "zod";
import { atMsSchema, nothingSchema } from "./common.ts";
import { checkErrors } from "./connection.ts";
import { command, query } from "./procedure.ts";
import { pairingCodeSchema } from "./settings.ts";

/**
 * The role of this database among many desks (M1).
 *
 * - `alone`: it shares its journal with no other database.
 * - `hub`: full desks exchange their journals with it, and it sends the outbox.
 * - `full`: it exchanges its journal with a hub.
 */
export const desksRoleSchema = z.enum(["alone", "hub", "full"]);
export type DesksRole = z.infer<typeof desksRoleSchema>;

/** Connectivity between this database and its hub; `none` unless the role is `full`. */
export const hubLinkSchema = z.object({
  state: z.enum(["none", "connecting", "up", "away", "refused"]),
  /** Start of the present state; null with `none`. */
  sinceMs: atMsSchema.nullable(),
  /** Why the hub refuses this desk; null unless the state is `refused`. */
  why: z
    .enum([
      "not-paired",
      "no-access",
      "not-saved",
      "other-hub",
      "later-format",
      "other-certificate",
    ])
    .nullable(),
  /** Entries of this database that the hub does not have yet; null if unknown, before the hub answered once. */
  unsent: z.int().nullable(),
  /** Of these, entries that the hub does not take (M6). */
  refused: z.int(),
  /** Hub's entries that are known to be missing here. */
  behind: z.int(),
});
export type HubLink = z.infer<typeof hubLinkSchema>;

/** One desk of the venue, as the hub knows it (M7). */
export const deskPresenceSchema = z.object({
  /** Id of the paired device; null for the hub's own screen. */
  deviceId: z.string().nullable(),
  kind: z.enum(["hub", "full", "browser"]),
  name: z.string(),
  operator: z.string(),
  isThis: z.boolean(),
  lastSeenAtMs: atMsSchema.nullable(),
  /** True if it was heard of within the last 5 s. */
  isHere: z.boolean(),
  /** The desk's clock minus the hub's clock, in milliseconds; null if unknown. */
  clockOffsetMs: z.number().nullable(),
  /** Entries of the hub that a full desk lacks; null for other kinds. */
  behind: z.int().nullable(),
  /** Whether a full desk has a complete replica of the open event; null for other kinds. */
  hasRoster: z.boolean().nullable(),
  /** Whether a full desk has another event open than the hub. */
  hasOtherEvent: z.boolean().default(false),
});
export type DeskPresence = z.infer<typeof deskPresenceSchema>;

/** Which database sends the outbox (M9, M10). */
export const senderSchema = z.object({
  /** `nobody`: two databases claim to be the hub, and a person must choose. */
  who: z.enum(["this", "other", "nobody"]),
  /** Name of the hub in force; null if this database was always alone. */
  name: z.string().nullable(),
  /** The databases that claim to be the hub; empty unless a person must choose. */
  rivals: z.array(
    z.object({
      device: z.string(),
      name: z.string(),
      isThis: z.boolean(),
      atMs: atMsSchema,
      operator: z.string(),
    }),
  ),
});
export type Sender = z.infer<typeof senderSchema>;

export const desksSchema = z.object({
  role: desksRoleSchema,
  hub: z
    .object({
      name: z.string(),
      address: z.string(),
      fingerprint: z.string(),
      /** Whether the hub, as it said last, has another event open than this full desk. */
      hasOtherEvent: z.boolean(),
    })
    .nullable(),
  link: hubLinkSchema,
  sender: senderSchema,
  desks: z.array(deskPresenceSchema),
  /** The code that pairs up to `left` more devices; null if none is valid (M2). */
  pairing: pairingCodeSchema.nullable(),
  /** How devices of the network reach this computer; null if they cannot. */
  lanEndpoint: z.object({ addresses: z.array(z.string()), fingerprint: z.string() }).nullable(),
  /** Number of conflicts that wait for a person (M11). */
  conflicts: z.int(),
});
export type Desks = z.infer<typeof desksSchema>;

export const desksProcedures = {
  "desks.get": query({
    role: "desk",
    summary: "This database's role, its hub, and the desks of the venue.",
    input: nothingSchema,
    output: desksSchema,
    errors: [],
  }),
  "hub.open": command({
    role: "owner",
    summary: "Makes this database the hub, and opens a code that pairs up to 20 devices.",
    input: nothingSchema,
    output: desksSchema,
    errors: ["practice", "is-full-desk", "cannot-listen", "not-reachable", "not-saved"],
  }),
  "hub.close": command({
    role: "owner",
    summary: "Ends the hub: full desks are refused until it is opened again.",
    input: nothingSchema,
    output: desksSchema,
    errors: ["not-hub", "two-hubs", "not-saved"],
  }),
  "desk.look": command({
    role: "owner",
    summary: "Reads the certificate's fingerprint of a hub, so that a person can compare it.",
    input: z.object({ address: z.string().min(1).max(300) }),
    output: z.object({ address: z.string(), fingerprint: z.string() }),
    errors: ["invalid-address", "no-answer", "not-a-hub"],
  }),
  "desk.join": command({
    role: "owner",
    summary: "Makes this database a full desk of the hub at this address (M3).",
    input: z.object({
      address: z.string().min(1).max(300),
      fingerprint: z.string().min(1).max(200),
      code: z.string().max(40),
      name: z.string().trim().min(1).max(60),
    }),
    output: desksSchema,
    errors: [
      "practice",
      "is-hub",
      "invalid-address",
      "no-answer",
      "other-certificate",
      "wrong-code",
      "too-many-attempts",
      "name-taken",
      "invalid-name",
      "not-a-hub",
      "other-organization",
      "later-format",
      "earlier-format",
      "device-taken",
      "not-saved",
      "key-store-failed",
    ],
  }),
  "desk.leave": command({
    role: "owner",
    summary: "Ends the link to the hub; the journal and the replica stay.",
    input: z.object({
      /** The owner knows that the hub lacks entries of this desk. */
      evenUnsent: z.boolean().default(false),
    }),
    output: desksSchema,
    errors: ["not-full-desk", "unsent", "not-saved"],
  }),
  "hub.takeOver": command({
    role: "owner",
    summary:
      "Makes this full desk the hub, with an API key that a person enters now, or later in the settings (M10).",
    input: z.object({
      /** Null: there is no internet to check a key. Nothing is sent until a person enters one. */
      key: z.object({ baseUrl: z.string().max(2_000), apiKey: z.string().max(2_000) }).nullable(),
    }),
    output: desksSchema,
    errors: [
      "not-full-desk",
      ...checkErrors,
      "other-organization",
      "key-store-failed",
      "cannot-listen",
      "not-reachable",
      "not-saved",
    ],
  }),
  "hub.settle": command({
    role: "owner",
    summary: "Chooses which of two databases is the hub (M10).",
    input: z.object({ device: z.string().max(64) }),
    output: desksSchema,
    errors: ["not-found", "not-saved"],
  }),
} as const;
