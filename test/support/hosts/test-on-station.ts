import type { TestFunction } from "vitest";
import { test } from "vitest";
import { hostKind } from "./host.ts";

/** Why a test within a suite of all hosts is the station's own. */
export type OnlyThere =
  /** Two desks look at one core; the desktop has one window. */
  | "two browsers"
  /** Fingers, and a browser that is told so when it starts. */
  | "a tablet"
  /** A device with a clock of its own, or without access. */
  | "another device";

const register = hostKind === "station" ? test : (): void => undefined;

/** A test of what only a station's browsers have; on the other hosts there is no such test. */
export function testOnStation(_why: OnlyThere, title: string, run: TestFunction): void {
  register(title, run);
}
