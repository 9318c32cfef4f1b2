import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { OutboxChange } from "#core/db/stores/walk-ups/outbox-store.ts";
import type { OutboxReason } from "#shared/contract/sync.ts";
import type { WalkUpForm } from "#shared/contract/walk-up.ts";
import type { ScriptedServer } from "../../support/scripted-server.ts";
import {
  answerOrdinarily,
  errorAnswer,
  startScriptedServer,
} from "../../support/scripted-server.ts";
import { closeSandboxBenches, connectToSandbox } from "../../support/sandbox-bench.ts";
import type { SandboxBench } from "../../support/sandbox-bench.ts";
import type { Bench } from "../../support/sync-bench.ts";
import { closeBenches, openBench, volunteer } from "../../support/sync-bench.ts";

const form: WalkUpForm = {
  eventRunId: "run_1",
  email: "mia@example.org",
  name: "Mia Berg",
  registrationType: "free",
};

const entryIn = (bench: Bench, id: string) => {
  const entry = bench.sync.outbox.get(id);
  if (entry === null) throw new Error("no entry");
  return entry;
};
const requestOf = (bench: Bench, id: string) => {
  const detail = bench.sync.outbox.detail(id);
  if (detail === null) throw new Error("no entry");
  return { body: detail.body, key: detail.idempotencyKey };
};
const setAside = (bench: Bench, id: string) =>
  bench.db.transaction(() => bench.sync.outbox.setAside(id, volunteer));
const countsOf = (bench: Bench) => {
  const { needsAttention, setAside: aside } = bench.sync.status();
  return { needsAttention, aside };
};
const requeue = (bench: Bench, id: string) =>
  bench.db.transaction(() => bench.sync.outbox.requeue(id, volunteer));
const sendAgain = (bench: Bench, id: string, looked = false) =>
  bench.db.transaction(() => bench.sync.outbox.sendAgain(id, volunteer, looked));

describe("O13 every state a person can see", () => {
  let bench: Bench;
  let id: string;

  beforeEach(async () => {
    // Without a connection nothing is sent, so each entry keeps the state of its row in the table.
    bench = await openBench();
    id = bench.saveWalkUp("evt_1", form);
  });
  afterEach(closeBenches);

  const doubt = { certainty: "maybe-sent", everMaybe: true } as const;
  const needs = (reason: OutboxReason) =>
    ({ state: "needs-attention", certainty: "maybe-sent", reason }) as const;
  const refused = { state: "needs-attention", certainty: "refused", reason: "refused" } as const;
  const rows: readonly (readonly [
    name: string,
    row: OutboxChange,
    back: OutboxChange,
    sendAgain: "same-entry" | "new-entry" | "must-reconcile",
  ])[] = [
    ["pending", { state: "pending" }, { state: "pending", reason: null }, "same-entry"],
    [
      "waiting for a connection",
      { state: "waiting", reason: "offline", nextTryAtMs: 9e14 },
      { state: "pending", reason: null },
      "same-entry",
    ],
    [
      "held by a refused key",
      { state: "waiting", reason: "key-refused" },
      { state: "pending", reason: null },
      "same-entry",
    ],
    [
      "waiting in doubt",
      { state: "waiting", reason: "timeout", ...doubt },
      { state: "waiting", reason: null },
      "same-entry",
    ],
    [
      "waiting to be looked for",
      { state: "waiting", reason: "reconcile", ...doubt },
      { state: "waiting", reason: "reconcile" },
      "same-entry",
    ],
    ["refused", refused, refused, "new-entry"],
    ["refused after a doubt", { ...refused, everMaybe: true }, refused, "must-reconcile"],
    ["5xx too often", { ...needs("parked"), ...doubt }, needs("parked"), "same-entry"],
    ["409", { ...needs("key-conflict"), ...doubt }, needs("key-conflict"), "must-reconcile"],
    [
      "several fit",
      { ...needs("several-matches"), ...doubt },
      needs("several-matches"),
      "must-reconcile",
    ],
    [
      "looked for in vain",
      { ...needs("not-found-again"), ...doubt },
      needs("not-found-again"),
      "new-entry",
    ],
    [
      "the list is not readable",
      { ...needs("reconcile"), ...doubt },
      needs("reconcile"),
      "must-reconcile",
    ],
  ];

  test.each(rows)("O13 %s: set aside, and put back as it was", (_name, row, back) => {
    bench.stores.outbox.patch(id, row);
    expect(setAside(bench, id)).toMatchObject({
      ok: true,
      value: { state: "needs-attention", reason: "set-aside", acts: { requeue: true } },
    });
    expect(setAside(bench, id)).toMatchObject({ error: { code: "wrong-state" } });
    expect(requeue(bench, id)).toMatchObject({ ok: true, value: back });
    expect(requeue(bench, id)).toMatchObject({ error: { code: "wrong-state" } });
    expect(bench.stores.journal.ofSubjects([entryIn(bench, id).subject])).toMatchObject([
      { kind: "walk-up.saved" },
      { kind: "outbox.set-aside" },
      { kind: "outbox.released" },
    ]);
  });

  test.each(rows)("O13 %s: sent again as it is, set aside or not", (_name, row, _back, answer) => {
    for (const isAside of [false, true]) {
      const one = bench.saveWalkUp("evt_1", form);
      bench.stores.outbox.patch(one, row);
      if (isAside) setAside(bench, one);
      const before = requestOf(bench, one);
      const again = sendAgain(bench, one);
      if (answer === "must-reconcile") {
        expect(again).toMatchObject({ error: { code: "must-reconcile" } });
        expect(entryIn(bench, one).state).toBe("needs-attention");
        continue;
      }
      if (!again.ok) throw new Error(again.error.code);
      const { value: sent } = again;
      expect(["pending", "waiting"]).toContain(sent.state);
      if (answer === "same-entry") {
        expect(sent.id).toBe(one);
        expect(requestOf(bench, one)).toEqual(before);
        continue;
      }
      expect(entryIn(bench, one)).toMatchObject({ state: "cancelled", successorId: sent.id });
      expect(sent).toMatchObject({ predecessorId: one, certainty: "never-sent" });
      expect(requestOf(bench, sent.id).body).toBe(before.body);
      expect(requestOf(bench, sent.id).key).not.toBe(before.key);
    }
  });

  test.each([
    ["done", { state: "done", certainty: "confirmed" }],
    ["cancelled", { state: "cancelled" }],
  ] as const)("O13 %s: nothing is left to do", (_name, row) => {
    bench.stores.outbox.patch(id, row);
    for (const act of [setAside, requeue, sendAgain]) {
      expect(act(bench, id)).toMatchObject({ error: { code: "wrong-state" } });
    }
  });
});

describe("O13 in flight", () => {
  let server: ScriptedServer;
  let bench: Bench;
  let answer: ((status: number) => void) | null;

  beforeEach(async () => {
    server = await startScriptedServer();
    bench = await openBench();
    answer = null;
    await bench.sync.connection.save(server.url, "key-1");
    server.answer = (request, response, socket) => {
      if (request.method !== "POST") return answerOrdinarily(request, response, socket);
      answer = (status) => {
        if (status === 201) answerOrdinarily(request, response, socket);
        else errorAnswer(status, "VALIDATION_ERROR")(request, response, socket);
      };
    };
  });
  afterEach(async () => {
    await closeBenches();
    await server.close();
  });

  const sendAndHold = async (): Promise<string> => {
    const id = bench.saveWalkUp("evt_1", form);
    await bench.runUntil(() => answer !== null);
    return id;
  };

  test.each([
    [422, { state: "needs-attention", reason: "set-aside", certainty: "refused" }],
    [503, { state: "needs-attention", reason: "set-aside", certainty: "maybe-sent" }],
    [201, { state: "done", reason: null, certainty: "confirmed" }],
  ] as const)("O13 set aside while it is in flight, answered %d", async (status, after) => {
    const id = await sendAndHold();
    expect(setAside(bench, id)).toMatchObject({
      ok: true,
      value: { state: "sending", acts: { setAside: null, requeue: true } },
    });
    answer?.(status);
    await bench.runUntil(() => entryIn(bench, id).state !== "sending");
    expect(entryIn(bench, id)).toMatchObject(after);
    await bench.clock.advance(120_000);
    await bench.rest();
    expect(server.seen.filter(({ method }) => method === "POST")).toHaveLength(1);
    expect(entryIn(bench, id)).toMatchObject(after);
  });

  test("O13 put back before the answer, it goes its way", async () => {
    const id = await sendAndHold();
    setAside(bench, id);
    expect(requeue(bench, id).ok).toBe(true);
    answer?.(422);
    await bench.runUntil(() => entryIn(bench, id).state !== "sending");
    expect(entryIn(bench, id)).toMatchObject({ state: "needs-attention", reason: "refused" });
  });
});

describe("O13 with the organizer's list", () => {
  afterEach(closeSandboxBenches);

  const saveRefused = async (race: SandboxBench): Promise<string> => {
    const id = race.saveWalkUp({ ...race.formFor("mia@example.org"), paceGroup: "no such group" });
    await race.bench.runUntil(() => race.entryOf(id).state === "needs-attention");
    return id;
  };

  test("O13 a refused walk-up is set aside and put back with the server's words", async () => {
    const race = await connectToSandbox();
    const id = await saveRefused(race);
    const { serverMessage } = race.entryOf(id);
    expect(setAside(race.bench, id).ok).toBe(true);
    expect(requeue(race.bench, id)).toMatchObject({
      value: { reason: "refused", certainty: "refused", serverMessage },
    });
  });

  test("O13 a refused one that was never in doubt goes again under a new key, and stays refused", async () => {
    const race = await connectToSandbox();
    const id = await saveRefused(race);
    const again = sendAgain(race.bench, id);
    if (!again.ok) throw new Error(again.error.code);
    race.bench.sync.outbox.wake();
    await race.bench.runUntil(() => race.entryOf(again.value.id).state === "needs-attention");
    expect(race.entryOf(again.value.id)).toMatchObject({ reason: "refused", predecessorId: id });
    expect(race.createdIds()).toEqual([]);
  });

  test("O13 who saved it stays, also after somebody else sent it again", async () => {
    const race = await connectToSandbox();
    const { bench } = race;
    const id = await saveRefused(race);
    const before = entryIn(bench, id);
    const again = { desk: "Desk 2", operator: "Nora" };
    const sent = bench.db.transaction(() => bench.sync.outbox.sendAgain(id, again, false));
    const next = entryIn(bench, sent.ok ? sent.value.id : "");
    expect(next.predecessorId).toBe(id);
    const { savedAtMs, savedBy } = before;
    expect(before.renewed).toBeNull();
    expect(next).toMatchObject({ savedAtMs, savedBy, renewed: { by: "Nora", isChanged: false } });
  });

  test("O13 O10 one that was in doubt is looked for: there it is adopted, and nothing is sent", async () => {
    const race = await connectToSandbox();
    await race.sandbox.faults.set({ rules: [{ kind: "lost-reply", method: "POST" }] });
    const id = race.saveWalkUp(race.formFor("mia@example.org"));
    await race.bench.runUntil(() => race.entryOf(id).state === "waiting");
    race.pause();
    race.bench.stores.outbox.patch(id, { state: "needs-attention", reason: "key-conflict" });
    setAside(race.bench, id);
    expect(sendAgain(race.bench, id)).toMatchObject({ error: { code: "must-reconcile" } });
    await race.bench.sync.outbox.reconcile(id);
    expect(sendAgain(race.bench, id, true)).toMatchObject({
      ok: true,
      value: { id, state: "done", certainty: "confirmed" },
    });
    expect(race.createdIds()).toHaveLength(1);
  });

  test("O13 O10 looked for in vain, it goes as a new entry; a list that fails leaves it set aside", async () => {
    const race = await connectToSandbox();
    await race.sandbox.faults.set({ rules: [{ kind: "reset", method: "POST" }] });
    const id = race.saveWalkUp(race.formFor("mia@example.org"));
    await race.bench.runUntil(() => race.entryOf(id).state === "waiting");
    race.pause();
    race.bench.stores.outbox.patch(id, { state: "needs-attention", reason: "key-conflict" });
    setAside(race.bench, id);
    await race.sandbox.faults.set({ offline: true });
    expect((await race.bench.sync.outbox.reconcile(id)).ok).toBe(false);
    expect(race.entryOf(id)).toMatchObject({ reason: "set-aside", acts: { requeue: true } });
    await race.sandbox.faults.set({ offline: false, rules: [] });
    await race.bench.sync.outbox.reconcile(id);
    const again = sendAgain(race.bench, id, true);
    if (!again.ok) throw new Error(again.error.code);
    expect(again.value).toMatchObject({ predecessorId: id, certainty: "never-sent" });
    race.resume();
    await race.bench.runUntil(() => race.entryOf(again.value.id).state === "done");
    expect(race.createdIds()).toHaveLength(1);
  });
});

describe("O13 what is set aside", () => {
  afterEach(closeBenches);

  test("O13 needs nobody and tells why, until it is put back; another time tells its own reason", async () => {
    const bench = await openBench();
    const id = bench.saveWalkUp("evt_1", form);
    bench.db.transaction(() =>
      bench.stores.outbox.patch(id, {
        state: "needs-attention",
        certainty: "refused",
        reason: "refused",
      }),
    );
    expect(countsOf(bench)).toEqual({ needsAttention: 1, aside: 0 });
    bench.db.transaction(() => bench.sync.outbox.setAside(id, volunteer, "Runs as a guest"));
    expect(countsOf(bench)).toEqual({ needsAttention: 0, aside: 1 });
    expect(entryIn(bench, id).asideReason).toBe("Runs as a guest");
    requeue(bench, id);
    expect(countsOf(bench)).toEqual({ needsAttention: 1, aside: 0 });
    expect(entryIn(bench, id).asideReason).toBeNull();
    setAside(bench, id);
    expect(entryIn(bench, id).asideReason).toBeNull();
  });

  test("O13 stands below what needs somebody, however old it is", async () => {
    const bench = await openBench();
    const [aside, needing] = [bench.saveWalkUp("evt_1", form), bench.saveWalkUp("evt_1", form)];
    for (const id of [aside, needing]) {
      bench.db.transaction(() => bench.stores.outbox.patch(id, { state: "needs-attention" }));
    }
    setAside(bench, aside);
    const { rows } = bench.stores.outbox.list({ show: "open", limit: 9 });
    expect(rows.map(({ id }) => id)).toEqual([needing, aside]);
  });
});
