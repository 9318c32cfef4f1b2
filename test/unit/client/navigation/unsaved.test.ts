import { expect, onTestFinished, test } from "vitest";
import { askBeforeUnload, guardUnsaved, hasUnsaved } from "#renderer/client/navigation/unsaved.ts";
import {
  emptyEventDraft,
  useEventDraft,
} from "#renderer/features/events/new-event/event-draft-store.ts";
import { useWalkUpDraft } from "#renderer/features/walk-ups/walk-up-draft-store.ts";

/** Whether a window with this page closes without asking. */
function closes(): boolean {
  const page = new EventTarget();
  askBeforeUnload(page);
  return page.dispatchEvent(new Event("beforeunload", { cancelable: true }));
}

test("J1 the window asks before it goes while anything is in it alone, and not otherwise", () => {
  let isUnsent = false;
  const stop = guardUnsaved(() => isUnsent);
  expect(closes()).toBe(true);
  isUnsent = true;
  expect(closes()).toBe(false);
  stop();
  expect(closes()).toBe(true);
});

test("a walk-up half typed is such a thing, what a search put there is not", () => {
  const { begin, change, drop } = useWalkUpDraft.getState();
  onTestFinished(() => void drop());
  begin("event", "Zoë");
  expect([useWalkUpDraft.getState().draft.name, hasUnsaved()]).toEqual(["Zoë", false]);
  change("event", { email: "zoe@" });
  expect(hasUnsaved()).toBe(true);
  drop();
  expect(hasUnsaved()).toBe(false);
});

test("a new event half typed is one, too", () => {
  const { change } = useEventDraft.getState();
  onTestFinished(() => change(emptyEventDraft));
  expect(hasUnsaved()).toBe(false);
  change({ name: "Harbour Run" });
  expect(hasUnsaved()).toBe(true);
});
