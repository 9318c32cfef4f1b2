import { setTimeout as wait } from "node:timers/promises";

/** Sees at one computer what the others do: asks again after each invalidation, as its screens do. */
export interface Witness {
  readonly name: string;
  /** Somebody was checked in elsewhere. */
  expect(runnerId: string, orderedAt: number): void;
  /** Milliseconds from each order to the moment at which this computer's screens could show it. */
  readonly delays: readonly { readonly orderedAt: number; readonly ms: number }[];
  close(): void;
}

export interface WitnessOptions {
  readonly name: string;
  /** Opens the computer's stream of invalidations. */
  readonly open: (signal: AbortSignal) => Promise<Response>;
  /** Whether the computer knows that the runner is here. */
  readonly isHere: (runnerId: string) => Promise<boolean>;
}

/** Screens gather invalidations of one moment. */
const gatherMs = 20;

export function startWitness({ name, open, isHere }: WitnessOptions): Witness {
  const closing = new AbortController();
  const waiting = new Map<string, number>();
  const delays: { orderedAt: number; ms: number }[] = [];
  let isLooking = false;
  let isDue = false;

  /** One look at a time, as a screen asks each question once. */
  const look = async (): Promise<void> => {
    isDue = true;
    if (isLooking) return;
    isLooking = true;
    while (isDue) {
      await wait(gatherMs);
      isDue = false;
      await Promise.all(
        [...waiting].map(async ([runnerId, orderedAt]) => {
          const here = await isHere(runnerId).catch(() => false);
          if (!here || !waiting.delete(runnerId)) return;
          delays.push({ orderedAt, ms: performance.now() - orderedAt });
        }),
      );
    }
    isLooking = false;
  };

  const listen = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      try {
        const answer = await open(closing.signal);
        void look();
        for await (const part of answer.body ?? []) {
          if (Buffer.from(part).includes('"roster"')) void look();
        }
      } catch {
        // The computer was killed and starts again.
      }
      if (!closing.signal.aborted) await wait(200);
    }
  };
  void listen();

  return {
    name,
    delays,
    expect(runnerId, orderedAt) {
      waiting.set(runnerId, orderedAt);
      void look();
    },
    close: () => closing.abort(),
  };
}
