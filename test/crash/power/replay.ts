import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createChance } from "../chance.ts";
import { cutOf } from "./cuts.ts";
import { createDisk } from "./disk.ts";
import { faultsOf } from "./open-image.ts";
import type { Trace } from "./trace.ts";

export interface ReplayReport {
  readonly images: number;
  /** Moments of the run at which power was cut. */
  readonly moments: number;
  readonly acknowledged: number;
  /** POSTs of the queue that left before the end. */
  readonly arrived: number;
  /** The first of the images that were wrong: event, way, what. */
  readonly faults: readonly string[];
}

/**
 * Cuts power at every moment of a trace at which something was not flushed, in `images` ways in all, and opens what is
 * left. In memory where there is a file system in memory: what is tested is which bytes are there, not when.
 */
export function replayPowerCuts(
  trace: Trace,
  options: {
    readonly images: number;
    readonly seed: number;
    /** Stops after so many images that were wrong; 5 unless told. */
    readonly enoughFaults?: number;
  },
): ReplayReport {
  const { images, seed, enoughFaults = 5 } = options;
  const memory = "/dev/shm";
  const scratch = mkdtempSync(join(existsSync(memory) ? memory : tmpdir(), "chute-image-"));
  const chance = createChance(seed);
  const disk = createDisk();
  const replies = new Map<string, string>();
  const arrived = new Set<string>();
  const faults: string[] = [];
  const { events } = trace;
  let made = 0;
  let moments = 0;
  try {
    for (const [index, event] of events.entries()) {
      disk.apply(event);
      if (event.at === "acknowledged") replies.set(event.commandId, event.replyHash);
      if (event.at === "arrived") arrived.add(event.idempotencyKey);
      if (disk.pending === 0) continue;
      moments += 1;
      for (const due = Math.ceil(((index + 1) / events.length) * images); made < due; made += 1) {
        const image = disk.image(cutOf(chance, made));
        const found = faultsOf(image, join(scratch, "data"), { replies, arrived });
        if (found.length === 0) continue;
        faults.push(`event ${index} (${event.at}), image ${made}: ${found.slice(0, 3).join("; ")}`);
        if (faults.length === enoughFaults) {
          return {
            images: made + 1,
            moments,
            acknowledged: replies.size,
            arrived: arrived.size,
            faults,
          };
        }
      }
    }
    return { images: made, moments, acknowledged: replies.size, arrived: arrived.size, faults };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
