import type { Client } from "#renderer/client/client.ts";
import type { TransportState } from "#renderer/client/transport/transport.ts";
import { createCheckInCommands } from "#renderer/features/check-in/commands/use-check-in-commands.ts";

export interface Asked {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/**
 * A client that gives these replies in order, each when the test says so. The test also loses and restores its
 * connection.
 */
export function scriptedClient(replies: readonly unknown[]) {
  let state: TransportState = "up";
  const stateListeners = new Set<() => void>();
  const setState = async (next: TransportState): Promise<void> => {
    state = next;
    for (const listener of stateListeners) listener();
    await new Promise((resolve) => setTimeout(resolve, 0));
  };
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
