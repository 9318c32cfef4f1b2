import { expect, test } from "vitest";
import { NotSavedError } from "#core/db/open/not-saved.ts";
import type { DeskContext } from "#core/services/context.ts";
import { createRosterFollower } from "#core/services/desks/roster-follower.ts";

const roster = { eventId: "e", completedAtMs: 1 };

test("M8 S3 a list of events or a disk that fails does not end the program, and the next report tries again", async () => {
  const asked: string[] = [];
  let hasEvent = false;
  let isFull = true;
  const opened: string[] = [];
  const context = {
    stores: { events: { get: () => (hasEvent ? {} : null) } },
    settings: {
      currentEventId: () => opened.at(-1) ?? null,
      setCurrentEventId: (eventId: string) => void opened.push(eventId),
    },
    sync: {
      downloads: {
        refreshEvents: async () => {
          asked.push("events");
          throw new Error("The list failed");
        },
        statusOf: () => ({ state: "complete" }),
        start: () => ({ ok: true }),
      },
    },
    db: {
      transaction: (run: () => void) => {
        if (isFull) throw new NotSavedError("disk-full", null);
        run();
      },
    },
    feed: { publish: () => undefined },
    ports: { logger: { log: () => undefined } },
  } as unknown as DeskContext;
  const follower = createRosterFollower(context);
  for (const count of [1, 2]) {
    follower.hear(roster);
    await new Promise((resolve) => setImmediate(resolve));
    expect(asked).toHaveLength(count);
  }
  hasEvent = true;
  follower.hear(roster);
  isFull = false;
  follower.hear(roster);
  expect(opened).toEqual(["e"]);
});

test("M8 a replica that the hub completes while this desk downloads the former one is downloaded after it", () => {
  let state = "complete";
  let started = 0;
  const context = {
    stores: { events: { get: () => ({}) } },
    settings: { currentEventId: () => "e" },
    sync: {
      downloads: {
        statusOf: () => ({ state }),
        start() {
          if (state !== "downloading") started += 1;
          state = "downloading";
          return { ok: true };
        },
      },
    },
  } as unknown as DeskContext;
  const follower = createRosterFollower(context);
  follower.hear({ eventId: "e", completedAtMs: 1 });
  follower.hear({ eventId: "e", completedAtMs: 2 });
  expect(started).toBe(1);
  state = "complete";
  follower.hear({ eventId: "e", completedAtMs: 2 });
  expect(started).toBe(2);
  state = "complete";
  follower.hear({ eventId: "e", completedAtMs: 2 });
  expect(started).toBe(2);
});
