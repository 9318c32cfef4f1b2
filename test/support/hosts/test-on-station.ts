import type { TestFunction } from "vitest";
import { test } from "vitest";
import { hostKind } from "./host.ts";

/** Why a test in a suite for all hosts runs on the station only. */
export type OnlyThere =
  /** Two desks use one core; the desktop has one window. */
  | "two browsers"
  /** Touch input, in a browser that is started with it. */
  | "a tablet"
  /** A device whose access ends. */
  | "another device";

const register = hostKind === "station" ? test : (): void => undefined;

/** A test of browsers that only a station has; on the other hosts the test does not exist. */
export function testOnStation(_why: OnlyThere, title: string, run: TestFunction): void {
  register(title, run);
}
