import type { Invalidation } from "#shared/contract/invalidations.ts";
import type { InputOf, ProcedureName, ReplyOf } from "#shared/contract/index.ts";
import { err } from "#shared/result.ts";
import type { LockReason, PairOutcome, Transport, TransportState } from "./transport/transport.ts";

/** The screens' side of the contract: ask, order, and hear that something may have changed. */
export interface Client {
  /** Never throws: a host that is gone answers `wire-down`. */
  call<Name extends ProcedureName>(name: Name, input: InputOf<Name>): Promise<ReplyOf<Name>>;
  /** Hears every hint, and null after a reconnect: hints may have been missed, so ask again. */
  onInvalidation(listener: (hint: Invalidation | null) => void): () => void;
  readonly wire: {
    state(): TransportState;
    onState(listener: () => void): () => void;
    /** Null where pairing makes no sense. */
    readonly pair: ((code: string, deviceName: string) => Promise<PairOutcome>) | null;
    /** Why this window is locked, while it is. */
    lockReason(): LockReason;
    /** Null where exported files are on this very computer. */
    readonly download: ((name: string) => Promise<Blob | null>) | null;
  };
  close(): void;
}

export function createClient(wire: Transport): Client {
  const hintListeners = new Set<(hint: Invalidation | null) => void>();
  const stateListeners = new Set<() => void>();
  let state: TransportState = "connecting";

  const tell = (hint: Invalidation | null): void => {
    for (const listener of hintListeners) listener(hint);
  };

  const stop = wire.listen({
    hint: tell,
    state(next) {
      if (next === state) return;
      state = next;
      for (const listener of stateListeners) listener();
      if (next === "up") tell(null);
    },
  });

  async function call<Name extends ProcedureName>(
    name: Name,
    input: InputOf<Name>,
  ): Promise<ReplyOf<Name>> {
    try {
      const answer = await wire.call(name, input);
      if (isReply<Name>(answer)) return answer;
    } catch {
      return wireDown<Name>("the host did not answer");
    }
    return wireDown<Name>("the host's answer was not a reply");
  }

  return {
    call,
    onInvalidation(listener) {
      hintListeners.add(listener);
      return () => hintListeners.delete(listener);
    },
    wire: {
      state: () => state,
      onState(listener) {
        stateListeners.add(listener);
        return () => stateListeners.delete(listener);
      },
      pair: wire.pair ?? null,
      lockReason: () => wire.lockReason?.() ?? "not-paired",
      download: wire.download ?? null,
    },
    close: stop,
  };
}

/** Made once per intent: a double click or a retry carries the same one (J8). */
export function newCommandId(): string {
  if (typeof crypto.randomUUID === "function") return crypto.randomUUID();
  // A tablet on plain http has no randomUUID: same bits, made by hand.
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}

const wireDown = <Name extends ProcedureName>(message: string): ReplyOf<Name> =>
  err("wire-down", message) as ReplyOf<Name>;

/** The host is this program's own and answers only replies; what else comes (a proxy's page) is none. */
function isReply<Name extends ProcedureName>(answer: unknown): answer is ReplyOf<Name> {
  return (
    typeof answer === "object" &&
    answer !== null &&
    "ok" in answer &&
    (answer.ok === true ? "value" in answer : "error" in answer)
  );
}
