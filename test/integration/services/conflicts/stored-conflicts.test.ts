import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { expect, test } from "vitest";
import type { DeskConflict } from "#shared/contract/conflicts.ts";
import type { TestCore } from "#test/support/test-core.ts";
import { newCommandId, openRace, temporaryFolder } from "#test/support/test-core.ts";
import { tinyEventId as eventId } from "#test/support/tiny-partner.ts";
import { openWithStick, order, written } from "../../journal-mirror/stick-desk.ts";
import { harbourRun } from "../harbour-run.ts";

const give = (desk: TestCore, runnerId: string, bib: string) =>
  desk.value("bib.assign", { ...order(), runnerId, bib });

/** A desk that imported the journal of another desk, which knew none of this desk's entries. */
async function deskAfterImport(
  there: (desk: TestCore) => Promise<unknown>,
  here: (desk: TestCore) => Promise<unknown>,
) {
  const stick = temporaryFolder();
  const other = await openWithStick(stick);
  await there(other);
  await written(other);
  await other.core.close();
  const desk = await openRace(harbourRun, { ports: { chooseFolder: async () => stick } });
  await here(desk);
  await desk.value("journalMirror.import", { commandId: newCommandId() });
  return desk;
}

const listOf = async (desk: TestCore): Promise<DeskConflict[]> =>
  (await desk.value("conflict.list", { eventId })).conflicts;

const kindsOf = async (desk: TestCore): Promise<string[]> =>
  (await listOf(desk)).map(({ kind }) => kind);

const bibOf = async (desk: TestCore, runnerId: string): Promise<string | null> =>
  (await desk.value("roster.get", { eventId, runnerId })).runner.bib;

const differences = async (desk: TestCore): Promise<number> =>
  (await desk.value("journal.verify", {})).differences;

/** Changes the closed database of a desk by SQL. */
function change(desk: TestCore, sql: string): void {
  const raw = new Sqlite(join(desk.dataDir, "live", "chute.sqlite"));
  raw.exec(sql);
  raw.close();
}

test("M11 J5 the verification finds a conflict that is not stored, and a stored one that is none; a rebuild stores what there is", async () => {
  const desk = await deskAfterImport(
    (other) => give(other, "luk", "77"),
    (own) => give(own, "luk", "66"),
  );
  expect(await kindsOf(desk)).toEqual(["bib"]);
  expect(await differences(desk)).toBe(0);
  await desk.core.close();
  change(desk, "DELETE FROM conflict; INSERT INTO conflict VALUES ('tiny', 'ana', 'check-in')");
  const forgetful = await desk.reopen();
  expect(await kindsOf(forgetful)).toEqual([]);
  expect(await differences(forgetful)).toBe(2);
  await forgetful.core.close();
  change(desk, "INSERT OR REPLACE INTO meta VALUES ('rebuild-projections', '1')");
  const rebuilt = await forgetful.reopen();
  expect(await kindsOf(rebuilt)).toEqual(["bib"]);
});

test("M11 B2 two walk-ups that were saved with one bib: who does not keep it has none", async () => {
  const form = { eventRunId: "run-10", registrationType: "free" };
  const save = (desk: TestCore, name: string) =>
    desk.value("walkUp.save", {
      ...order(),
      form: { ...form, name, email: `${name}@example.org` },
      bib: "501",
      checkIn: false,
    });
  const desk = await deskAfterImport(
    (other) => save(other, "Ada"),
    (own) => save(own, "Bea"),
  );
  const [conflict, ...others] = await listOf(desk);
  expect([conflict?.kind, others]).toEqual(["bib-twice", []]);
  expect(await differences(desk)).toBe(0);
  const runners = (conflict?.sides ?? []).map(({ entryId, value }) => ({
    entryId,
    runner: value.kind === "bib-twice" ? value.runner : null,
  }));
  const kept = runners.find(({ runner }) => runner?.name === "Ada");
  const lost = runners.find(({ runner }) => runner?.name === "Bea");
  const settled = await desk.value("conflict.settle", {
    ...order(),
    conflictId: conflict?.id ?? "",
    entryId: kept?.entryId ?? "",
  });
  expect(settled.conflicts).toEqual([]);
  expect(await bibOf(desk, kept?.runner?.id ?? "")).toBe("501");
  expect(await bibOf(desk, lost?.runner?.id ?? "")).toBeNull();
  expect(await differences(desk)).toBe(0);
});

test("M11 a side without a bib counts when it is chosen, however many entries stand against it", async () => {
  const desk = await deskAfterImport(
    async (other) => {
      await give(other, "luk", "76");
      await give(other, "luk", "77");
    },
    (own) => own.value("bib.swap", { ...order(), runnerId: "luk", otherRunnerId: "can" }),
  );
  const [conflict] = await listOf(desk);
  const none = conflict?.sides.find(({ value }) => value.kind === "bib" && value.bib === null);
  await desk.value("conflict.settle", {
    ...order(),
    conflictId: conflict?.id ?? "",
    entryId: none?.entryId ?? "",
  });
  expect(await kindsOf(desk)).toEqual([]);
  expect(await bibOf(desk, "luk")).toBeNull();
  expect(await bibOf(desk, "can")).toBe("A12");
});

test("M11 B2 a relay team gets the chosen bib together", async () => {
  const desk = await deskAfterImport(
    (other) => give(other, "relay-1", "310"),
    (own) => give(own, "relay-1", "320"),
  );
  for (;;) {
    const [conflict] = await listOf(desk);
    if (conflict === undefined) break;
    expect(conflict.kind).toBe("bib");
    const side = conflict.sides.find(({ value }) => value.kind === "bib" && value.bib === "310");
    await desk.value("conflict.settle", {
      ...order(),
      conflictId: conflict.id,
      entryId: side?.entryId ?? "",
    });
  }
  expect(await bibOf(desk, "relay-1")).toBe("310");
  expect(await bibOf(desk, "relay-2")).toBe("310");
});

test("M11 P5 a sheet that was announced is settled in Podium, with a reason", async () => {
  const place = { runId: "run-10", segmentId: "overall" };
  const segment = { segmentId: "overall", label: "Overall", depth: 3, clock: "gun" } as const;
  const enter = async (desk: TestCore, bib: string) => {
    await desk.value("segment.save", { ...order(), runId: place.runId, segments: [segment] });
    const slots = [{ bib, runnerId: null, tie: false, time: null }];
    return desk.value("podium.enter", { ...order(), ...place, slots, follows: [] });
  };
  const desk = await deskAfterImport(
    (other) => enter(other, "7"),
    async (own) => {
      const { revision, openWarnings, depth, clock } = await enter(own, "A12");
      await own.value("podium.announce", {
        ...order(),
        ...place,
        revision: revision ?? "",
        openWarnings,
        depth,
        clock,
      });
    },
  );
  const [conflict] = await listOf(desk);
  const sides = (conflict?.sides ?? []).map(({ entryId }) => entryId);
  const settled = await desk.call("conflict.settle", {
    ...order(),
    conflictId: conflict?.id ?? "",
    entryId: sides[0] ?? "",
  });
  expect(conflict?.kind).toBe("sheet");
  expect(settled).toMatchObject({ error: { code: "reason-needed" } });
  const slots = [{ bib: "A12", runnerId: null, tie: false, time: null }];
  const reason = "Two sheets of one finish";
  await desk.value("podium.enter", { ...order(), ...place, slots, follows: sides, reason });
  expect(await listOf(desk)).toEqual([]);
});

test("M11 everybody who is here without a bib is listed, however many", async () => {
  const people = Array.from({ length: 60 }, (_, index) => ({
    _id: `person-${index}`,
    eventRunId: "run-10",
    email: `person-${index}@example.org`,
  }));
  const desk = await openRace({ ...harbourRun, registrations: people });
  await desk.core.close();
  change(desk, "UPDATE runner SET bib = NULL, bib_given_here = 1, checked_in_at_ms = 1");
  const again = await desk.reopen();
  const { withoutBib } = await again.value("conflict.list", { eventId });
  expect(withoutBib).toHaveLength(60);
});
