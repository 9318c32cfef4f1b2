import { z } from "zod";
import { atMsSchema, nothingSchema } from "./common.ts";
import { command, query } from "./procedure.ts";

export const organizationSummarySchema = z.object({
  id: z.string(),
  name: z.string(),
  slug: z.string(),
  plan: z.string(),
  roles: z.array(z.string()),
});
export type OrganizationSummary = z.infer<typeof organizationSummarySchema>;

/** The API does not list the rights of a key, so they are known only after a call needed them (K5). */
export const rightStateSchema = z.enum(["worked", "refused", "not-tried"]);

export const rightsSchema = z.object({
  readOrganization: rightStateSchema,
  readEvents: rightStateSchema,
  readRegistrations: rightStateSchema,
  readResults: rightStateSchema,
  readCollections: rightStateSchema,
  writeParticipants: rightStateSchema,
  writeEvents: rightStateSchema,
});
export type Rights = z.infer<typeof rightsSchema>;

/**
 * The place where the key is stored (K1).
 *
 * - `system`: the operating system's key store.
 * - `obfuscated`: a store that only obfuscates the key; the screen warns.
 * - `file`: a file that only this user can read.
 * - `memory`: not stored, lost at the end of this run.
 */
export const keyStoreSchema = z.enum(["system", "obfuscated", "file", "memory"]);

export const connectionSchema = z.object({
  mode: z.enum(["live", "practice"]),
  /** `key-lost`: the address is stored, but its key is missing, unreadable, or bound to another address or organization (S6); nothing is sent until a person enters the key. */
  state: z.enum(["none", "connected", "key-refused", "key-lost"]),
  baseUrl: z.string().nullable(),
  organization: organizationSummarySchema.nullable(),
  rights: rightsSchema,
  keyStore: keyStoreSchema,
  connectivity: z.object({
    state: z.enum(["unknown", "online", "offline"]),
    sinceMs: atMsSchema.nullable(),
  }),
  /** This computer's clock minus the clock of the server, from its `Date` header; null before the first answer (J7). */
  clockDriftMs: z.number().nullable(),
});
export type Connection = z.infer<typeof connectionSchema>;

/** Why an address or a key cannot be used. */
export const checkErrors = [
  "insecure-address",
  "wrong-address",
  "wrong-key",
  "offline",
  "not-json",
  "not-the-api",
  "rate-limited",
  "server-error",
] as const;

export const connectionProcedures = {
  "connection.get": query({
    role: "desk",
    summary: "The state of the connection to the organization, without the key.",
    input: nothingSchema,
    output: connectionSchema,
  }),
  "connection.check": query({
    role: "owner",
    summary: "Calls GET /organization with this address and key. Stores neither of them.",
    input: z.object({ baseUrl: z.string().max(2000), apiKey: z.string().max(4096) }),
    output: z.object({
      organization: organizationSummarySchema,
      clockDriftMs: z.number().nullable(),
    }),
    errors: checkErrors,
  }),
  "connection.save": command({
    role: "owner",
    summary:
      "Checks the address and key, then stores them. While something is unsent, a new key must be of the same organization (O9).",
    input: z.object({
      baseUrl: z.string().max(2000),
      apiKey: z.string().max(4096),
    }),
    output: connectionSchema,
    errors: [...checkErrors, "other-organization", "practice", "key-store-failed", "not-saved"],
  }),
  "connection.forget": command({
    role: "owner",
    summary: "Removes address and key. Refused while an outbox entry is unsent.",
    input: nothingSchema,
    output: connectionSchema,
    errors: ["unsent", "practice", "not-saved"],
  }),
  "practice.start": command({
    role: "owner",
    summary: "Opens the practice folder with a sample race served by the embedded sandbox (K3).",
    input: z.object({ fresh: z.boolean().optional() }),
    output: connectionSchema,
    errors: ["already-practising", "has-full-desks", "practice-unavailable"],
  }),
  "practice.leave": command({
    role: "owner",
    summary:
      "Closes practice and returns to the live folder. Practice stays open if the live folder does not open (K3).",
    input: nothingSchema,
    output: connectionSchema,
    errors: ["not-practising", "live-unavailable"],
  }),
} as const;
