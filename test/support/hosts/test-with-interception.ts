import type { TestFunction } from "vitest";
import { test } from "vitest";
import { hostKind } from "./host.ts";

const register = hostKind === "electron" ? (): void => undefined : test;

/** A test that holds or loses replies. It does not exist on the real runtime, where calls cannot be intercepted. */
export function testWithInterception(title: string, run: TestFunction): void {
  register(title, run);
}
