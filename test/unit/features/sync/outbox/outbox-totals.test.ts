import { expect, test } from "vitest";
import { isChoiceGone } from "#renderer/features/sync/outbox-totals.tsx";
import type { OutboxTotals } from "#shared/contract/sync.ts";
import { err } from "#shared/result.ts";

const totals = (...ids: readonly string[]): OutboxTotals => ({
  counts: { "never-sent": 0, "maybe-sent": 0, confirmed: 0, refused: 0 },
  events: ids.map((id) => ({ id, name: null, entries: 1 })),
});

test("N1 S10 the entries of an event that this device may not see any more, or that has none here, give way to all", () => {
  const { error } = err("not-allowed", "A paired device asks about the open event alone");
  expect(isChoiceGone("other", { value: null, error })).toBe(true);
  expect(isChoiceGone("other", { value: totals("open"), error: null })).toBe(true);
  expect(isChoiceGone("open", { value: totals("open"), error: null })).toBe(false);
  // Before the answer nothing is known, and all events are no choice that could be gone.
  expect(isChoiceGone("open", { value: null, error: null })).toBe(false);
  expect(isChoiceGone("", { value: totals(), error: null })).toBe(false);
});
