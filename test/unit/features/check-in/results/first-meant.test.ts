import { expect, test } from "vitest";
import { keepFirstMeant } from "#renderer/features/check-in/results/first-meant.ts";
import type { MeantNow } from "#renderer/features/check-in/results/first-meant.ts";

/** The runner who is kept after each of these, from an empty box. */
function keepAll(...all: readonly Partial<MeantNow>[]): (string | null)[] {
  let kept: ReturnType<typeof keepFirstMeant> = null;
  return all.map((now) => {
    kept = keepFirstMeant(kept, { text: "170", answered: undefined, goneId: null, ...now });
    return kept?.runnerId ?? null;
  });
}

test("C6 a later answer to the same text does not replace the runner who was seen", () => {
  expect(keepAll({}, { answered: "ana" }, { answered: "luk" })).toEqual([null, "ana", "ana"]);
});

test("C6 nor does one that came after an answer that meant nobody", () => {
  const answers = [{ answered: "ana" }, { answered: null }, { answered: "luk" }];
  expect(keepAll(...answers)).toEqual(["ana", "ana", "ana"]);
});

test("C6 whom nobody was seen before can be meant by a later answer", () => {
  expect(keepAll({ answered: null }, { answered: "luk" })).toEqual([null, "luk"]);
});

test("C6 a runner who left the event is not kept", () => {
  expect(keepAll({ answered: "ana" }, { answered: "luk", goneId: "ana" })).toEqual(["ana", "luk"]);
});

test("C8 the runner of the former text stays until the next text is answered", () => {
  const next = { text: "1705" };
  expect(keepAll({ answered: "ana" }, next, { ...next, answered: "luk" })).toEqual([
    "ana",
    "ana",
    "luk",
  ]);
});

test("C6 the same text typed anew means whom its answer means", () => {
  expect(keepAll({ answered: "ana" }, { text: "" }, { answered: "luk" })).toEqual([
    "ana",
    null,
    "luk",
  ]);
});
