import type { TestFunction } from "vitest";
import { test } from "vitest";
import { hostKind } from "./host.ts";

const register = hostKind === "electron" ? (): void => undefined : test;

/** A test that holds or loses replies. On the real runtime nobody stands between a window and main. */
export function testWithInterception(title: string, run: TestFunction): void {
  register(title, run);
}
