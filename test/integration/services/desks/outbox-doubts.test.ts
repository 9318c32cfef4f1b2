import { expect, test } from "vitest";
import { releaseAll, requeue, setAside } from "#core/sync/outbox/commands/outbox-actions.ts";
import { doubtUnsettled } from "#core/sync/outbox/import-outbox.ts";
import { createOutboxTransitions } from "#core/sync/outbox/sending/outbox-transitions.ts";
import {
  append,
  mergeAll,
  openDesk,
  openExchange,
  pair,
  save,
  takeAll,
  whole,
} from "#test/support/desks/outbox-desk.ts";
import type { Desk } from "#test/support/desks/outbox-desk.ts";
import { author } from "#test/support/database.ts";
import { hubSubject } from "#shared/domain/desks/hub.ts";

test("M9 O10 what a computer that left its hub sends itself puts the hub's walk-up in doubt, and not earlier", async () => {
  const [hub, desk] = [openDesk(), openDesk()];
  save(hub);
  for (const each of [hub, desk]) takeAll(each, hub);
  desk.db.transaction(() => doubtUnsettled(desk.deps, "here"));
  const { exchange } = openExchange(hub);
  await exchange.take(whole(desk));
  expect(hub.stores.outbox.get("o_1")).toMatchObject({ state: "pending", certainty: "never-sent" });
  const doubted = desk.stores.outbox.get("o_1");
  if (doubted === null) throw new Error("There is no entry");
  expect(doubted).toMatchObject({ state: "waiting", certainty: "maybe-sent", reason: "reconcile" });
  desk.db.transaction(() =>
    createOutboxTransitions(desk.deps).settle(doubted, {
      credential: "credential",
      reply: {
        exchange: { kind: "unanswered", why: "timeout", atMs: 1, tookMs: 30_000 },
        outcome: { kind: "timeout", status: null },
      },
      gateWaitMs: 0,
      sentAtMs: 1,
    }),
  );
  await exchange.take(whole(desk));
  expect(hub.stores.outbox.get("o_1")).toMatchObject({ state: "waiting", certainty: "maybe-sent" });
});

test("M9 O10 the hub sends no walk-up of a journal whose rest, which may say that it was sent, is still to come", async () => {
  const [hub, desk] = [openDesk(), openDesk()];
  save(desk);
  save(desk, "2");
  const first = whole(desk);
  append(desk, { kind: "walk-up.confirmed", payload: { outboxId: "o_1", participantId: "r1" } });
  pair(hub, desk);
  const [{ exchange }, { exchange: own }] = [openExchange(hub), openExchange(desk)];
  const rest = () => own.batchFor(hub.stores.exchange.vector());
  const due = () => hub.stores.outbox.due(hub.clock.now(), 10).map(({ id }) => id);
  await exchange.take(first, { vector: own.vector() });
  expect(due()).toEqual([]);
  expect(hub.stores.outbox.get("o_2")).toMatchObject({ reason: "journal-follows" });
  await exchange.take(rest(), { vector: own.vector() });
  expect(hub.stores.outbox.get("o_1")).toMatchObject({ state: "done" });
  expect(due()).toEqual(["o_2"]);
  // A chain of another device that the hub never gets delays nobody (M4).
  save(desk, "3");
  await exchange.take(rest(), { vector: { ...own.vector(), "other.epoch": 3 } });
  expect(due()).toEqual(["o_2", "o_3"]);
});

test("M9 a batch that is here already releases what waited, and wakes the outbox", async () => {
  const [hub, desk] = [openDesk(), openDesk()];
  save(desk);
  pair(hub, desk);
  const { exchange, topics } = openExchange(hub);
  const own = openExchange(desk).exchange;
  const chain = { ...own.vector() };
  for (const name of Object.keys(chain)) chain[name] = (chain[name] ?? 0) + 1;
  await exchange.take(whole(desk), { vector: chain });
  topics.length = 0;
  await exchange.take(whole(desk), { vector: own.vector() });
  expect(topics).toEqual(["released", "wake"]);
  expect(hub.stores.outbox.get("o_1")).toMatchObject({ state: "pending", reason: null });
});

test("M9 O10 while one batch is taken, no walk-up is due whose outcome is in it", async () => {
  const [hub, desk] = [openDesk(), openDesk()];
  const ids = Array.from({ length: 40 }, (_, index) => String(index + 1));
  for (const id of ids) save(desk, id);
  for (const id of ids) {
    const payload = { outboxId: `o_${id}`, participantId: `r${id}` };
    append(desk, { kind: "walk-up.confirmed", payload }, `w_${id}`);
  }
  pair(hub, desk);
  const { exchange } = openExchange(hub);
  const { vector } = openExchange(desk).exchange;
  const due: number[] = [];
  const looking = setInterval(() => {
    due.push(hub.stores.outbox.due(hub.clock.now(), 50).length);
  }, 0);
  await exchange.take(whole(desk), { vector: vector() }).finally(() => clearInterval(looking));
  expect(new Set(due)).toEqual(new Set([0]));
  expect(hub.stores.outbox.get("o_40")).toMatchObject({ state: "done" });
});

test('M9 J7 what waits for the rest of its journal waits a minute at most, also after "Try now" and a clock jump', async () => {
  const [hub, desk] = [openDesk(), openDesk()];
  save(desk);
  const first = whole(desk);
  save(desk, "2");
  pair(hub, desk);
  await openExchange(hub).exchange.take(first, { vector: openExchange(desk).exchange.vector() });
  const due = () => hub.stores.outbox.due(hub.clock.now(), 10).map(({ id }) => id);
  hub.db.transaction(() => releaseAll(hub.deps));
  expect(due()).toEqual([]);
  hub.clock.jump(-7_200_000);
  hub.db.transaction(() => releaseAll(hub.deps));
  expect(due()).toEqual([]);
  await hub.clock.advance(60_000);
  expect(due()).toEqual(["o_1"]);
});

test("M16 O10 a walk-up of a stick that a full desk is still reading is looked for first, and the desk's own is sent at once", async () => {
  const [stick, hub, desk] = [openDesk(), openDesk(), openDesk({ maySend: () => false })];
  save(stick);
  append(stick, { kind: "walk-up.confirmed", payload: { outboxId: "o_1", participantId: "r1" } });
  save(desk, "2", { email: "ida@example.org" });
  pair(hub, desk);
  // The outcome, and with it the end of the stick, comes later.
  mergeAll(desk, stick, 1);
  const { exchange } = openExchange(hub);
  await exchange.take(whole(desk));
  expect(hub.stores.outbox.get("o_1")).toMatchObject({ state: "waiting", certainty: "maybe-sent" });
  expect(hub.stores.outbox.get("o_2")).toMatchObject({ state: "pending", certainty: "never-sent" });
});

test("J9 M16 a batch that names the hub adds no entry for a walk-up of a stick that is being imported", async () => {
  const [stick, desk, hub] = [openDesk(), openDesk(), openDesk()];
  save(stick);
  save(desk, "2");
  const { device } = desk.stores.journal;
  append(desk, { kind: "hub.chosen", payload: { device, name: "D", why: "opened" } }, hubSubject);
  for (const each of [stick, desk]) pair(hub, each);
  mergeAll(hub, stick);
  await openExchange(hub).exchange.take(whole(desk));
  expect(hub.stores.outbox.get("o_1")).toBeNull();
  expect(hub.stores.outbox.get("o_2")).not.toBeNull();
});

const outboxId = "o_1";

test.each<[what: string, bring: (hub: Desk, desk: Desk) => void]>([
  [
    "a doubt",
    (hub, desk) => {
      append(desk, { kind: "walk-up.sent", payload: { outboxId, credential: "" } });
      takeAll(hub, desk);
    },
  ],
  [
    "an outcome of a computer that did not make it",
    (hub, desk) => {
      append(desk, { kind: "walk-up.confirmed", payload: { outboxId, participantId: "r1" } });
      takeAll(hub, desk);
    },
  ],
  ["a take-over", (hub) => hub.db.transaction(() => doubtUnsettled(hub.deps))],
])(
  "O13 O10 %s leaves an entry set aside, and it is looked for first when it is put back",
  (_, bring) => {
    const [hub, desk] = [openDesk(), openDesk()];
    save(hub);
    for (const each of [hub, desk]) takeAll(each, hub);
    hub.db.transaction(() => setAside(hub.deps, outboxId, author));
    bring(hub, desk);
    expect(hub.stores.outbox.get(outboxId)).toMatchObject({
      state: "needs-attention",
      reason: "set-aside",
      certainty: "maybe-sent",
    });
    hub.db.transaction(() => requeue(hub.deps, outboxId, author));
    expect(hub.stores.outbox.get(outboxId)).toMatchObject({
      state: "waiting",
      reason: "reconcile",
      asideFrom: null,
    });
  },
);

test("O13 M9 an entry that the hub set aside is set aside at each desk, and after a take-over, until it is put back", () => {
  const hub = openDesk();
  const hubDevices = (): ReadonlySet<string> => new Set([hub.stores.journal.device]);
  const desk = openDesk({ maySend: () => false, hubDevices });
  save(desk);
  for (const each of [hub, desk]) takeAll(each, desk);
  hub.db.transaction(() => setAside(hub.deps, outboxId, author, "asks again"));
  takeAll(desk, hub);
  const aside = { state: "needs-attention", reason: "set-aside" };
  expect(desk.stores.outbox.get(outboxId)).toMatchObject(aside);
  expect(desk.stores.outbox.counts()).toMatchObject({ setAside: 1, needsAttention: 0, pending: 0 });
  desk.db.transaction(() => doubtUnsettled(desk.deps));
  expect(desk.stores.outbox.get(outboxId)).toMatchObject(aside);
  expect(desk.stores.outbox.due(desk.clock.now(), 10)).toEqual([]);
  hub.db.transaction(() => requeue(hub.deps, outboxId, author));
  takeAll(desk, hub);
  expect(desk.stores.outbox.get(outboxId)).toMatchObject({ state: "waiting", asideFrom: null });
});

test.each(["before", "after"])(
  "O13 M10 an entry that the hub set aside, and that was refused %s that, is refused at a desk once it is put back",
  (when) => {
    const hub = openDesk();
    const hubDevices = (): ReadonlySet<string> => new Set([hub.stores.journal.device]);
    const desk = openDesk({ maySend: () => false, hubDevices });
    save(desk);
    for (const each of [hub, desk]) takeAll(each, desk);
    const payload = { outboxId, httpStatus: 422, code: null, message: "No" };
    const refuse = (): void => {
      append(hub, { kind: "walk-up.refused", payload });
      takeAll(desk, hub);
    };
    if (when === "before") refuse();
    hub.db.transaction(() => setAside(hub.deps, outboxId, author));
    takeAll(desk, hub);
    if (when === "after") refuse();
    expect(desk.stores.outbox.get(outboxId)).toMatchObject({ reason: "set-aside" });
    hub.db.transaction(() => requeue(hub.deps, outboxId, author));
    takeAll(desk, hub);
    expect(desk.stores.outbox.get(outboxId)).toMatchObject({
      state: "needs-attention",
      certainty: "refused",
      reason: "refused",
      serverMessage: "No",
      asideFrom: null,
    });
  },
);

test.each(["with it", "after it", "put back"])(
  "O13 M9 what a computer had set aside before it joined is not sent by the hub, told %s",
  (when) => {
    const [hub, desk] = [openDesk(), openDesk()];
    save(desk);
    takeAll(desk, desk);
    // The hub takes the walk-up first, and the rest of its journal later.
    if (when === "after it") takeAll(hub, desk);
    desk.db.transaction(() => setAside(desk.deps, outboxId, author));
    if (when === "put back") desk.db.transaction(() => requeue(desk.deps, outboxId, author));
    takeAll(hub, desk);
    const due = hub.stores.outbox.due(hub.clock.now(), 10).map(({ id }) => id);
    expect(due).toEqual(when === "put back" ? [outboxId] : []);
    expect(hub.stores.outbox.get(outboxId)?.reason).toBe(when === "put back" ? null : "set-aside");
  },
);
