import type { Transport, TransportListener } from "#renderer/client/transport/transport.ts";
import { err } from "#shared/result.ts";
import { everyday } from "./everyday.ts";
import type { Scene } from "./scene.ts";

export interface FakeTransport extends Transport {
  /** Loses the connection. Queries are still answered, as a browser shows its last answers. */
  lose(): void;
  /** Answers from another scene from now on, and invalidates what is above the screens. */
  show(scene: Scene): void;
}

/** Answers by a name that may be unknown. */
type Unnamed = Readonly<Record<string, ((input: never) => unknown) | undefined>>;

const aboveTheScreens = ["connection", "sync", "outbox", "settings"] as const;

/** A transport that answers at once from a scene, and with the answers of an ordinary morning otherwise. */
export function createFakeTransport(
  first: Scene,
  onCall: (name: string) => void = () => undefined,
): FakeTransport {
  let scene = first;
  const listeners = new Set<TransportListener>();
  return {
    call: (name, input) => {
      onCall(name);
      const answers: Unnamed = { ...everyday, ...scene.answers };
      const answer = answers[name];
      return Promise.resolve(
        answer === undefined ? err("internal", `no answer to ${name}`) : answer(input as never),
      );
    },
    listen(listener) {
      listeners.add(listener);
      queueMicrotask(() => listener.state(scene.transport ?? "up"));
      return () => listeners.delete(listener);
    },
    show(next) {
      scene = next;
      for (const topic of aboveTheScreens) {
        for (const { invalidation } of listeners) invalidation({ topic, eventId: null });
      }
    },
    lose() {
      for (const { state } of listeners) state("down");
    },
    lockReason: () => scene.lockReason ?? "not-paired",
    pair: () => Promise.resolve("wrong-code"),
    download: () => Promise.resolve(null),
  };
}
