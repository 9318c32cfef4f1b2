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
  /** The number of moments at which power was cut. */
  readonly moments: number;
  readonly acknowledged: number;
  /** The number of outbox POSTs that were sent before the end. */
  readonly arrived: number;
  /** The first faults that were found: event, kind of cut and fault. */
  readonly faults: readonly string[];
}

/**
 * Cuts power at every moment of a trace at which something was not flushed, in `images` variants in all, and opens each
 * image. Uses a file system in memory if there is one, because only the bytes are tested, not the timing.
 */
export function replayPowerCuts(
  trace: Trace,
  options: {
    readonly images: number;
    readonly seed: number;
    /** Stops after this many faulty images; the default is 5. */
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
