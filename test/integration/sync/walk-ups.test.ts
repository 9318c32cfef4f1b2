import { afterEach, describe, expect, test, vi } from "vitest";
import { NotSavedError } from "#core/db/open/not-saved.ts";
import { closeSandboxBenches, connectToSandbox } from "../../support/sandbox-bench.ts";
import type { SandboxBench } from "../../support/sandbox-bench.ts";
import { volunteer } from "../../support/sync-bench.ts";

afterEach(closeSandboxBenches);

describe("W3 edit and retract, by certainty", () => {
  const edit = ({ bench, formFor }: SandboxBench, runnerId: string, email: string) =>
    bench.db.transaction(() =>
      bench.sync.outbox.replaceWalkUp({
        runnerId,
        form: formFor(email),
        bib: null,
        author: volunteer,
      }),
    );
  const takeBack = ({ bench }: SandboxBench, runnerId: string) =>
    bench.db.transaction(() => bench.sync.outbox.retract({ subject: runnerId, author: volunteer }));

  test("W3 never sent: cancelled with a linked successor; only that one arrives", async () => {
    const race = await connectToSandbox();
    const { bench, formFor, saveWalkUp, entryOf, createdWith, pause, resume } = race;
    pause();
    const id = saveWalkUp(formFor("typo@example.org"));
    const { subject } = entryOf(id);
    const edited = edit(race, subject, "right@example.org");
    if (!edited.ok) throw new Error(edited.error.code);
    expect(entryOf(id)).toMatchObject({ state: "cancelled", successorId: edited.value.id });
    expect(edited.value.predecessorId).toBe(id);
    resume();
    await bench.runUntil(() => entryOf(edited.value.id).state === "done");
    expect(createdWith("typo@example.org")).toBe(0);
    expect(createdWith("right@example.org")).toBe(1);
    expect(bench.stores.walkUps.get(subject)).toMatchObject({ delivery: "confirmed" });
  });

  test("W3 refused and never in doubt: a new entry with a new key", async () => {
    const race = await connectToSandbox();
    const { bench, sandbox, saveWalkUp, entryOf } = race;
    const form = { ...race.formFor("zoe@example.org"), paceGroup: "no such group" };
    const id = saveWalkUp(form);
    await bench.runUntil(() => entryOf(id).state === "needs-attention");
    const edited = edit(race, entryOf(id).subject, "zoe@example.org");
    if (!edited.ok) throw new Error(edited.error.code);
    const keyOf = (outboxId: string) => bench.sync.outbox.detail(outboxId)?.idempotencyKey;
    expect(keyOf(edited.value.id)).not.toBe(keyOf(id));
    bench.sync.outbox.wake();
    await bench.runUntil(() => entryOf(edited.value.id).state === "done");
    expect(sandbox.readState().created).toHaveLength(1);
  });

  test("W3 ever in doubt: reconciled first; found, it can only be retracted", async () => {
    const race = await connectToSandbox();
    const { bench, sandbox, formFor, saveWalkUp, entryOf, pause } = race;
    await sandbox.faults.set({ rules: [{ kind: "lost-reply", method: "POST" }] });
    const id = saveWalkUp(formFor("zoe@example.org"));
    await bench.runUntil(() => entryOf(id).tries > 0 && entryOf(id).state === "waiting");
    const { subject } = entryOf(id);
    pause();
    expect(edit(race, subject, "x@example.org")).toMatchObject({
      error: { code: "must-reconcile" },
    });
    expect(takeBack(race, subject)).toMatchObject({ error: { code: "must-reconcile" } });
    const reconciled = await bench.sync.outbox.reconcile(id);
    expect(reconciled).toMatchObject({ value: { state: "done", certainty: "confirmed" } });
    expect(edit(race, subject, "x@example.org")).toMatchObject({
      error: { code: "already-confirmed" },
    });
    expect(takeBack(race, subject)).toEqual({ ok: true, value: { askOrganizer: true } });
    expect(bench.stores.walkUps.get(subject)).toMatchObject({
      takenBack: true,
      askOrganizer: true,
    });
  });

  test("W3 ever in doubt and looked for in vain: a person may edit it, with a new key", async () => {
    const race = await connectToSandbox();
    const { bench, sandbox, formFor, saveWalkUp, entryOf, pause } = race;
    await sandbox.faults.set({ rules: [{ kind: "reset", method: "POST" }] });
    const id = saveWalkUp(formFor("zoe@example.org"));
    await bench.runUntil(() => entryOf(id).tries > 0 && entryOf(id).state === "waiting");
    pause();
    expect(await bench.sync.outbox.reconcile(id)).toMatchObject({
      value: { reason: "not-found-again" },
    });
    const edited = edit(race, entryOf(id).subject, "right@example.org");
    expect(edited.ok).toBe(true);
    expect(entryOf(id).state).toBe("cancelled");
  });

  test("W3 never sent, retracted: cancelled here, and nothing leaves", async () => {
    const race = await connectToSandbox();
    const { bench, sandbox, formFor, saveWalkUp, entryOf, pause, resume } = race;
    pause();
    const id = saveWalkUp(formFor("zoe@example.org"));
    expect(takeBack(race, entryOf(id).subject)).toEqual({
      ok: true,
      value: { askOrganizer: false },
    });
    resume();
    await bench.clock.advance(120_000);
    await bench.rest();
    expect(sandbox.readState().created).toHaveLength(0);
    expect(entryOf(id).state).toBe("cancelled");
  });

  test("O1 set aside by a person: kept, not sent, sent when a person says so", async () => {
    const { bench, formFor, saveWalkUp, entryOf, kinds, pause, resume } = await connectToSandbox();
    pause();
    const id = saveWalkUp(formFor("zoe@example.org"));
    bench.db.transaction(() => bench.sync.outbox.setAside(id, volunteer, "pays first"));
    resume();
    await bench.clock.advance(120_000);
    expect(entryOf(id)).toMatchObject({ state: "needs-attention", reason: "set-aside" });
    expect(bench.db.transaction(() => bench.sync.outbox.tryNow(volunteer, id)).ok).toBe(true);
    bench.sync.outbox.wake();
    await bench.runUntil(() => entryOf(id).state === "done");
    expect(kinds(entryOf(id).subject)).toEqual([
      "walk-up.saved",
      "outbox.set-aside",
      "outbox.released",
      "walk-up.confirmed",
    ]);
  });
});

describe("W2 a lost reply and the next download", () => {
  test("W2 one unclaimed row is paired provisionally, then confirmed; never two runners", async () => {
    const { bench, sandbox, eventId, download, formFor, saveWalkUp, entryOf, pause, resume } =
      await connectToSandbox();
    await sandbox.faults.set({ rules: [{ kind: "lost-reply", method: "POST" }] });
    const id = saveWalkUp(formFor("zoe@example.org"));
    await bench.runUntil(() => entryOf(id).tries > 0 && entryOf(id).state === "waiting");
    pause();
    await download();
    const { subject } = entryOf(id);
    expect(bench.stores.walkUps.get(subject)).toMatchObject({ provisional: true });
    const shown = bench.stores.runners.byEmail(eventId, "zoe@example.org", 10);
    expect(shown.map(({ runnerId }) => runnerId)).toEqual([subject]);
    await sandbox.faults.clear();
    resume();
    await bench.runUntil(() => entryOf(id).state === "done");
    expect(bench.stores.walkUps.get(subject)).toMatchObject({
      provisional: false,
      delivery: "confirmed",
    });
    expect(bench.stores.runners.byEmail(eventId, "zoe@example.org", 10)).toHaveLength(1);
  });

  test("D5 W2 a walk-up of this desk is not told as new, also if the disk refuses the end of the download once", async () => {
    const { bench, sandbox, eventId, download, formFor, saveWalkUp, entryOf, pause } =
      await connectToSandbox();
    await sandbox.faults.set({ rules: [{ kind: "lost-reply", method: "POST" }] });
    const id = saveWalkUp(formFor("zoe@example.org"));
    await bench.runUntil(() => entryOf(id).tries > 0 && entryOf(id).state === "waiting");
    pause();
    const { downloads } = bench.stores;
    const put = downloads.put.bind(downloads);
    let refused = 0;
    vi.spyOn(downloads, "put").mockImplementation((record) => {
      if (record.state === "complete" && refused === 0) {
        refused += 1;
        throw new NotSavedError("disk-full", null);
      }
      put(record);
    });
    await download();
    expect(refused).toBe(1);
    expect(bench.stores.walkUps.get(entryOf(id).subject)).toMatchObject({ provisional: true });
    expect(bench.stores.digests.latest(eventId)?.body).toMatchObject({ added: 0 });
    const digests = bench.db.raw.prepare("SELECT count(*) FROM digest").pluck().get();
    expect(digests).toBe(2);
  });
});
