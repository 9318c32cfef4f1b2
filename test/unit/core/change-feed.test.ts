import { expect, test } from "vitest";
import { createChangeFeed } from "#core/change-feed.ts";
import type { Invalidation } from "#shared/contract/invalidations.ts";
import { settle } from "#test/support/clock.ts";

const feedWith = () => {
  const logged: string[] = [];
  const feed = createChangeFeed({ log: (level, event) => void logged.push(`${level} ${event}`) });
  return { feed, logged };
};

test("what is published in one turn is told once, after the turn", async () => {
  const { feed } = feedWith();
  const received: Invalidation[] = [];
  feed.subscribe((invalidation) => received.push(invalidation));
  for (let row = 0; row < 1_000; row += 1) feed.publish("roster", "event");
  feed.publish("roster", "other");
  feed.publish("sync");
  expect(received).toEqual([]);
  await settle();
  expect(received).toEqual([
    { topic: "roster", eventId: "event" },
    { topic: "roster", eventId: "other" },
    { topic: "sync", eventId: null },
  ]);
  feed.publish("roster", "event");
  await settle();
  expect(received).toHaveLength(4);
});

test("a listener that throws is logged and hurts no other", async () => {
  const { feed, logged } = feedWith();
  const received: string[] = [];
  feed.subscribe(() => {
    throw new Error("A bug");
  });
  feed.subscribe((invalidation) => received.push(invalidation.topic));
  feed.publish("roster");
  feed.publish("sync");
  await settle();
  expect(received).toEqual(["roster", "sync"]);
  expect(logged).toEqual(Array(2).fill("error change-feed.listener-threw"));
});

test("a listener that leaves is told nothing more, also in the middle of being told, and only that subscription ends", async () => {
  const { feed } = feedWith();
  const received: string[] = [];
  const listener = (): void => void received.push("twice");
  const leave = feed.subscribe(listener);
  feed.subscribe(listener);
  const stop = feed.subscribe(() => {
    received.push("leaver");
    stop();
  });
  leave();
  feed.publish("roster", "one");
  await settle();
  feed.publish("roster", "two");
  await settle();
  expect(received).toEqual(["twice", "leaver", "twice"]);
});

test("what a listener publishes is told in a later turn", async () => {
  const { feed } = feedWith();
  const received: string[] = [];
  feed.subscribe(({ topic }) => {
    received.push(topic);
    if (topic === "roster") feed.publish("sync");
  });
  feed.publish("roster");
  await settle();
  await settle();
  expect(received).toEqual(["roster", "sync"]);
});
