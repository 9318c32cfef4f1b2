import { afterEach, expect, test } from "vitest";
import { closeSandboxBenches, connectToSandbox } from "../../support/sandbox-bench.ts";
import { volunteer } from "../../support/sync-bench.ts";

afterEach(closeSandboxBenches);

test("D6 D3 a known runner whose row cannot be read this time is kept, not swept", async () => {
  const { bench, sandbox, eventId, download } = await connectToSandbox();
  const [known] = bench.stores.runners.byRowids([1]);
  if (known === undefined) throw new Error("nobody");
  const raw = { _id: known.runnerId, eventId, eventRunId: known.runId, email: 5 };
  sandbox.mutate({ kind: "send-raw", registrationId: known.runnerId, raw });
  await download();
  expect(bench.stores.malformed.count(eventId, "registrations")).toBe(1);
  expect(bench.stores.runners.get(eventId, known.runnerId)).toMatchObject({
    email: known.email,
    goneAtMs: null,
  });
  expect(bench.sync.downloads.statusOf(eventId).notes.map(({ code }) => code)).not.toContain(
    "counts-differ",
  );
});

test("D5 a walk-up that is cancelled before the first download that has it needs a person", async () => {
  const race = await connectToSandbox();
  const { bench, sandbox, eventId, formFor, saveWalkUp, entryOf, download } = race;
  const id = saveWalkUp(formFor("zoe@example.org"));
  await bench.runUntil(() => entryOf(id).state === "done");
  const { subject, remoteId } = entryOf(id);
  bench.db.transaction(() => {
    const fact = { kind: "check-in.made", payload: {}, eventId, subject, ...volunteer } as const;
    bench.stores.journal.append(fact);
    bench.stores.runners.refresh(eventId, subject);
  });
  sandbox.mutate({ kind: "set-status", registrationId: remoteId ?? "", status: "cancelled" });
  await download();
  expect(bench.stores.digests.attention(eventId)).toMatchObject([
    { runnerId: subject, status: "cancelled" },
  ]);
});

test("W2 the alias outlives a registration that vanishes upstream and comes back", async () => {
  const race = await connectToSandbox();
  const { bench, sandbox, eventId, formFor, saveWalkUp, entryOf, download } = race;
  const form = formFor("zoe@example.org");
  const id = saveWalkUp(form);
  await bench.runUntil(() => entryOf(id).state === "done");
  const { subject, remoteId } = entryOf(id);
  if (remoteId === null) throw new Error("no id");
  await download();
  const listAs = (_id: string): void => {
    const { eventRunId, email, name } = form;
    const row = { _id, eventId, eventRunId, email, name, registrationType: "free" };
    const raw = { ...row, registrationStatus: "confirmed" };
    sandbox.mutate({ kind: "send-raw", registrationId: remoteId, raw });
  };
  listAs("another");
  await download();
  expect(bench.stores.runners.get(eventId, subject)?.goneAtMs).not.toBeNull();
  expect(bench.stores.runners.get(eventId, remoteId)?.runnerId).toBe(subject);
  listAs(remoteId);
  await download();
  expect(bench.stores.runners.get(eventId, remoteId)).toMatchObject({
    runnerId: subject,
    registrationId: remoteId,
    goneAtMs: null,
  });
  expect(bench.stores.runners.byEmail(eventId, form.email, 10)).toHaveLength(1);
});

test("D5 what an interrupted look brought is told by the digest of the next complete one", async () => {
  const { bench, sandbox, eventId, formFor, download } = await connectToSandbox(250);
  const [odd] = bench.stores.runners.byRowids([1]);
  sandbox.mutate({ kind: "set-bib", registrationId: odd?.runnerId ?? "", bib: "4711" });
  // The first page has the new bib; after it the server repeats one cursor for ever.
  await sandbox.faults.set({ rules: [{ kind: "repeated-cursor", path: "/registration" }] });
  bench.sync.downloads.start([eventId]);
  await bench.runUntil(() => bench.sync.downloads.statusOf(eventId).state === "incomplete");
  expect(bench.stores.runners.get(eventId, odd?.runnerId ?? "")?.apiBib).toBe("4711");
  await sandbox.faults.clear();
  const eventRunId = formFor("").eventRunId;
  sandbox.mutate({ kind: "add-registration", eventRunId, email: "one@example.org" });
  await download();
  const body = bench.stores.digests.latest(eventId)?.body as { added: number; changed: number };
  expect(body).toMatchObject({ added: 1, changed: 1 });
});

test("D5 walk-ups of this venue are no changes by the organizer, also one whose reply was lost", async () => {
  const race = await connectToSandbox();
  const { bench, sandbox, eventId, formFor, saveWalkUp, entryOf, download, pause } = race;
  const id = saveWalkUp(formFor("zoe@example.org"));
  await bench.runUntil(() => entryOf(id).state === "done");
  await sandbox.faults.set({ rules: [{ kind: "lost-reply", method: "POST", times: 1 }] });
  const lost = saveWalkUp(formFor("yuki@example.org"));
  await bench.runUntil(() => entryOf(lost).certainty === "maybe-sent");
  pause();
  const { eventRunId } = formFor("");
  sandbox.mutate({ kind: "add-registration", eventRunId, email: "one@example.org" });
  await download();
  expect(race.kinds(entryOf(lost).subject)).toContain("walk-up.paired");
  const body = bench.stores.digests.latest(eventId)?.body;
  expect(body).toMatchObject({ added: 1, changed: 0, gone: 0 });
});
