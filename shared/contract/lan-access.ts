import { z } from "zod";
import { bareCommandSchema, commandIdSchema, nothingSchema } from "./common.ts";
import { command, query } from "./procedure.ts";

/** Which browsers may come: those of this computer, or of every device that reaches it. */
export const lanReachSchema = z.enum(["this-computer", "network"]);
export type LanReach = z.infer<typeof lanReachSchema>;

export const lanAccessSchema = z.object({
  /** Null: nobody may come. */
  reach: lanReachSchema.nullable(),
  /** Where a browser opens the screens; the first is the likeliest. Empty while nobody may come. */
  addresses: z.array(z.string()),
  /** Another program had the address of last time: browsers that were paired open the new one and are paired again. */
  isMoved: z.boolean(),
  /** It was on when Chute was closed last and could not be opened again. */
  isBroken: z.boolean(),
});
export type LanAccessState = z.infer<typeof lanAccessSchema>;

export const lanAccessProcedures = {
  "serve.get": query({
    reach: "owner",
    summary: "Whether the desktop lets browsers in, and where (S1).",
    input: nothingSchema,
    output: lanAccessSchema.extend({
      /** This host is a window that can; a station always does. */
      canServe: z.boolean(),
    }),
    errors: [],
  }),
  "serve.open": command({
    reach: "owner",
    summary:
      "Lets paired browsers in, of this computer or of the network; remembered until it ends.",
    input: z.object({ commandId: commandIdSchema, reach: lanReachSchema }),
    output: lanAccessSchema,
    /** `cannot-listen`: the computer gives no port or address; `details.cause` says which. */
    errors: ["not-a-desktop", "cannot-listen"],
  }),
  "serve.end": command({
    reach: "owner",
    summary: "Shuts every browser out at once; paired devices stay paired for another time.",
    input: bareCommandSchema,
    output: lanAccessSchema,
    errors: ["not-a-desktop"],
  }),
} as const;
