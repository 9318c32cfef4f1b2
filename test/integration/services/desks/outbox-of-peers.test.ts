import { describe, expect, test, vi } from "vitest";
import { importOutbox } from "#core/sync/outbox/import-outbox.ts";
import { insertWalkUp } from "#core/sync/outbox/outbox-entries.ts";
import { matchLostReplies } from "#core/sync/outbox/reconcile/match-lost-replies.ts";
import type { OutboxRecord } from "#core/db/stores/walk-ups/outbox-store.ts";
import type { OutboxTransitions } from "#core/sync/outbox/sending/outbox-transitions.ts";
import { createOutboxTransitions } from "#core/sync/outbox/sending/outbox-transitions.ts";
import { entryIdOf } from "#shared/domain/basics/ids.ts";
import { author, listedRegistration } from "#test/support/database.ts";
import {
  append,
  followPeer,
  form,
  mergeAll,
  openDesk,
  openExchange,
  pair,
  save,
  takeAll,
  whole,
} from "#test/support/desks/outbox-desk.ts";
import type { Desk } from "#test/support/desks/outbox-desk.ts";

const kindsAt = ({ stores }: Desk): string[] =>
  stores.journal.ofSubjects(["w_1"]).map(({ kind }) => kind);

describe("walk-ups of a paired database", () => {
  test.each([
    { hubs: ["h"], state: "pending", certainty: "never-sent" },
    { hubs: ["h", "former"], state: "waiting", certainty: "maybe-sent" },
  ])(
    "M10 O10 a request is sent at once only if there was one hub: $hubs.length",
    ({ hubs, ...expected }) => {
      const desk = openDesk();
      const hub = openDesk({ hubDevices: () => new Set(hubs) });
      save(desk);
      takeAll(hub, desk);
      expect(hub.stores.outbox.get("o_1")).toMatchObject({ ...expected, idempotencyKey: "key-1" });
    },
  );

  test.each([
    { maySend: false, state: "done" },
    { maySend: true, state: "waiting" },
  ])(
    "M9 M10 a request that was tried here takes the hub's outcome, unless this database sends: $maySend",
    ({ maySend, state }) => {
      const hub = openDesk();
      const hubDevices = (): ReadonlySet<string> => new Set([hub.stores.journal.device]);
      const desk = openDesk({ maySend: () => maySend, hubDevices });
      desk.db.transaction(() => {
        const runner = { eventId: "e", runnerId: "w_1", form, author };
        insertWalkUp(desk.deps, runner, { id: "o_1", idempotencyKey: "key-1" });
      });
      save(desk);
      desk.db.transaction(() =>
        desk.stores.outbox.patch("o_1", {
          state: "waiting",
          certainty: "maybe-sent",
          everMaybe: true,
          firstSentAtMs: 1,
          lastTriedAtMs: 1,
          tries: 1,
        }),
      );
      takeAll(hub, desk);
      append(hub, {
        kind: "walk-up.confirmed",
        payload: { outboxId: "o_1", participantId: "r1" },
      });
      takeAll(desk, hub);
      expect(desk.stores.outbox.get("o_1")?.state).toBe(state);
    },
  );

  const noAnswer = {
    credential: "credential",
    reply: {
      exchange: { kind: "unanswered", why: "timeout", atMs: 1, tookMs: 30_000 },
      outcome: { kind: "timeout", status: null },
    },
    gateWaitMs: 0,
    sentAtMs: 1,
  } as const;

  test.each<[how: string, end: (sent: OutboxTransitions, entry: OutboxRecord) => void]>([
    ["gets no answer", (sent, entry) => sent.settle(entry, noAnswer)],
    ["is found after a crash", (sent, entry) => sent.recover(entry)],
  ])(
    "M10 an entry that was on its way while the hub's outcome arrived, and that %s, takes that outcome",
    (_, end) => {
      const hub = openDesk();
      const hubDevices = (): ReadonlySet<string> => new Set([hub.stores.journal.device]);
      const desk = openDesk({ maySend: () => false, hubDevices });
      const runner = { eventId: "e", runnerId: "w_1", form, author };
      desk.db.transaction(() =>
        insertWalkUp(desk.deps, runner, { id: "o_1", idempotencyKey: "key-1" }),
      );
      save(desk);
      const before = desk.stores.outbox.get("o_1");
      if (before === null) throw new Error("There is no entry");
      const transitions = createOutboxTransitions(desk.deps);
      desk.db.transaction(() => transitions.mark(before, "credential"));
      takeAll(hub, desk);
      append(hub, { kind: "walk-up.confirmed", payload: { outboxId: "o_1", participantId: "r1" } });
      takeAll(desk, hub);
      expect(desk.stores.outbox.get("o_1")?.state).toBe("sending");
      desk.db.transaction(() => end(transitions, before));
      expect(desk.stores.outbox.get("o_1")).toMatchObject({ state: "done", remoteId: "r1" });
    },
  );

  test.each([
    { isConfirmed: true, end: { state: "done", remoteId: "r1" } },
    { isConfirmed: false, end: { state: "cancelled", remoteId: null } },
  ])(
    "M10 W3 a walk-up that the hub sent and then retracted ends as at the hub: confirmed $isConfirmed",
    ({ isConfirmed, end }) => {
      const hub = openDesk();
      const hubDevices = (): ReadonlySet<string> => new Set([hub.stores.journal.device]);
      const desk = openDesk({ maySend: () => false, hubDevices });
      save(desk);
      followPeer(desk);
      takeAll(hub, desk);
      const outboxId = "o_1";
      if (isConfirmed) {
        append(hub, { kind: "walk-up.confirmed", payload: { outboxId, participantId: "r1" } });
      }
      append(hub, { kind: "walk-up.taken-back", payload: { askOrganizer: isConfirmed } });
      takeAll(desk, hub);
      expect(desk.stores.outbox.get(outboxId)).toMatchObject(end);
    },
  );

  test("M10 W3 a desk that was away while a walk-up was saved, sent and retracted has its outbox entry", () => {
    const hub = openDesk();
    const hubDevices = (): ReadonlySet<string> => new Set([hub.stores.journal.device]);
    const desk = openDesk({ maySend: () => false, hubDevices });
    save(hub);
    save(hub, "2");
    append(hub, { kind: "walk-up.confirmed", payload: { outboxId: "o_1", participantId: "r1" } });
    append(hub, { kind: "walk-up.taken-back", payload: { askOrganizer: true } });
    append(hub, { kind: "walk-up.taken-back", payload: { askOrganizer: false } }, "w_2");
    takeAll(desk, hub);
    expect(desk.stores.outbox.get("o_1")).toMatchObject({ state: "done", remoteId: "r1" });
    // Nobody sent this one, and nobody will.
    expect(desk.stores.outbox.get("o_2")).toBeNull();
  });

  test.each([
    { isConfirmed: false, end: { state: "pending", reason: null, finishedAtMs: null } },
    { isConfirmed: true, end: { state: "done", certainty: "confirmed", remoteId: "r1" } },
  ])(
    "M10 W6 a walk-up whose retraction the hub undid is open again, or sent as at the hub: $isConfirmed",
    ({ isConfirmed, end }) => {
      const hub = openDesk();
      const hubDevices = (): ReadonlySet<string> => new Set([hub.stores.journal.device]);
      const desk = openDesk({ maySend: () => false, hubDevices });
      desk.db.transaction(() => {
        const runner = { eventId: "e", runnerId: "w_1", form, author };
        insertWalkUp(desk.deps, runner, { id: "o_1", idempotencyKey: "key-1" });
      });
      save(desk);
      takeAll(hub, desk);
      append(hub, { kind: "walk-up.taken-back", payload: { askOrganizer: false } });
      takeAll(desk, hub);
      expect(desk.stores.outbox.get("o_1")?.state).toBe("cancelled");
      const retraction = hub.stores.journal.ofSubjects(["w_1"]).at(-1);
      if (retraction === undefined) throw new Error("There is no retraction");
      append(hub, { kind: "walk-up.restored", payload: { undoes: entryIdOf(retraction) } });
      const payload = { outboxId: "o_1", participantId: "r1" };
      if (isConfirmed) append(hub, { kind: "walk-up.confirmed", payload });
      takeAll(desk, hub);
      expect(desk.stores.outbox.get("o_1")).toMatchObject(end);
    },
  );

  test.each([{ isAwayMeanwhile: false }, { isAwayMeanwhile: true }])(
    "M10 O8 a walk-up that was refused to the hub is refused at its desk too, with the server's words: away $isAwayMeanwhile",
    ({ isAwayMeanwhile }) => {
      const hub = openDesk();
      const hubDevices = (): ReadonlySet<string> => new Set([hub.stores.journal.device]);
      const desk = openDesk({ maySend: () => false, hubDevices });
      const maker = isAwayMeanwhile ? hub : desk;
      save(maker);
      followPeer(maker);
      takeAll(hub, desk);
      const outboxId = "o_1";
      const fields = { eventRunId: ["Registration for this run is closed"] };
      const words = { httpStatus: 422, code: "VALIDATION_ERROR", message: "Not valid", fields };
      append(hub, { kind: "walk-up.refused", payload: { outboxId, ...words } });
      takeAll(desk, hub);
      expect(desk.stores.outbox.get(outboxId)).toMatchObject({
        state: "needs-attention",
        certainty: "refused",
        reason: "refused",
        httpStatus: 422,
        serverMessage: "Not valid",
        serverFields: fields,
        everMaybe: true,
      });
      // An entry in doubt is sent again in its place, and may be refused for another reason.
      const later = { ...words, message: "The run is full", fields: {} };
      append(hub, { kind: "walk-up.refused", payload: { outboxId, ...later } });
      takeAll(desk, hub);
      expect(desk.stores.outbox.get(outboxId)).toMatchObject({
        state: "needs-attention",
        serverMessage: "The run is full",
        serverFields: {},
      });
      append(hub, { kind: "walk-up.sent", payload: { outboxId, credential: "c" } });
      takeAll(desk, hub);
      expect(desk.stores.outbox.get(outboxId)).toMatchObject({
        state: "waiting",
        certainty: "maybe-sent",
        serverMessage: null,
        serverFields: {},
      });
      append(hub, { kind: "walk-up.refused", payload: { outboxId, ...words } });
      takeAll(desk, hub);
      append(hub, { kind: "walk-up.confirmed", payload: { outboxId, participantId: "r1" } });
      takeAll(desk, hub);
      expect(desk.stores.outbox.get(outboxId)).toMatchObject({
        state: "done",
        remoteId: "r1",
        serverMessage: null,
      });
    },
  );

  test("O2 W3 another computer has the same body of a corrected walk-up, and its notes tell one bib", () => {
    const hub = openDesk();
    const desk = openDesk();
    append(desk, { kind: "walk-up.saved", payload: { form, bib: "1631", outboxId: "o_1" } });
    const edited = { form: { ...form, notes: "Bib 2044" }, bib: "2044", successorOf: "o_1" };
    append(desk, { kind: "walk-up.edited", payload: { ...edited, outboxId: "o_2" } });
    takeAll(hub, desk);
    const { body } = hub.stores.outbox.get("o_2") ?? {};
    expect(JSON.parse(new TextDecoder().decode(body))).toEqual(edited.form);
  });

  test("M10 a refusal that a computer other than the hub reports changes nothing", () => {
    const [hub, stranger] = [openDesk(), openDesk()];
    const hubDevices = (): ReadonlySet<string> => new Set([hub.stores.journal.device]);
    const desk = openDesk({ maySend: () => false, hubDevices });
    save(desk);
    followPeer(desk);
    takeAll(stranger, desk);
    const words = { httpStatus: 422, code: null, message: "No" };
    append(stranger, { kind: "walk-up.refused", payload: { outboxId: "o_1", ...words } });
    takeAll(desk, stranger);
    expect(desk.stores.outbox.get("o_1")).toMatchObject({
      state: "pending",
      certainty: "never-sent",
    });
  });

  test("M9 a database that may not send says nothing about the delivery of a walk-up", () => {
    const maySend = (): boolean => false;
    const desk = openDesk();
    const other = openDesk({ maySend, hubDevices: () => new Set(["h", "former"]) });
    save(desk);
    takeAll(other, desk);
    expect(other.stores.outbox.get("o_1")?.certainty).toBe("maybe-sent");
    other.db.transaction(() => {
      const rows = [listedRegistration("r1", { email: form.email, name: null })];
      other.stores.registrations.upsertPage("e", rows, 1, 1);
    });
    expect(other.db.transaction(() => matchLostReplies(other.deps, "e"))).toBe(0);
    expect(kindsAt(other)).toEqual(["walk-up.saved"]);
    const sender = openDesk({ hubDevices: () => new Set(["h", "former"]) });
    takeAll(sender, desk);
    expect(kindsAt(sender)).toEqual(["walk-up.saved", "walk-up.sent"]);
  });
});

describe("the outbox while entries of peers arrive", () => {
  test("M9 a walk-up is never here without its outbox entry, also if the rest of its batch fails", async () => {
    const [desk, hub] = [openDesk(), openDesk()];
    save(desk);
    const { exchange, topics } = openExchange(hub);
    vi.spyOn(hub.stores.meta, "set").mockImplementation(() => {
      throw new Error("The disk is full");
    });
    await expect(exchange.take(whole(desk))).rejects.toThrow("The disk is full");
    expect(hub.stores.walkUps.get("w_1")).not.toBeNull();
    expect(hub.stores.outbox.get("o_1")).not.toBeNull();
    expect(topics).toContain("outbox");
  });

  test("M4 J11 an exchange looks only at the walk-ups that it brings", async () => {
    const [desk, other, hub] = [openDesk(), openDesk(), openDesk()];
    for (const id of ["2", "3"]) save(other, id);
    save(desk);
    const { exchange } = openExchange(hub);
    await exchange.take(whole(other));
    const asked = vi.spyOn(hub.stores.journal, "ofSubjects");
    await exchange.take(whole(desk));
    const subjects = new Set(asked.mock.calls.flatMap(([about]) => about));
    expect([...subjects].filter((subject) => subject.startsWith("w_"))).toEqual(["w_1"]);
    append(desk, { kind: "check-in.made", payload: {} });
    const follow = vi.spyOn(hub.stores.walkUps, "withoutEntry");
    await exchange.take(whole(desk));
    expect(follow).not.toHaveBeenCalled();
  });

  test("M4 check-ins and bibs of another desk repeat only the queries about runners", async () => {
    const [desk, hub] = [openDesk(), openDesk()];
    append(desk, { kind: "check-in.made", payload: {} });
    append(desk, { kind: "bib.given", payload: { bib: "7", previousBib: null } });
    pair(hub, desk);
    const { exchange, topics } = openExchange(hub);
    const push = () => exchange.take(whole(desk), { vector: openExchange(desk).exchange.vector() });
    await push();
    expect(topics).toEqual(["roster", "wake"]);
    await push();
    expect(topics).toEqual(["roster", "wake"]);
    append(desk, { kind: "check-in.made", payload: {} });
    save(desk);
    await push();
    expect(topics).toEqual(
      expect.arrayContaining(["roster", "outbox", "sync", "podium", "released"]),
    );
  });

  test("M4 a heartbeat's answer waits for a batch that is not on the disk yet, and a failed batch delays nobody", async () => {
    const [desk, hub] = [openDesk(), openDesk()];
    for (let count = 0; count < 200; count += 1) {
      append(desk, { kind: "check-in.made", payload: {} }, `w_${count}`);
    }
    const { exchange } = openExchange(hub);
    const ended: string[] = [];
    const batch = exchange.take(whole(desk)).finally(() => ended.push("batch"));
    const heartbeat = exchange
      .take({ entries: [], heads: [] })
      .finally(() => ended.push("heartbeat"));
    expect((await heartbeat).vector).toEqual((await batch).vector);
    expect(ended).toEqual(["batch", "heartbeat"]);
    vi.spyOn(hub.stores.meta, "set").mockImplementationOnce(() => {
      throw new Error("The disk is full");
    });
    append(desk, { kind: "check-in.made", payload: {} });
    const failing = exchange.take(whole(desk));
    const next = exchange.take({ entries: [], heads: [] });
    await expect(failing).rejects.toThrow("The disk is full");
    expect((await next).taken).toBe(0);
  });

  test("M16 O10 a walk-up of a stick that is being imported is looked for first, also if a desk sends another one meanwhile", async () => {
    const [stick, desk, hub] = [openDesk(), openDesk(), openDesk()];
    save(stick);
    save(desk, "2");
    // A part of the file was merged; the rest, and the outbox entries, come later.
    mergeAll(hub, stick);
    pair(hub, desk);
    await openExchange(hub).exchange.take(whole(desk));
    expect(hub.stores.outbox.get("o_1")).toBeNull();
    hub.db.transaction(() => importOutbox(hub.deps));
    expect(hub.stores.outbox.get("o_1")).toMatchObject({
      state: "waiting",
      certainty: "maybe-sent",
    });
    expect(hub.stores.outbox.get("o_2")).toMatchObject({
      state: "pending",
      certainty: "never-sent",
    });
  });

  test("M16 O10 a doubt that comes after its walk-up counts, as from a desk that reads a stick", async () => {
    const [desk, hub] = [openDesk(), openDesk()];
    save(desk);
    pair(hub, desk);
    const { exchange } = openExchange(hub);
    await exchange.take(whole(desk));
    expect(hub.stores.outbox.get("o_1")).toMatchObject({ certainty: "never-sent" });
    desk.db.transaction(() => importOutbox(desk.deps));
    await exchange.take(whole(desk));
    expect(kindsAt(hub)).toEqual(["walk-up.saved", "walk-up.sent"]);
    expect(hub.stores.outbox.get("o_1")).toMatchObject({
      state: "waiting",
      certainty: "maybe-sent",
    });
  });
});

test("J9 O13 an entry that a backup brought back open is over, if the journal names its successor", () => {
  const desk = openDesk();
  save(desk);
  desk.db.transaction(() => importOutbox(desk.deps));
  const tried = { state: "needs-attention", certainty: "refused", reason: "refused" } as const;
  desk.db.transaction(() => desk.stores.outbox.patch("o_1", { ...tried, firstSentAtMs: 1 }));
  append(desk, {
    kind: "walk-up.edited",
    payload: { form, outboxId: "o_2", successorOf: "o_1", key: "key-2" },
  });
  desk.db.transaction(() => importOutbox(desk.deps));
  expect(desk.stores.outbox.get("o_1")).toMatchObject({ state: "cancelled", successorId: "o_2" });
  expect(desk.stores.outbox.get("o_2")).toMatchObject({ certainty: "maybe-sent" });
});
