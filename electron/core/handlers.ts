import type { ParsedInputOf, ProcedureName, ReplyOf } from "#shared/contract/index.ts";
import type { Reach } from "#shared/contract/procedure.ts";

/** Who asks. The host vouches for it; nothing of it comes from the request's body. */
export interface Caller {
  readonly reach: Reach;
  /** The name of a paired device; it is the desk in what the device records (J3). Absent for this computer's own screen. */
  readonly device?: string;
  /** Who a paired device is, whatever it is called (S10). */
  readonly deviceId?: string;
  /** Which of the owner's sessions with a station asks; absent on every other wire. */
  readonly sessionId?: string;
  /** The desktop's own number of the window that asks; absent on every other wire. */
  readonly window?: number;
}

/** This computer's own screen. */
export const owner: Caller = { reach: "owner" };

/** One handler for each procedure of the contract. */
export type Handlers = {
  readonly [Name in ProcedureName]: (
    input: ParsedInputOf<Name>,
    caller: Caller,
  ) => ReplyOf<Name> | Promise<ReplyOf<Name>>;
};

/** The handlers one desk service answers for. */
export type Slice<Name extends ProcedureName> = Pick<Handlers, Name>;
