import { z } from "zod";
import { atMsSchema, bareCommandSchema, commandIdSchema, nothingSchema } from "./common.ts";
import { command, query } from "./procedure.ts";

export const organizationSummarySchema = z.object({
  id: z.string(),
  name: z.string(),
  slug: z.string(),
  plan: z.string(),
  roles: z.array(z.string()),
});
export type OrganizationSummary = z.infer<typeof organizationSummarySchema>;

/** What a key may do cannot be read from the API: it is shown as it turns out (K5). */
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
 * Where the key is kept (K1).
 *
 * - `system`: the operating system's key store.
 * - `obfuscated`: a store that hides but does not protect; the screen says so.
 * - `file`: a file only this user can read.
 * - `memory`: given for this run only, not kept.
 */
export const keyStoreSchema = z.enum(["system", "obfuscated", "file", "memory"]);

export const connectionSchema = z.object({
  mode: z.enum(["live", "practice"]),
  /** `key-lost`: the address is kept, but its key is not here or cannot be read; nothing is sent until it is given anew. */
  state: z.enum(["none", "connected", "key-refused", "key-lost"]),
  baseUrl: z.string().nullable(),
  organization: organizationSummarySchema.nullable(),
  rights: rightsSchema,
  keyStore: keyStoreSchema,
  line: z.object({
    state: z.enum(["unknown", "online", "offline"]),
    sinceMs: atMsSchema.nullable(),
  }),
  /** This computer's clock minus the server's, from its `Date` header; null until heard (J7). */
  clockDriftMs: z.number().nullable(),
});
export type Connection = z.infer<typeof connectionSchema>;

const reachErrors = [
  "insecure-address",
  "wrong-address",
  "wrong-key",
  "no-line",
  "not-json",
  "not-the-api",
  "rate-limited",
  "server-error",
] as const;

export const connectionProcedures = {
  "connection.get": query({
    reach: "desk",
    summary: "The connection to the organization, in state and words' raw material. Never the key.",
    input: nothingSchema,
    output: connectionSchema,
    errors: [],
  }),
  "connection.check": query({
    reach: "owner",
    summary: "Asks GET /organization with this address and key. Stores nothing.",
    input: z.object({ baseUrl: z.string().max(2000), apiKey: z.string().max(4096) }),
    output: z.object({
      organization: organizationSummarySchema,
      clockDriftMs: z.number().nullable(),
    }),
    errors: reachErrors,
  }),
  "connection.save": command({
    reach: "owner",
    summary:
      "Checks the address and key, then keeps them. A replaced key must be the same organization's (O9).",
    input: z.object({
      commandId: commandIdSchema,
      baseUrl: z.string().max(2000),
      apiKey: z.string().max(4096),
    }),
    output: connectionSchema,
    errors: [...reachErrors, "other-organization", "practice", "key-store-failed"],
  }),
  "connection.forget": command({
    reach: "owner",
    summary: "Forgets address and key. Refused while anything is unsent.",
    input: bareCommandSchema,
    output: connectionSchema,
    errors: ["unsent", "practice"],
  }),
  "practice.start": command({
    reach: "owner",
    summary: "Opens the practice folder with a sample race served by the embedded sandbox (K3).",
    input: z.object({ commandId: commandIdSchema, fresh: z.boolean().optional() }),
    output: connectionSchema,
    errors: ["already-practising", "practice-unavailable"],
  }),
  "practice.leave": command({
    reach: "owner",
    summary: "Closes practice and returns to the live folder.",
    input: bareCommandSchema,
    output: connectionSchema,
    errors: ["not-practising"],
  }),
} as const;
