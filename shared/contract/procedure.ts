import { z } from "zod";

/**
 * The role that a caller needs for a procedure.
 *
 * - `owner`: the person at this computer (the desktop window, or a station session of the owner).
 * - `lead`: a paired device to which the owner gave decisions and exports.
 * - `desk`: any paired device. The owner may also call the procedures of a lead, and a lead those of a desk.
 * - `peer`: another database that is paired as a full desk. It exchanges entries, and calls only the commands about its own
 *   walk-ups that the hub performs for it (M9, M15).
 */
export type Role = "owner" | "lead" | "desk" | "peer";

const rank: Readonly<Record<Role, number>> = { peer: -1, desk: 0, lead: 1, owner: 2 };

/** Whether a caller with one role may call a procedure that needs another one. */
export const hasRole = (caller: Role, needed: Role): boolean => rank[caller] >= rank[needed];

export type ProcedureKind = "query" | "command";

/** One procedure that a screen may call, over IPC or HTTP. */
export interface Procedure<
  Kind extends ProcedureKind = ProcedureKind,
  In extends z.ZodType = z.ZodType,
  Out extends z.ZodType = z.ZodType,
  Code extends string = string,
> {
  readonly kind: Kind;
  readonly role: Role;
  /** One sentence for `GET /rpc`. */
  readonly summary: string;
  readonly input: In;
  readonly output: Out;
  /** The closed set of expected failures, without those of the router. */
  readonly errors: readonly Code[];
}

/** A procedure without `errors` has no expected failures of its own. */
type Definition<In extends z.ZodType, Out extends z.ZodType, Code extends string> = Omit<
  Procedure<ProcedureKind, In, Out, Code>,
  "kind" | "errors"
> & { readonly errors?: readonly Code[] };

/** Changes nothing; may be repeated at any time. */
export const query = <
  In extends z.ZodType,
  Out extends z.ZodType,
  const Code extends string = never,
>(
  definition: Definition<In, Out, Code>,
): Procedure<"query", In, Out, Code> => ({ kind: "query", errors: [], ...definition });

/** The screen creates one id for each command; a retry of the command has the same id (J8). */
const commandShape = { commandId: z.string().min(8).max(64) };

type CommandInput<Shape extends z.ZodRawShape> = z.ZodObject<
  z.core.util.Extend<typeof commandShape, Shape>
>;

/**
 * A command is performed once for each `commandId` (J8), which every input has. The same id with another input is refused as
 * `command-conflict`, which every command may answer.
 */
export const command = <
  Shape extends z.ZodRawShape,
  Out extends z.ZodType,
  const Code extends string = never,
>({
  errors = [],
  input,
  ...definition
}: Definition<z.ZodObject<Shape>, Out, Code>): Procedure<
  "command",
  CommandInput<Shape>,
  Out,
  Code | "command-conflict"
> => ({
  kind: "command",
  ...definition,
  input: z.object(commandShape).extend(input.shape),
  errors: [...errors, "command-conflict"],
});
