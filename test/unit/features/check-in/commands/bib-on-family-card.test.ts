import { beforeEach, expect, test } from "vitest";
import type { Done } from "#renderer/features/check-in/check-in-store.ts";
import { useCheckIn } from "#renderer/features/check-in/check-in-store.ts";
import { useToast } from "#renderer/ui/controls/dialogs/toast-store.ts";
import { ok } from "#shared/result.ts";
import { sampleRunner } from "#test/support/sample-runner.ts";
import { scriptedClient } from "#test/support/scripted-client.ts";

const amara = sampleRunner();
const chidi = sampleRunner({ id: "r2", name: "Chidi Okafor", bib: "1043" });
const family: Done = {
  kind: "family",
  atMs: 1_000,
  outcomes: [amara, chidi].map((runner) => ({
    runnerId: runner.id,
    entryId: `d.1.${runner.id}`,
    failure: null,
    runner,
  })),
};
const swapped = {
  runner: { ...amara, bib: "1043" },
  other: { ...chidi, bib: "1042" },
  entryId: "d.1.5",
};
const screen = useCheckIn.getState;

const bibsOnCard = (): (string | null | undefined)[] => {
  const { done } = screen();
  return done?.kind === "family" ? done.outcomes.map(({ runner }) => runner?.bib) : [];
};

beforeEach(() => {
  useCheckIn.setState(useCheckIn.getInitialState(), true);
  useToast.setState(useToast.getInitialState(), true);
});

test("C3 a swap from the card of a family names both new bibs on it", async () => {
  const { commands, answer } = scriptedClient([ok(swapped)]);
  screen().open(amara.id);
  screen().showPanel({ kind: "taken", bib: "1043", holder: chidi, after: family });
  commands.swap(amara, chidi);
  await answer();
  expect(bibsOnCard()).toEqual(["1043", "1042"]);
});

test("C3 the undo of a bib leaves the card of the family, whose other bibs are still to be handed over", async () => {
  const runners = [{ ...amara, bib: null }];
  const { commands, answer } = scriptedClient([ok({ entryId: "d.1.6", undone: "bib", runners })]);
  screen().showDone({ ...family, hasNewer: true });
  commands.undoLast();
  await answer();
  expect(bibsOnCard()).toEqual([null, "1043"]);
});

test("C3 the undo of the check-ins of a family leaves its card", async () => {
  const runners = [amara, chidi];
  const { commands, answer } = scriptedClient([
    ok({ entryId: "d.1.7", undone: "family", runners }),
  ]);
  screen().showDone(family);
  commands.undoLast();
  await answer();
  expect(screen().done).toBeNull();
});
