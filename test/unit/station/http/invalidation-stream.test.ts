import { expect, test, vi } from "vitest";
import type { Invalidation } from "#shared/contract/invalidations.ts";
import { streamHeartbeatMs } from "#shared/contract/stream-timing.ts";
import { createInvalidationStreams, streamsPerScreen } from "#station/http/invalidation-stream.ts";

function createFeed() {
  const listeners = new Set<(invalidation: Invalidation) => void>();
  return {
    listeners,
    subscribe(listener: (invalidation: Invalidation) => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    tell(invalidation: Invalidation) {
      for (const listener of listeners) listener(invalidation);
    },
  };
}

const roster = { topic: "roster", eventId: "e" } as const;

test("a screen that does not read holds one invalidation of each kind, however many came", async () => {
  const feed = createFeed();
  const streams = createInvalidationStreams(feed);
  const stream = streams.open("key", () => true);
  for (let times = 0; times < 10_000; times += 1) {
    feed.tell(roster);
    feed.tell({ topic: "outbox", eventId: null });
  }
  streams.closeAll();
  const text = await new Response(stream).text();
  expect(text.match(/"roster"/g)?.length ?? 0).toBeLessThanOrEqual(3);
  expect(text.match(/"outbox"/g)?.length ?? 0).toBeLessThanOrEqual(3);
  expect(feed.listeners.size).toBe(0);
});

test("S1 a stream ends when its token is no longer good", async () => {
  vi.useFakeTimers();
  const feed = createFeed();
  let isAllowed = true;
  const reader = createInvalidationStreams(feed)
    .open("key", () => isAllowed)
    .getReader();
  expect((await reader.read()).done).toBe(false);
  isAllowed = false;
  const next = reader.read();
  await vi.advanceTimersByTimeAsync(streamHeartbeatMs);
  expect((await next).done).toBe(true);
  expect(feed.listeners.size).toBe(0);
  vi.useRealTimers();
});

test("M7 an invalidation goes out at once, and those of the next moment together, so that twenty busy desks do not make a screen ask all the time", async () => {
  const feed = createFeed();
  const streams = createInvalidationStreams(feed);
  const stream = streams.open("key", () => true);
  const reader = stream.getReader();
  const sent: string[] = [];
  const reading = (async () => {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      sent.push(Buffer.from(part.value).toString());
    }
  })();
  for (let times = 0; times < 20; times += 1) {
    feed.tell(roster);
    await new Promise((resolve) => void setTimeout(resolve, 10));
  }
  await new Promise((resolve) => void setTimeout(resolve, 400));
  streams.closeAll();
  await reading;
  const invalidations = sent.filter((text) => text.includes("roster"));
  expect(invalidations.length).toBeGreaterThanOrEqual(2);
  expect(invalidations.length).toBeLessThanOrEqual(4);
});

test("a stream that the screen drops is forgotten", async () => {
  const feed = createFeed();
  const stream = createInvalidationStreams(feed).open("key", () => true);
  await stream.cancel();
  expect(feed.listeners.size).toBe(0);
});

test("S12 one browser has so many streams; one more ends its oldest, which says why", async () => {
  const feed = createFeed();
  const streams = createInvalidationStreams(feed);
  const other = streams.open("other", () => true);
  const opened = Array.from({ length: 1_000 }, () => streams.open("key", () => true));
  expect(feed.listeners.size).toBe(streamsPerScreen + 1);
  const texts = opened.slice(0, -streamsPerScreen).map((stream) => new Response(stream).text());
  for (const text of await Promise.all(texts)) {
    expect(text).toMatch(/event: too-many-streams\ndata:\n\n$/);
  }
  streams.closeAll();
  expect(await new Response(other).text()).not.toContain("too-many-streams");
});
