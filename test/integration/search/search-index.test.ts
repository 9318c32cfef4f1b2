import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Clock } from "#core/ports.ts";
import { keepSearchIndexed } from "#core/db/search/search-upkeep.ts";
import { createManualClock } from "#test/support/clock.ts";
import { entrant, openSearchDesk, theEvent, type SearchDesk } from "./search-desk.ts";

let desk: SearchDesk;

beforeEach(() => {
  desk = openSearchDesk();
});
afterEach(() => desk.close());

const find = (text: string) => desk.search.search({ eventId: theEvent, text });

const countSegments = (): number =>
  Number(desk.db.raw.prepare("SELECT count(DISTINCT segid) FROM runner_fts_idx").pluck().get());

describe("the search's index", () => {
  test("rows are found before they are indexed, and by themselves are indexed soon", async () => {
    const clock = createManualClock();
    const upkeep = keepSearchIndexed({ db: desk.db, clock });
    const rowids = desk.add([
      entrant("Łukasz"),
      entrant("山田太郎"),
      entrant(null, { email: "ana@x.example" }),
    ]);
    const expectAll = (): void => {
      expect(find("luk").rowids).toEqual([rowids[0]]);
      expect(find("田太").rowids).toEqual([rowids[1]]);
      expect(find("ana@x").rowids).toEqual([rowids[2]]);
    };
    expectAll();
    await clock.advance(1_000);
    const waiting = desk.db.raw.prepare("SELECT count(*) FROM runner WHERE indexed = 0").pluck();
    expect(waiting.get()).toBe(0);
    expectAll();
    expect(clock.pending).toBe(0);
    upkeep.close();
  });

  test("commits within 40 ms share one step, so that 100 commits leave at most four segments", async () => {
    const clock = createManualClock();
    // Node's timers take at least 1 ms, so each step is followed by a commit.
    const after: Clock["after"] = (ms, call) => clock.after(Math.max(1, ms), call);
    const upkeep = keepSearchIndexed({ db: desk.db, clock: { ...clock, after } });
    for (let at = 0; at < 100; at += 1) {
      desk.add([entrant(`Maria ${at}`)]);
      await clock.advance(1);
    }
    expect(countSegments()).toBeLessThanOrEqual(4);
    await clock.advance(50);
    const waiting = desk.db.raw.prepare("SELECT count(*) FROM runner WHERE indexed = 0").pluck();
    expect(waiting.get()).toBe(0);
    expect(find("maria").total).toBe(100);
    upkeep.close();
  });

  test("a change of the bib leaves the whole name in its index, a change of the name does not", () => {
    const [rowid = 0, other = 0] = desk.add([entrant("Ana Costa"), entrant("Rui Costa")]);
    const names = desk.db.raw.prepare("SELECT rowid FROM runner_name ORDER BY rowid").pluck();
    desk.indexAll();
    desk.change(rowid, entrant("Ana Costa", { bib: "7" }));
    expect(names.all()).toEqual([rowid, other]);
    expect(find("costa ana")).toMatchObject({ rowids: [rowid], exactNames: 1, total: 1 });
    expect(find("7")).toMatchObject({ rowids: [rowid], exactBibs: 1 });
    desk.change(rowid, entrant("Eva Costa", { bib: "7" }));
    expect(names.all()).toEqual([other]);
    expect(find("ana costa").exactNames).toBe(0);
    desk.indexAll();
    expect(find("eva costa")).toMatchObject({ rowids: [rowid], exactNames: 1, total: 1 });
    desk.change(rowid, entrant("Eva Costa", { bib: "8" }));
    desk.remove(rowid);
    expect(names.all()).toEqual([other]);
  });

  test("what few commits left apart is merged in a calm moment, and only then", async () => {
    const clock = createManualClock();
    const upkeep = keepSearchIndexed({ db: desk.db, clock });
    for (let at = 0; at < 20; at += 1) {
      desk.add([entrant(`Maria ${at}`)]);
      await clock.advance(100);
      expect(countSegments()).toBe(at + 1);
    }
    await clock.advance(2_000);
    expect(countSegments()).toBe(1);
    expect(find("maria").total).toBe(20);
    expect(clock.pending).toBe(0);
    upkeep.close();
  });

  test("who brings rows and indexes them is left alone, but what it leaves is indexed", async () => {
    const clock = createManualClock();
    const upkeep = keepSearchIndexed({ db: desk.db, clock });
    for (let page = 0; page < 5; page += 1) {
      desk.add([entrant(`Maria ${page}`), entrant(`Marek ${page}`), entrant(`Anna ${page}`)]);
      expect(upkeep.indexSome(2)).toBe(true);
      await clock.advance(100);
    }
    const waiting = desk.db.raw.prepare("SELECT count(*) FROM runner WHERE indexed = 0").pluck();
    expect(waiting.get()).toBe(5);
    await clock.advance(1_000);
    expect(waiting.get()).toBe(0);
    expect(upkeep.indexSome(2)).toBe(false);
    upkeep.close();
  });

  test("a step leaves one segment, however many names and new words it has", () => {
    const spelled = (at: number): string =>
      [...String(at)].map((digit) => "bcdfghklmn"[Number(digit)]).join("a");
    desk.add(Array.from({ length: 200 }, (_, at) => entrant(`Maria ${spelled(at)} 田中${at}`)));
    desk.index.indexChunk(theEvent, 200);
    expect(countSegments()).toBe(1);
  });

  test("many small commits are merged into few segments, step by step", () => {
    for (let at = 0; at < 120; at += 1) {
      desk.add([entrant(`Maria ${at}`)]);
      desk.index.indexChunk(theEvent, 10);
    }
    expect(countSegments()).toBe(120);
    desk.indexAll();
    expect(countSegments()).toBeLessThanOrEqual(4);
    expect(find("maria").total).toBe(120);
    expect(desk.index.mergeSome()).toBe(false);
  });

  test("small segments are merged with their like, the large one is rarely written anew", () => {
    desk.add(Array.from({ length: 2_000 }, (_, at) => entrant(`Maria ${at}`, { bib: `${at}` })));
    desk.indexAll();
    const segments = desk.db.raw
      .prepare<[], number>(
        "SELECT segid FROM runner_fts_idx GROUP BY segid ORDER BY count(*) DESC, segid",
      )
      .pluck();
    const largest = new Set(segments.all().slice(0, 1));
    const added = 60;
    for (let at = 0; at < added; at += 1) {
      desk.add([entrant(`Marek ${at}`)]);
      desk.indexAll();
      const [large = 0, ...others] = segments.all();
      largest.add(large);
      expect(others.length).toBeLessThanOrEqual(3);
    }
    expect(largest.size).toBeLessThanOrEqual(8);
    expect(find("marek").total).toBe(added);
  });
});
