import { fork } from "node:child_process";
import type { Outcome } from "./simulate.ts";

/** Which stories to play. */
export interface Order extends Omit<PlayRequest, "seed"> {
  readonly seeds: readonly number[];
  /** Processes at a time. */
  readonly jobs: number;
  /** Heard of each story as it ends. */
  readonly onOutcome?: (outcome: PlayedOutcome) => void;
}

/** An outcome as it comes from another process: without the trace. */
export type PlayedOutcome = Omit<Outcome, "trace">;

/** What a process is asked. */
export interface PlayRequest {
  readonly seed: number;
  readonly steps: number;
  /** How many computers the story has, beside the second laptop of a story of one. */
  readonly desks: 1 | 3;
}

const player = new URL("player.ts", import.meta.url);

/** Plays every seed, each in whichever process is free. Rejects when a process dies. */
export async function playMany(order: Order): Promise<PlayedOutcome[]> {
  const waiting = [...order.seeds];
  const outcomes: PlayedOutcome[] = [];
  const jobs = Math.max(1, Math.min(order.jobs, waiting.length));
  await Promise.all(
    Array.from({ length: jobs }, () =>
      playInProcess(
        () => {
          const seed = waiting.shift();
          return seed === undefined ? null : { seed, steps: order.steps, desks: order.desks };
        },
        (outcome) => {
          outcomes.push(outcome);
          order.onOutcome?.(outcome);
        },
      ),
    ),
  );
  return outcomes.toSorted((one, other) => one.seed - other.seed);
}

/** One process, story after story, until there is none. */
function playInProcess(
  next: () => PlayRequest | null,
  take: (outcome: PlayedOutcome) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = fork(player, { execArgv: [], stdio: ["ignore", "inherit", "inherit", "ipc"] });
    const ask = (): void => {
      const request = next();
      if (request === null) child.disconnect();
      else child.send(request);
    };
    child.on("message", (outcome: PlayedOutcome) => {
      take(outcome);
      ask();
    });
    child.on("error", reject);
    child.on("exit", (code, signal) => {
      if (code === 0) resolve();
      else reject(new Error(`A process that plays stories ended with ${code ?? signal}`));
    });
    ask();
  });
}

/** What many stories were made of, together. */
export interface Totals {
  readonly stories: number;
  readonly steps: number;
  readonly crashes: number;
  readonly acknowledged: number;
  readonly facts: number;
  readonly entries: number;
  readonly created: number;
  readonly copies: number;
  readonly merges: number;
  readonly cuts: number;
  readonly takeOvers: number;
}

export function sumUp(outcomes: readonly PlayedOutcome[]): Totals {
  const sum = (of: (outcome: PlayedOutcome) => number): number =>
    outcomes.reduce((total, outcome) => total + of(outcome), 0);
  return {
    stories: outcomes.length,
    steps: sum(({ steps }) => steps),
    crashes: sum(({ figures }) => figures.crashes),
    acknowledged: sum(({ figures }) => figures.acknowledged),
    facts: sum(({ figures }) => figures.facts),
    entries: sum(({ figures }) => figures.entries),
    created: sum(({ figures }) => figures.created),
    copies: sum(({ figures }) => figures.copies),
    merges: sum(({ figures }) => figures.merges),
    cuts: sum(({ figures }) => figures.cuts),
    takeOvers: sum(({ figures }) => figures.takeOvers),
  };
}
