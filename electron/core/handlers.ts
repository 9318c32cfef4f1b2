import type { ParsedInputOf, ProcedureName, ReplyOf } from "#shared/contract/index.ts";
import type { Role } from "#shared/contract/procedure.ts";

/** The caller of a procedure, as the host identified it; only `operator` comes from a request's body. */
export interface Caller {
  readonly role: Role;
  /** The name of a paired device, used as the desk in its journal entries (J3). Absent for this computer's own screen. */
  readonly device?: string;
  /** The id of a paired device, which does not depend on its name (S10). */
  readonly deviceId?: string;
  /** Who is at a full desk that lets the hub perform the procedure (M9); absent for every other caller. */
  readonly operator?: string;
  /** The owner's session with a station; absent for every other transport. */
  readonly sessionId?: string;
  /** The desktop's window number; absent for every other transport. */
  readonly window?: number;
}

/** This computer's own screen. */
export const owner: Caller = { role: "owner" };

/** One handler for each procedure of the contract. */
export type Handlers = {
  readonly [Name in ProcedureName]: (
    input: ParsedInputOf<Name>,
    caller: Caller,
  ) => ReplyOf<Name> | Promise<ReplyOf<Name>>;
};

/** The handlers of one service. */
export type Slice<Name extends ProcedureName> = Pick<Handlers, Name>;
