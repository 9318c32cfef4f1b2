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
  const heard: Invalidation[] = [];
  feed.subscribe((hint) => heard.push(hint));
  for (let row = 0; row < 1_000; row += 1) feed.publish("roster", "event");
  feed.publish("roster", "other");
  feed.publish("sync");
  expect(heard).toEqual([]);
  await settle();
  expect(heard).toEqual([
    { topic: "roster", eventId: "event" },
    { topic: "roster", eventId: "other" },
    { topic: "sync", eventId: null },
  ]);
  feed.publish("roster", "event");
  await settle();
  expect(heard).toHaveLength(4);
});

test("a listener that throws is logged and hurts no other", async () => {
  const { feed, logged } = feedWith();
  const heard: string[] = [];
  feed.subscribe(() => {
    throw new Error("A bug");
  });
  feed.subscribe((hint) => heard.push(hint.topic));
  feed.publish("roster");
  feed.publish("sync");
  await settle();
  expect(heard).toEqual(["roster", "sync"]);
  expect(logged).toEqual(Array(2).fill("error change-feed.listener-threw"));
});

test("who leaves hears no more, also in the middle of being told, and only that subscription ends", async () => {
  const { feed } = feedWith();
  const heard: string[] = [];
  const listener = (): void => void heard.push("twice");
  const leave = feed.subscribe(listener);
  feed.subscribe(listener);
  const stop = feed.subscribe(() => {
    heard.push("leaver");
    stop();
  });
  leave();
  feed.publish("roster", "one");
  await settle();
  feed.publish("roster", "two");
  await settle();
  expect(heard).toEqual(["twice", "leaver", "twice"]);
});

test("what a listener publishes is told in a later turn", async () => {
  const { feed } = feedWith();
  const heard: string[] = [];
  feed.subscribe(({ topic }) => {
    heard.push(topic);
    if (topic === "roster") feed.publish("sync");
  });
  feed.publish("roster");
  await settle();
  await settle();
  expect(heard).toEqual(["roster", "sync"]);
});
