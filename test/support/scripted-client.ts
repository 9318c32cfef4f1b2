import { onTestFinished } from "vitest";
import type { Client } from "#renderer/client/client.ts";
import type { TransportState } from "#renderer/client/transport/transport.ts";
import { useCheckIn } from "#renderer/features/check-in/check-in-store.ts";
import { createCheckInCommands } from "#renderer/features/check-in/commands/use-check-in-commands.ts";

export interface Asked {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/**
 * A client that gives these replies in order, each when the test says so. The test also loses and restores its
 * connection. After the test nothing waits for this client any more, so no message of it reaches the next test.
 */
export function scriptedClient(replies: readonly unknown[]) {
  let state: TransportState = "up";
  const stateListeners = new Set<() => void>();
  const setState = async (next: TransportState): Promise<void> => {
    state = next;
    for (const listener of stateListeners) listener();
    await new Promise((resolve) => setTimeout(resolve, 0));
  };
  onTestFinished(async () => {
    await setState("locked");
    useCheckIn.setState(useCheckIn.getInitialState(), true);
    await setState("locked");
  });
  const asked: Asked[] = [];
  const waiting: (() => void)[] = [];
  const left = [...replies];
  const client = {
    call: (name: string, input: Readonly<Record<string, unknown>>) => {
      asked.push({ name, input });
      const reply = left.shift();
      return new Promise((resolve) => waiting.push(() => resolve(reply)));
    },
    transport: {
      state: () => state,
      onState(listener: () => void) {
        stateListeners.add(listener);
        return () => stateListeners.delete(listener);
      },
      pair: () => Promise.resolve("wrong-code"),
    },
  } as unknown as Client;
  const answer = async (): Promise<void> => {
    waiting.shift()?.();
    await new Promise((resolve) => setTimeout(resolve, 0));
  };
  return { asked, answer, setState, commands: createCheckInCommands(client, "e1", 0) };
}
