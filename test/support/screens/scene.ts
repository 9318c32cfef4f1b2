import type { ProcedureName, ReplyOf } from "#shared/contract/index.ts";
import type { LockReason, TransportState } from "#renderer/client/transport/transport.ts";

/** What a made-up core answers, by procedure. */
export type Answers = { readonly [Name in ProcedureName]?: (input: never) => ReplyOf<Name> };

export interface Scene {
  /** Where the window is: `#/sync`. */
  readonly hash: string;
  readonly answers: Answers;
  readonly transport?: TransportState;
  /** Why it is locked. */
  readonly lockReason?: LockReason;
  /** What this device has kept from before, by its key in the browser's local storage. */
  readonly kept?: Readonly<Record<string, string>>;
}
