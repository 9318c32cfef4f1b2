import type { z } from "zod";

/**
 * Who may call a procedure.
 *
 * - `owner`: the person at this computer (the desktop window; at a station, who has one of the owner's sessions).
 * - `lead`: a paired device to which the owner gave deciding and exports.
 * - `desk`: any paired device. The owner may also call what a lead may, and a lead what a desk may.
 */
export type Reach = "owner" | "lead" | "desk";

const rank: Readonly<Record<Reach, number>> = { desk: 0, lead: 1, owner: 2 };

/** True where a caller with this reach may call what needs that one. The only place that says so. */
export const reaches = (caller: Reach, needed: Reach): boolean => rank[caller] >= rank[needed];

export type ProcedureKind = "query" | "command";

/** One thing a screen may ask. Both wires (IPC, HTTP) carry exactly these. */
export interface Procedure<
  Kind extends ProcedureKind = ProcedureKind,
  In extends z.ZodType = z.ZodType,
  Out extends z.ZodType = z.ZodType,
  Code extends string = string,
> {
  readonly kind: Kind;
  readonly reach: Reach;
  /** One sentence for `GET /rpc`. */
  readonly summary: string;
  readonly input: In;
  readonly output: Out;
  /** The closed set of expected failures, besides the router's own. */
  readonly errors: readonly Code[];
}

/** A question: changes nothing, may be asked again at any time. */
export const query = <
  In extends z.ZodType,
  Out extends z.ZodType,
  const Code extends string = never,
>(
  definition: Omit<Procedure<"query", In, Out, Code>, "kind">,
): Procedure<"query", In, Out, Code> => ({ kind: "query", ...definition });

/**
 * An order: every command's input carries a `commandId` and is performed once (J8). The same id with another input is
 * refused as `command-conflict`, which every command therefore declares.
 */
export const command = <
  In extends z.ZodType,
  Out extends z.ZodType,
  const Code extends string = never,
>(
  definition: Omit<Procedure<"command", In, Out, Code>, "kind">,
): Procedure<"command", In, Out, Code | "command-conflict"> => ({
  kind: "command",
  ...definition,
  errors: [...new Set([...definition.errors, "command-conflict" as const])],
});
