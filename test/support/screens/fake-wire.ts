import type { Wire } from "#renderer/client/wire.ts";
import { err } from "#shared/result.ts";
import { everyday } from "./everyday.ts";
import type { Scene } from "./scene.ts";

/** A wire that answers at once from a scene, and from an ordinary morning where the scene says nothing. */
export function createFakeWire(
  scene: Scene,
  theme: "light" | "dark",
  onCall: (name: string) => void = () => undefined,
): Wire {
  const answers: Readonly<Record<string, ((input: never) => unknown) | undefined>> = {
    ...everyday(theme),
    ...scene.answers,
  };
  return {
    call: (name, input) => {
      onCall(name);
      const answer = answers[name];
      return Promise.resolve(
        answer === undefined ? err("internal", `no answer to ${name}`) : answer(input as never),
      );
    },
    listen(listener) {
      queueMicrotask(() => listener.state(scene.wire ?? "up"));
      return () => undefined;
    },
    pair: () => Promise.resolve("wrong-code"),
    download: () => Promise.resolve(null),
  };
}
