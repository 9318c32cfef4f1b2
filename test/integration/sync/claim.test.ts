import { afterEach, expect, test } from "vitest";
import { claimOnId } from "#core/sync/outbox/reconcile/claim.ts";
import { closeSandboxBenches, connectToSandbox } from "../../support/sandbox-bench.ts";

afterEach(closeSandboxBenches);

test("O10 W2 a registration is nobody's, provisionally one walk-up's, or one walk-up's alone", async () => {
  const { bench, sandbox, eventId, download, formFor, saveWalkUp, entryOf, pause, resume } =
    await connectToSandbox();
  const other = { kind: "walk-up", eventId, subject: "w_other" } as const;
  const claims = (subject: string, id: string) => [
    claimOnId(bench.stores, { ...other, subject }, id),
    claimOnId(bench.stores, other, id),
  ];
  await sandbox.faults.set({ rules: [{ kind: "lost-reply", method: "POST", times: 1 }] });
  const id = saveWalkUp(formFor("zoe@example.org"));
  await bench.runUntil(() => entryOf(id).certainty === "maybe-sent");
  pause();
  const [made = ""] = sandbox
    .readState()
    .created.map((each) => ("registration" in each ? each.registration._id : ""));
  const { subject } = entryOf(id);
  expect(claims(subject, made)).toEqual(["nobody", "nobody"]);
  await download();
  expect(claims(subject, made)).toEqual(["nobody", "provisional"]);
  resume();
  await bench.runUntil(() => entryOf(id).state === "done");
  // An earlier entry of the same walk-up, which a backup brought back, finds what its successor created.
  expect(claims(subject, made)).toEqual(["nobody", "another"]);
});
