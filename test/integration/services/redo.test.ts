import { describe, expect, test } from "vitest";
import { newCommandId, openRace } from "#test/support/test-core.ts";
import type { TestCore } from "#test/support/test-core.ts";
import { tinyEventId as eventId } from "#test/support/tiny-partner.ts";
import { harbourRun } from "./harbour-run.ts";

const tablet = { role: "desk", device: "Tablet", deviceId: "tablet-1" } as const;
type Caller = typeof tablet | undefined;

const order = () => ({ commandId: newCommandId(), eventId });
const checkIn = (desk: TestCore, runnerId: string, caller?: Caller) =>
  desk.value("checkIn.perform", { ...order(), runnerId }, caller);
const undoLast = (desk: TestCore, entryId?: string, caller?: Caller) =>
  desk.value(
    "desk.undoLast",
    { ...order(), ...(entryId === undefined ? {} : { entryId }) },
    caller,
  );
const redo = (desk: TestCore, entryId?: string, caller?: Caller) =>
  desk.call("desk.redo", { ...order(), ...(entryId === undefined ? {} : { entryId }) }, caller);

const isHere = async (desk: TestCore, runnerId: string) =>
  (await desk.value("roster.get", { eventId, runnerId })).runner.checkedIn !== null;
const bibOf = async (desk: TestCore, runnerId: string) =>
  (await desk.value("roster.get", { eventId, runnerId })).runner.bib;
const kindsOf = async (desk: TestCore, runnerId: string) =>
  (await desk.value("roster.get", { eventId, runnerId })).history.map(({ kind }) => kind);

const nothing = { ok: false, error: { code: "nothing-to-redo" } };

describe("C3 undo of exactly one action", () => {
  test("C3 an undo with an entry takes back that one and leaves what came after it", async () => {
    const desk = await openRace(harbourRun);
    const { entryId } = await checkIn(desk, "ana");
    await checkIn(desk, "luk");
    const undone = await undoLast(desk, entryId);
    expect(undone).toMatchObject({ undone: "check-in", runners: [{ id: "ana" }] });
    expect([await isHere(desk, "ana"), await isHere(desk, "luk")]).toEqual([false, true]);
    const again = await desk.call("desk.undoLast", { ...order(), entryId });
    expect(again).toMatchObject({ error: { code: "nothing-to-undo" } });
    expect(await isHere(desk, "luk")).toBe(true);
  });

  test("C3 S10 Ctrl+Z takes back the last action of this desk, whatever the desk was called then", async () => {
    const desk = await openRace(harbourRun);
    const rename = (name: string) =>
      desk.value("settings.save", { commandId: newCommandId(), desk: name });
    await rename("Desk 1");
    await checkIn(desk, "ana");
    await rename("Start");
    await checkIn(desk, "luk");
    await rename("Desk 1");
    expect((await undoLast(desk)).runners.map(({ id }) => id)).toEqual(["luk"]);
    expect((await undoLast(desk)).runners.map(({ id }) => id)).toEqual(["ana"]);
    const again = await redo(desk);
    expect(again.ok).toBe(true);
    expect([await isHere(desk, "ana"), await isHere(desk, "luk")]).toEqual([true, false]);
  });

  test("C3 one entry of a family names the whole family, and what is left of it", async () => {
    const desk = await openRace(harbourRun);
    const { outcomes } = await desk.value("checkIn.performAll", {
      ...order(),
      runnerIds: ["ana", "rui"],
    });
    await checkIn(desk, "luk");
    await desk.value("checkIn.undo", { ...order(), runnerId: "ana" });
    const undone = await undoLast(desk, outcomes[0]?.entryId ?? "");
    expect(undone.runners.map(({ id }) => id)).toEqual(["rui"]);
    expect([await isHere(desk, "rui"), await isHere(desk, "luk")]).toEqual([false, true]);
  });

  test("C3 which check-ins stand, and who undid the others", async () => {
    const desk = await openRace(harbourRun);
    const ana = await checkIn(desk, "ana");
    const luk = await checkIn(desk, "luk");
    await desk.value("checkIn.undo", { ...order(), runnerId: "ana" }, tablet);
    const entryIds = [ana.entryId, luk.entryId];
    expect(await desk.value("checkIn.standing", { eventId, entryIds })).toMatchObject({
      standing: [luk.entryId],
      undone: [
        { entryId: ana.entryId, actor: { operator: "", desk: "Tablet", atMs: desk.clock.now() } },
      ],
      runners: [
        {
          entryId: ana.entryId,
          runner: { id: "ana", checkedIn: null },
          warnings: [{ kind: "bib-look-alike" }],
        },
        {
          entryId: luk.entryId,
          runner: { id: "luk", checkedIn: { desk: "Desk 1" } },
          warnings: [],
        },
      ],
    });
  });
});

describe("C10 redo", () => {
  test("C10 it does the undone check-in again as a new entry; the old ones stay (J2)", async () => {
    const desk = await openRace(harbourRun);
    await checkIn(desk, "ana");
    expect(await redo(desk)).toMatchObject(nothing);
    await undoLast(desk);
    const again = await redo(desk);
    expect(again).toMatchObject({ value: { redone: "check-in", runners: [{ id: "ana" }] } });
    expect(await kindsOf(desk, "ana")).toEqual(["checked-in", "check-in-undone", "checked-in"]);
    expect(await redo(desk)).toMatchObject(nothing);
  });

  test("C10 two undos are done again in the opposite order, and can be undone again", async () => {
    const desk = await openRace(harbourRun);
    for (const runnerId of ["ana", "luk"]) {
      await checkIn(desk, runnerId);
      await desk.clock.advance(10);
    }
    await undoLast(desk);
    await undoLast(desk);
    expect(await redo(desk)).toMatchObject({ value: { runners: [{ id: "ana" }] } });
    expect(await redo(desk)).toMatchObject({ value: { runners: [{ id: "luk" }] } });
    expect(await redo(desk)).toMatchObject(nothing);
    expect((await undoLast(desk)).runners.map(({ id }) => id)).toEqual(["luk"]);
    expect(await redo(desk)).toMatchObject({ value: { runners: [{ id: "luk" }] } });
  });

  test("C10 something new ends it; the undo itself can still be named", async () => {
    const desk = await openRace(harbourRun);
    await checkIn(desk, "ana");
    const { entryId } = await undoLast(desk);
    await checkIn(desk, "luk");
    expect(await redo(desk)).toMatchObject(nothing);
    expect(await redo(desk, entryId)).toMatchObject({ value: { runners: [{ id: "ana" }] } });
    expect(await redo(desk, entryId)).toMatchObject(nothing);
  });

  test("C10 each desk does its own again, also what it undid of another one", async () => {
    const desk = await openRace(harbourRun);
    const { entryId } = await checkIn(desk, "ana");
    await desk.value("checkIn.undo", { ...order(), runnerId: "ana", entryId }, tablet);
    expect(await redo(desk)).toMatchObject(nothing);
    expect(await redo(desk, undefined, tablet)).toMatchObject({
      value: { runners: [{ id: "ana", checkedIn: { desk: "Tablet" } }] },
    });
  });

  test("C10 who came in at another desk since is named and not checked in twice", async () => {
    const desk = await openRace(harbourRun);
    await checkIn(desk, "ana");
    await undoLast(desk);
    await desk.clock.advance(1_000);
    await checkIn(desk, "ana", tablet);
    expect(await redo(desk)).toMatchObject({
      error: {
        code: "already-checked-in",
        details: { runner: { name: "Ana Sousa", checkedIn: { desk: "Tablet" } } },
      },
    });
    expect(await kindsOf(desk, "ana")).toEqual(["checked-in", "check-in-undone", "checked-in"]);
  });

  test("C10 an override keeps its reason, unless the runner came in since", async () => {
    const desk = await openRace(harbourRun);
    const override = { reason: "Paid in cash" };
    await desk.value("checkIn.perform", { ...order(), runnerId: "can", override });
    await undoLast(desk);
    expect((await redo(desk)).ok).toBe(true);
    const { history } = await desk.value("roster.get", { eventId, runnerId: "can" });
    expect(history.at(-1)).toMatchObject({ kind: "checked-in", reason: "Paid in cash" });
    await undoLast(desk);
    await desk.clock.advance(10);
    await desk.value("checkIn.perform", { ...order(), runnerId: "can", override }, tablet);
    expect(await redo(desk)).toMatchObject({ error: { code: "already-checked-in" } });
  });

  test("C10 a family comes in again together; who came in since is named beside it", async () => {
    const desk = await openRace(harbourRun);
    await desk.value("checkIn.performAll", { ...order(), runnerIds: ["ana", "rui"] });
    const { entryId } = await undoLast(desk);
    await desk.clock.advance(10);
    await checkIn(desk, "rui", tablet);
    expect(await redo(desk, entryId)).toMatchObject({
      value: { redone: "family", runners: [{ id: "ana" }], left: [{ id: "rui" }] },
    });
    expect([await isHere(desk, "ana"), await isHere(desk, "rui")]).toEqual([true, true]);
  });

  test("C10 a bib, a relay team's bib and a swap are done again", async () => {
    const desk = await openRace(harbourRun);
    const bibs = async (...ids: string[]) => Promise.all(ids.map((id) => bibOf(desk, id)));
    await desk.value("bib.assign", { ...order(), runnerId: "can", bib: "8" });
    await undoLast(desk);
    expect(await redo(desk)).toMatchObject({ value: { redone: "bib" } });
    expect(await bibs("can")).toEqual(["8"]);

    await desk.value("bib.assign", { ...order(), runnerId: "relay-1", bib: "302" });
    await undoLast(desk);
    expect(await bibs("relay-1", "relay-2")).toEqual(["301", "301"]);
    expect((await redo(desk)).ok).toBe(true);
    expect(await bibs("relay-1", "relay-2")).toEqual(["302", "302"]);

    await desk.value("bib.swap", { ...order(), runnerId: "ana", otherRunnerId: "luk" });
    await undoLast(desk);
    expect(await redo(desk)).toMatchObject({ value: { redone: "swap" } });
    expect(await bibs("ana", "luk")).toEqual(["A12", "7"]);
  });

  test("C10 a bib that somebody else has by now stays with them; a bib given since is not lost", async () => {
    const desk = await openRace(harbourRun);
    await desk.value("bib.assign", { ...order(), runnerId: "can", bib: "8" });
    await undoLast(desk);
    await desk.value("bib.assign", { ...order(), runnerId: "wait", bib: "8" }, tablet);
    expect(await redo(desk)).toMatchObject({
      error: { code: "bib-taken", details: { holder: { id: "wait" } } },
    });
    await desk.value("bib.assign", { ...order(), runnerId: "can", bib: "9" }, tablet);
    expect(await redo(desk)).toMatchObject({
      error: { code: "overtaken", details: { runner: { id: "can", bib: "9" } } },
    });
    expect([await bibOf(desk, "can"), await bibOf(desk, "wait")]).toEqual(["9", "8"]);
  });
});
