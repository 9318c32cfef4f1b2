import type { Invalidation } from "#shared/contract/invalidations.ts";
import type { InputOf, ProcedureName, ReplyOf } from "#shared/contract/index.ts";
import { err } from "#shared/result.ts";
import type { Failure } from "#shared/result.ts";
import type { LockReason, PairOutcome, Transport, TransportState } from "./transport/transport.ts";

/** The screens' side of the contract: queries, commands and invalidations. */
export interface Client {
  /**
   * Never rejects: without an answer from the host, the reply is the error `transport-down`. A command that is given while the
   * connection is lost is not sent, so that it is not performed much later; its error has the detail `isUnsent` (M14).
   */
  call<Name extends ProcedureName>(name: Name, input: InputOf<Name>): Promise<ReplyOf<Name>>;
  /** Registers for every invalidation, and for null after a reconnect, because invalidations may have been missed. */
  onInvalidation(listener: (invalidation: Invalidation | null) => void): () => void;
  readonly transport: {
    state(): TransportState;
    onState(listener: () => void): () => void;
    /** Null on the desktop, which needs no pairing. */
    readonly pair: ((code: string, deviceName: string) => Promise<PairOutcome>) | null;
    /** The pairing code of the opened link; null without one. */
    pairingCode(): string | null;
    /** Why this window is locked; meaningful only in the state `locked`. */
    lockReason(): LockReason;
    /** The hub whose owner took this device's access away; null if it is unknown. */
    lockedBy(): string | null;
    /** The connection is lost because the computer is in practice; this device's pairing holds (K3). */
    isInPractice(): boolean;
    /** Locks this window for a pairing with the practice, or goes back to wait for the end of practice. */
    practise(wants: boolean): void;
    /** Null if the exported files are on this computer. */
    readonly download: ((name: string) => Promise<Blob | null>) | null;
  };
  close(): void;
}

export function createClient(transport: Transport): Client {
  const listeners = new Set<(invalidation: Invalidation | null) => void>();
  const stateListeners = new Set<() => void>();
  let state: TransportState = "connecting";
  let isInPractice = false;

  const emit = (invalidation: Invalidation | null): void => {
    for (const listener of listeners) listener(invalidation);
  };

  const stop = transport.listen({
    invalidation: emit,
    state(next, isNowInPractice = false) {
      const isSame = next === state && isNowInPractice === isInPractice;
      isInPractice = isNowInPractice;
      if (isSame) return;
      state = next;
      for (const listener of stateListeners) listener();
      if (next === "up") emit(null);
    },
  });

  async function call<Name extends ProcedureName>(
    name: Name,
    input: InputOf<Name>,
  ): Promise<ReplyOf<Name>> {
    if (state === "down" && "commandId" in input) {
      return transportDown<Name>("not sent: the host does not answer", { isUnsent: true });
    }
    try {
      const answer = await transport.call(name, input);
      if (isReply<Name>(answer)) return answer;
    } catch {
      return transportDown<Name>("the host did not answer");
    }
    return transportDown<Name>("the host's answer was not a reply");
  }

  return {
    call,
    onInvalidation(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    transport: {
      state: () => state,
      onState(listener) {
        stateListeners.add(listener);
        return () => stateListeners.delete(listener);
      },
      pair: transport.pair ?? null,
      pairingCode: () => transport.pairingCode?.() ?? null,
      lockReason: () => transport.lockReason?.() ?? "not-paired",
      lockedBy: () => transport.lockedBy?.() ?? null,
      isInPractice: () => isInPractice,
      practise: (wants) => transport.practise?.(wants),
      download: transport.download ?? null,
    },
    close: stop,
  };
}

/** A new command id. A repetition of the same command carries the same id, so that it is performed once (J8). */
export function newCommandId(): string {
  if (typeof crypto.randomUUID === "function") return crypto.randomUUID();
  // A page over plain http has no randomUUID.
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}

const transportDown = <Name extends ProcedureName>(
  message: string,
  details: Failure["details"] = {},
): ReplyOf<Name> => err("transport-down", message, { details }) as ReplyOf<Name>;

/** The host answers only replies. Any other answer, such as the page of a proxy, is refused. */
function isReply<Name extends ProcedureName>(answer: unknown): answer is ReplyOf<Name> {
  return (
    typeof answer === "object" &&
    answer !== null &&
    "ok" in answer &&
    (answer.ok === true ? "value" in answer : "error" in answer)
  );
}
