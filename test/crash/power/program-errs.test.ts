import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { seed } from "./expect-no-fault.ts";
import { replayPowerCuts } from "./replay.ts";
import type { Trace, TraceEvent } from "./trace.ts";
import { committedTrace, unpackTrace } from "./trace.ts";

const committed = unpackTrace(readFileSync(committedTrace));

/** Testing this many moments is enough to find a program that always forgets to flush. */
const images = 300;

const without = ({ madeWith, events }: Trace, drop: (event: TraceEvent) => boolean): Trace => ({
  madeWith,
  events: events.filter((event) => !drop(event)),
});

test.each<[string, (event: TraceEvent) => boolean]>([
  ["the log is never flushed", isLogFlush],
  ["every other flush of the log is left out", everyOther(isLogFlush)],
  ["the database's folder is never flushed", isFlushOf("live")],
  ["the folder around it is never flushed", isFlushOf("data")],
  ["the database is not flushed before its log begins anew", isDatabaseFlush],
])("J1 a program that errs is found out: %s", (_, drop) => {
  const { faults } = replayPowerCuts(without(committed, drop), {
    images,
    seed,
    enoughFaults: 1,
  });
  expect(faults).not.toEqual([]);
});

function isLogFlush(event: TraceEvent): boolean {
  return event.at === "sync" && event.file === "chute.sqlite-wal";
}

function isFlushOf(folder: "live" | "data"): (event: TraceEvent) => boolean {
  return (event) => event.at === "sync-folder" && event.folder === folder;
}

function isDatabaseFlush(event: TraceEvent): boolean {
  return event.at === "sync" && event.file === "chute.sqlite";
}

function everyOther(matches: (event: TraceEvent) => boolean): (event: TraceEvent) => boolean {
  let count = 0;
  return (event) => matches(event) && (count += 1) % 2 === 0;
}
