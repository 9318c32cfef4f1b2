/** The program that carries connections within a network namespace, and out of it through the file system. */
import { carry } from "./carry.ts";
import type { RelayAnswer, RelayOrder } from "./start-relay.ts";

process.on("message", ({ id, from, to }: RelayOrder) => {
  const answer = (problem: string | null): void => {
    process.send?.({ id, problem } satisfies RelayAnswer);
  };
  carry(from, to).then(
    () => answer(null),
    (error: unknown) => answer(String(error)),
  );
});
// Whoever started it is gone.
process.on("disconnect", () => process.exit());
