import type { ProcedureName, ReplyOf } from "#shared/contract/index.ts";
import type { LockReason, TransportState } from "#renderer/client/transport/transport.ts";

/** The answers of a fake core, by procedure. */
export type Answers = { readonly [Name in ProcedureName]?: (input: never) => ReplyOf<Name> };

export interface Scene {
  /** The address of the screen: `#/sync`. */
  readonly hash: string;
  readonly answers: Answers;
  readonly transport?: TransportState;
  /** Why the transport is locked. */
  readonly lockReason?: LockReason;
  /** What this device stored earlier, by its key in the browser's local storage. */
  readonly kept?: Readonly<Record<string, string>>;
}
