import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { describe, expect, test } from "vitest";
import { createChangeFeed } from "#core/change-feed.ts";
import { createFinishService } from "#core/services/finish-log/finish.ts";
import { createCommandLog } from "#core/services/command-log.ts";
import { createPodiumService } from "#core/services/podium/podium.ts";
import { createSegmentService } from "#core/services/podium/segment.ts";
import { createDeskSettings } from "#core/services/settings/settings.ts";
import { owner } from "#core/handlers.ts";
import { openTestDatabase } from "#test/support/database.ts";
import { listedEvent, listedRun } from "#test/support/listed-event.ts";
import { newCommandId } from "#test/support/test-core.ts";
import { finishDesk, newItemId } from "./finish-desk.ts";
import { eventId, lines, openPodium, podiumDesk, readOut, runId } from "./podium-desk.ts";

describe("what the screen calls saved is on disk", () => {
  test("J1 a commit that fails says so, leaves nothing, and the same command succeeds later", async () => {
    const desk = await openPodium();
    await desk.enter(lines("7"));
    const before = await desk.value("podium.get", { eventId, runId });
    const sheet = await desk.order(lines("A12"));
    const stamps = [{ id: "stamp-0001", atMs: 1 }];
    const press = { commandId: newCommandId(), eventId, stamps };
    const other = new Sqlite(join(desk.dataDir, "live", "chute.sqlite"));
    other.exec("BEGIN IMMEDIATE");
    const notSaved = { ok: false, error: { code: "not-saved", details: { why: "busy" } } };
    expect(await desk.call("podium.enter", sheet)).toMatchObject(notSaved);
    expect(await desk.call("finish.stamp", press)).toMatchObject(notSaved);
    other.exec("ROLLBACK");
    other.close();
    expect(await desk.value("podium.get", { eventId, runId })).toEqual(before);
    expect(await finishDesk(desk).rows()).toEqual([]);
    expect(readOut(await desk.value("podium.enter", sheet))).toEqual(["1. A12"]);
    expect(await desk.value("finish.stamp", press)).toMatchObject({ stamps: 1 });
    expect(await desk.value("journal.verify", {})).toMatchObject({ brokenAt: [], differences: 0 });
  });

  test("J1 on a full disk nothing is half written: no sheet, no press, no reply that is remembered", () => {
    const { db, stores, clock } = openTestDatabase();
    const context = {
      stores,
      commands: createCommandLog(db, stores.commands, clock),
      feed: createChangeFeed({ log: () => undefined }),
      settings: createDeskSettings(stores.settings),
    };
    const podium = createPodiumService(context);
    const finish = createFinishService(context);
    const segments = createSegmentService(context);
    const place = { eventId: "e", runId: "run-1", segmentId: "overall" };
    db.transaction(() => {
      stores.events.upsertListed(listedEvent, 1);
      stores.runs.replace("e", [listedRun], []);
    });
    const declared = { segmentId: "overall", label: "Overall", depth: 3, clock: "gun" } as const;
    const saved = segments["segment.save"](
      { commandId: newCommandId(), ...place, segments: [declared] },
      owner,
    );
    expect(saved).toMatchObject({ ok: true });
    const pages = Number(db.raw.pragma("page_count", { simple: true }));
    db.raw.pragma(`max_page_count = ${pages + 12}`);

    let follows: string[] = [];
    const enter = (count: number) => {
      const slots = Array.from({ length: 50 }, (_, at) => ({
        bib: `${count}-${at}`,
        runnerId: null,
        tie: false,
        time: null,
      }));
      const order = { commandId: newCommandId(), ...place, follows, slots };
      return { order, reply: podium["podium.enter"](order, owner) };
    };
    let written = 0;
    for (; written < 200; written += 1) {
      const { reply } = enter(written);
      if (reply instanceof Promise || !reply.ok) break;
      follows = [reply.value.revision ?? ""];
    }
    expect(written).toBeGreaterThan(0);
    const kept = stores.journal.count();
    const { order, reply } = enter(written);
    const full = { ok: false, error: { code: "not-saved", details: { why: "disk-full" } } };
    expect(reply).toMatchObject(full);
    const stamps = Array.from({ length: 500 }, (_, at) => ({ id: `stamp-${at}-x`, atMs: at }));
    const press = { commandId: newCommandId(), eventId: "e", stamps };
    expect(finish["finish.stamp"](press, owner)).toMatchObject(full);
    expect(stores.journal.count()).toBe(kept);
    expect(stores.finish.count("e", "stamps")).toBe(0);
    expect(stores.podium.get("e", "run-1", "overall")?.state.heads[0]?.entryId).toBe(follows[0]);

    db.raw.pragma("max_page_count = 1000000");
    expect(podium["podium.enter"](order, owner)).toMatchObject({ ok: true });
    expect(finish["finish.stamp"](press, owner)).toMatchObject({ value: { stamps: 500 } });
  });

  test("J1 J5 everything is there after the program was opened again", async () => {
    const desk = await openPodium();
    await desk.enter(lines("7@35:00", "=A12@35:00"));
    await desk.announce();
    const log = finishDesk(desk);
    await log.press(100, 200);
    await log.type("7");
    await desk.value("gun.set", { commandId: newCommandId(), eventId, runId, atMs: 10 });
    const podium = await desk.value("podium.get", { eventId });
    const page = await log.page();
    const again = podiumDesk(await desk.reopen(), desk.partner);
    expect(await again.value("podium.get", { eventId })).toEqual(podium);
    expect(await finishDesk(again).page()).toEqual(page);
    await finishDesk(again).do("undo", {});
    expect((await finishDesk(again).page()).guns).toEqual([]);
  });
});

describe("a command is performed once", () => {
  test("J8 the same one twice, at once or after a restart, answers the same", async () => {
    const desk = await openPodium();
    const sheet = await desk.order(lines("7"));
    const [one, other] = await Promise.all([
      desk.call("podium.enter", sheet),
      desk.call("podium.enter", sheet),
    ]);
    expect(other).toEqual(one);
    const bib = { commandId: newCommandId(), eventId, id: "line-0001", bib: "7", before: null };
    const typed = await desk.value("finish.bib", bib);
    const again = podiumDesk(await desk.reopen(), desk.partner);
    expect(await again.call("podium.enter", sheet)).toEqual(one);
    expect(await again.value("finish.bib", bib)).toEqual(typed);
    const undo = { commandId: newCommandId(), eventId };
    expect(await again.value("finish.undo", undo)).toEqual(await again.value("finish.undo", undo));
    const place = { eventId, runId, segmentId: "overall" };
    expect((await again.value("podium.history", place)).lines).toHaveLength(1);
  });

  test("J8 the same id for something else is refused and performs nothing", async () => {
    const desk = await openPodium();
    const sheet = await desk.order(lines("7"));
    const { revision } = await desk.value("podium.enter", sheet);
    const conflict = { error: { code: "command-conflict" } };
    const other = { ...sheet, slots: lines("A12") };
    expect(await desk.call("podium.enter", other)).toMatchObject(conflict);
    const { commandId } = sheet;
    const place = { eventId, runId, segmentId: "overall" };
    const undo = { commandId, ...place, follows: [revision ?? ""] };
    expect(await desk.call("podium.undo", undo)).toMatchObject(conflict);
    const stamps = [{ id: "stamp-0001", atMs: 1 }];
    expect(await desk.call("finish.stamp", { commandId, eventId, stamps })).toMatchObject(conflict);
    expect(await desk.call("group.save", { commandId, eventId, runId, groups: [] })).toMatchObject(
      conflict,
    );
    expect(readOut(await desk.segment())).toEqual(["1. 7"]);
  });

  test("J8 the id of a line with other content is refused, and the same content answers as before", async () => {
    const log = finishDesk(await openPodium());
    const [stamp, bib, gap] = [newItemId(), newItemId(), newItemId()];
    const press = (atMs: number) => log.do("stamp", { stamps: [{ id: stamp, atMs }] });
    const type = (text: string | null) => log.do("bib", { id: bib, bib: text, before: null });
    expect(await press(100)).toBe(1);
    expect(await type("7")).toBe(1);
    expect(await press(100)).toBe(1);
    expect(await type("7")).toBe(1);
    expect(await press(200)).toBe("command-conflict");
    expect(await type("12")).toBe("command-conflict");
    expect(await type(null)).toBe("command-conflict");
    expect(await log.do("gap", { id: stamp, before: stamp })).toBe("command-conflict");
    expect(await log.do("gap", { id: gap, before: stamp })).toBe(2);
    expect(await log.do("gap", { id: gap, before: stamp })).toBe(2);
    // Of a batch with such a line nothing is saved.
    const stamps = [
      { id: newItemId(), atMs: 300 },
      { id: stamp, atMs: 200 },
    ];
    expect(await log.do("stamp", { stamps })).toBe("command-conflict");
    // What the line was at first counts, also after a change and after its removal.
    await log.do("change", { id: bib, bib: "A12" });
    expect(await type("7")).toBe(2);
    await log.do("remove", { list: "bibs", id: bib });
    expect(await type("7")).toBe(2);
    expect(await type("12")).toBe("command-conflict");
    expect(await log.rows()).toEqual(["? -", "100 -"]);
  });

  test("J8 one id twice in one call with different times is refused", async () => {
    const log = finishDesk(await openPodium());
    const id = newItemId();
    const stamps = [
      { id, atMs: 100 },
      { id, atMs: 200 },
    ];
    expect(await log.do("stamp", { stamps })).toBe("command-conflict");
    expect(await log.rows()).toEqual([]);
  });
});

test("J5 screens are told: podium and finish log each by their own invalidation", async () => {
  const desk = await openPodium();
  const told = async (act: () => Promise<unknown>): Promise<string[]> => {
    await desk.clock.advance(0);
    desk.invalidations.length = 0;
    await act();
    await desk.clock.advance(0);
    return desk.invalidations.map(({ topic, eventId: about }) => `${topic} ${about}`);
  };
  expect(await told(() => desk.enter(lines("7")))).toEqual([`podium ${eventId}`]);
  expect(await told(() => finishDesk(desk).press(1))).toEqual([`finish ${eventId}`]);
  expect(
    await told(async () => desk.call("podium.enter", { ...(await desk.order([])), follows: [] })),
  ).toEqual([]);
});
