import { afterEach, expect, test, vi } from "vitest";
import { show } from "#renderer/shell/use-refusal-alert.ts";
import type { OutboxEntry } from "#shared/contract/sync.ts";

afterEach(() => vi.unstubAllGlobals());

test("W6 a refused walk-up of another event is shown in Sync, because check-in has no card of it", () => {
  const location = { hash: "" };
  vi.stubGlobal("location", location);
  const shownOf = (entry: Partial<OutboxEntry>, openEventId: string | null): string => {
    show({ id: "o_1", subject: "w_1", ...entry } as OutboxEntry, openEventId);
    return location.hash;
  };
  const walkUp = { kind: "walk-up", eventId: "saturday" } as const;
  expect(shownOf(walkUp, "saturday")).toBe("#/check-in?runner=w_1");
  expect(shownOf(walkUp, "sunday")).toBe("#/sync?fix=o_1");
  expect(shownOf(walkUp, null)).toBe("#/sync?fix=o_1");
  expect(shownOf({ kind: "event", eventId: null }, null)).toBe("#/sync");
});
