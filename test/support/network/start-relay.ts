import { resolve } from "node:path";
import { onTestFinished } from "vitest";
import { startChild } from "../processes/child.ts";
import type { Place } from "./carry.ts";

export interface RelayOrder {
  readonly id: number;
  readonly from: Place;
  readonly to: Place;
}

export interface RelayAnswer {
  readonly id: number;
  /** Null if it carries. */
  readonly problem: string | null;
}

/** A relay that runs in a network namespace until the test is over. */
export interface Relay {
  /** Resolves when connections are taken at `from`. */
  carry(from: Place, to: Place): Promise<void>;
}

const program = resolve(import.meta.dirname, "relay.ts");

export function startRelay(within: readonly string[]): Relay {
  const child = startChild(program, [], { hasChannel: true, within });
  onTestFinished(async () => {
    await child.stop();
  });
  const answers = new Map<number, (answer: RelayAnswer) => void>();
  child.channel.listen((message) => {
    const answer = message as RelayAnswer;
    answers.get(answer.id)?.(answer);
  });
  const end = child.ended().then(({ stderr }) => ({ problem: `The relay ended: ${stderr}` }));
  let last = 0;
  return {
    async carry(from, to) {
      const id = (last += 1);
      const answered = new Promise<RelayAnswer>((done) => void answers.set(id, done));
      child.channel.send({ id, from, to } satisfies RelayOrder);
      const { problem } = await Promise.race([answered, end]);
      if (problem !== null) throw new Error(problem);
    },
  };
}
