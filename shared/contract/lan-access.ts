import { z } from "zod";
import { nothingSchema } from "./common.ts";
import { command, query } from "./procedure.ts";

/** Browsers of this computer only, or of every device in the network. */
export const lanReachSchema = z.enum(["this-computer", "network"]);
export type LanReach = z.infer<typeof lanReachSchema>;

export const lanAccessSchema = z.object({
  /** Null: no browser has access. */
  reach: lanReachSchema.nullable(),
  /** The addresses for a browser, the most likely one first; empty without access. */
  addresses: z.array(z.string()),
  /** Another program uses the previous port: paired browsers must open the new address and pair again. */
  isMoved: z.boolean(),
  /** Access was on when Chute was closed last, and could not be opened again. */
  isBroken: z.boolean(),
});
export type LanAccessState = z.infer<typeof lanAccessSchema>;

export const lanAccessProcedures = {
  "lanAccess.get": query({
    role: "owner",
    summary: "Whether browsers have access to the desktop, and at which address (S1).",
    input: nothingSchema,
    output: lanAccessSchema.extend({
      /** This host is a desktop; a station always gives access. */
      canServe: z.boolean(),
    }),
  }),
  "lanAccess.open": command({
    role: "owner",
    summary:
      "Gives paired browsers access, of this computer or of the network. It stays on after a restart.",
    input: z.object({ reach: lanReachSchema }),
    output: lanAccessSchema,
    /** `cannot-listen`: the port or the address is not available; `details.cause` is the error code. */
    errors: ["not-a-desktop", "cannot-listen"],
  }),
  "lanAccess.close": command({
    role: "owner",
    summary: "Ends the access of all browsers at once; the devices stay paired.",
    input: nothingSchema,
    output: lanAccessSchema,
    errors: ["not-a-desktop"],
  }),
} as const;
