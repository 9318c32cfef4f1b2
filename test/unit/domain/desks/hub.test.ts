import { expect, test } from "vitest";
import { hubsOf } from "#shared/domain/desks/hub.ts";
import type { JournalEntry } from "#shared/domain/journal/journal.ts";
import { entryOf } from "../entry-of.ts";

/** An entry of `writer` that chooses `device`. */
const chosen = (
  writer: string,
  sequence: number,
  device: string,
  seen: readonly string[] = [],
): JournalEntry => ({
  ...entryOf(
    writer,
    sequence,
    String(sequence),
    {
      device,
      name: `Desk ${device}`,
      why: seen.length === 0 ? "opened" : "settled",
      ...(seen.length === 0 ? {} : { seen }),
    },
    "hub.chosen",
  ),
  wallAtMs: sequence,
});

const devicesOf = (...entries: readonly JournalEntry[]): string[] =>
  hubsOf(entries).map(({ device }) => device);

test("M1 no computer is the hub until somebody chooses one", () => {
  expect(devicesOf()).toEqual([]);
  const later = { ...chosen("a", 1, "a"), kind: "hub.renamed" };
  expect(devicesOf(later)).toEqual([]);
});

test("M1 the hub is named with who chose it, when and why", () => {
  expect(hubsOf([chosen("a", 7, "a")])).toEqual([
    { entryId: "a.e.7", device: "a", name: "Desk a", why: "opened", operator: "Mei", atMs: 7 },
  ]);
});

test("M1 the last choice of somebody who knew the others is in force", () => {
  expect(devicesOf(chosen("a", 1, "a"), chosen("a", 2, "b"))).toEqual(["b"]);
  const both = [chosen("a", 1, "a"), chosen("b", 2, "b")];
  expect(devicesOf(...both, chosen("c", 1, "a", ["a.e.1", "b.e.2"]))).toEqual(["a"]);
});

test("M10 computers that were chosen by people who did not know of each other are all named, each once", () => {
  const both = [chosen("b", 2, "b"), chosen("a", 1, "a")];
  expect(devicesOf(...both)).toEqual(["a", "b"]);
  expect(devicesOf(chosen("a", 1, "a"), chosen("b", 2, "a"))).toEqual(["a"]);
});

test("J4 a choice that a later version wrote and that nobody can read here changes no hub", () => {
  const later = { ...chosen("a", 2, "b"), payload: { device: { id: "b" } } };
  expect(devicesOf(chosen("a", 1, "a"), later)).toEqual(["a"]);
  expect(devicesOf(chosen("a", 1, "a"), { ...later, device: "c", payload: null })).toEqual(["a"]);
  expect(devicesOf(later)).toEqual([]);
});
