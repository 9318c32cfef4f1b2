import { expect } from "vitest";
import { replayPowerCuts } from "./replay.ts";
import { canStrace } from "./strace.ts";
import type { Trace } from "./trace.ts";

/** Images in all, of the run that stands here and of one of this very build. */
export const images = 600;
export const seed = 20_261_121;
export const canRecord = canStrace();

/** Cuts power in `count` ways over a run; nothing that was acknowledged may be gone. */
export function expectNoFault(trace: Trace, count: number): void {
  const report = replayPowerCuts(trace, { images: count, seed });
  expect(report.faults).toEqual([]);
  expect(report.images).toBeGreaterThan(count * 0.8);
  expect(report.acknowledged).toBeGreaterThan(50);
  expect(report.arrived).toBeGreaterThan(2);
}
