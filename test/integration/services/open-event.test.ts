import { expect, test, vi } from "vitest";
import { newCommandId, openRace } from "#test/support/test-core.ts";
import { tinyEventId as eventId } from "#test/support/tiny-partner.ts";
import { harbourRun } from "./harbour-run.ts";

test("S10 paired devices hear at each of their lists that another event was opened", async () => {
  const desk = await openRace(harbourRun);
  const heard: string[] = [];
  const stop = desk.core.subscribe(({ topic }) => heard.push(topic));
  await desk.value("event.open", { commandId: newCommandId(), eventId });
  await vi.waitFor(() =>
    expect(heard).toEqual(expect.arrayContaining(["settings", "events", "outbox", "sync"])),
  );
  stop();
});
