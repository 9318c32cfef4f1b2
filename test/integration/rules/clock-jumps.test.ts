import { afterEach, expect, test } from "vitest";
import { closeSandboxBenches, connectToSandbox } from "../../support/sandbox-bench.ts";
import { volunteer } from "../../support/sync-bench.ts";

afterEach(closeSandboxBenches);

const dayMs = 24 * 60 * 60_000;

test("O10 a laptop that slept for a day with a request in flight looks before it sends again", async () => {
  const race = await connectToSandbox();
  const { bench, sandbox, formFor, saveWalkUp, entryOf, createdWith } = race;
  await sandbox.faults.set({ rules: [{ kind: "silence", method: "POST", times: 1 }] });
  const id = saveWalkUp(formFor("zoe@example.org"));
  await bench.runUntil(() => entryOf(id).state === "sending");
  bench.clock.jump(dayMs);
  await bench.runUntil(() => entryOf(id).state === "needs-attention", "the look");
  // By now the server may have forgotten the key, and the same request would create a second registration.
  expect(entryOf(id)).toMatchObject({ reason: "not-found-again", certainty: "maybe-sent" });
  expect(bench.stores.attempts.of(id)).toHaveLength(1);
  expect(createdWith("zoe@example.org")).toBe(0);
});

test("O10 J7 after the clock was set back by more than five minutes, what may have arrived is looked for first", async () => {
  const race = await connectToSandbox();
  const { bench, sandbox, formFor, saveWalkUp, entryOf, kinds, pause, resume, createdWith } = race;
  await sandbox.faults.set({ rules: [{ kind: "lost-reply", method: "POST" }] });
  const id = saveWalkUp(formFor("zoe@example.org"));
  await bench.runUntil(() => entryOf(id).certainty === "maybe-sent" && entryOf(id).tries > 0);
  pause();
  await sandbox.faults.clear();
  await bench.clock.advance(90 * 60_000);
  // The clock says that the request left fifty minutes ago.
  bench.clock.jump(-40 * 60_000);
  await bench.clock.advance(60_000);
  await bench.rest(20);
  resume();
  await bench.runUntil(() => entryOf(id).state === "done");
  expect(kinds(entryOf(id).subject)).toContain("walk-up.adopted");
  expect(createdWith("zoe@example.org")).toBe(1);
});

test("J7 O12 what somebody wanted tried while the queue was paused goes, though the clock was set back since", async () => {
  const { bench, formFor, saveWalkUp, entryOf, pause, resume } = await connectToSandbox();
  pause();
  const id = saveWalkUp(formFor("zoe@example.org"));
  bench.db.transaction(() => bench.sync.outbox.tryNow(volunteer, id));
  bench.clock.jump(-dayMs);
  resume();
  await bench.runUntil(() => entryOf(id).state === "done", "the sending");
  expect(entryOf(id).certainty).toBe("confirmed");
});

test("D5 J7 after the clock was set back the newest digest is still the one that is shown", async () => {
  const { bench, sandbox, eventId, formFor, download } = await connectToSandbox();
  bench.clock.jump(-dayMs);
  const eventRunId = formFor("").eventRunId;
  sandbox.mutate({ kind: "add-registration", eventRunId, email: "one@example.org" });
  await download();
  const latest = bench.stores.digests.latest(eventId);
  expect(latest?.body).toMatchObject({ added: 1 });
  expect(latest?.atMs).toBeLessThanOrEqual(bench.clock.now());
});

test("D7 a list that is answered with 409 is a refusing server, not a lost connection", async () => {
  const { bench, sandbox, eventId } = await connectToSandbox();
  const path = "/registration";
  await sandbox.faults.set({ rules: [{ kind: "status", status: 409, method: "GET", path }] });
  bench.sync.downloads.start([eventId]);
  const notes = () => bench.sync.downloads.statusOf(eventId).notes;
  await bench.runUntil(() => notes().length > 0, "a note");
  expect(notes()).toEqual([{ code: "server-error", facts: { status: 409 } }]);
});
