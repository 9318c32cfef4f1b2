import { expect } from "vitest";
import { replayPowerCuts } from "./replay.ts";
import { canStrace } from "./strace.ts";
import type { Trace } from "./trace.ts";

/** The number of disk images for the committed trace; a trace of this build gets half as many. */
export const images = 600;
export const seed = 20_261_121;
export const canRecord = canStrace();

/** Simulates `count` power cuts during a run; no acknowledged entry may be lost. */
export function expectNoFault(trace: Trace, count: number): void {
  const report = replayPowerCuts(trace, { images: count, seed });
  expect(report.faults).toEqual([]);
  expect(report.images).toBeGreaterThan(count * 0.8);
  expect(report.acknowledged).toBeGreaterThan(50);
  expect(report.arrived).toBeGreaterThan(2);
}
