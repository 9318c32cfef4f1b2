import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { StateFilter } from "#core/db/search-filter.ts";
import { entrant, openSearchDesk, theEvent, type SearchDesk } from "./search-desk.ts";

let desk: SearchDesk;

beforeEach(() => {
  desk = openSearchDesk();
});
afterEach(() => desk.close());

const find = (text: string, more: { runId?: string; state?: StateFilter; limit?: number } = {}) =>
  desk.search.search({ eventId: theEvent, text, ...more });

describe("search", () => {
  test("B1 7 offers the exact bib, then 007, then those that go on, shorter first", () => {
    const bibs = ["70", "A7", "007", "17", "7", "701", "0071", "7"];
    const rowids = desk.add(bibs.map((bib) => entrant(null, { bib })));
    desk.indexAll();
    const answer = find("7");
    expect(answer.rowids.map((rowid) => bibs[rowids.indexOf(rowid)])).toEqual([
      "7",
      "7",
      "007",
      "70",
      "701",
      "0071",
    ]);
    expect(answer).toMatchObject({ exactBibs: 2, total: 6 });
    expect(find("007")).toMatchObject({ exactBibs: 1, total: 4 });
    expect(find("007").rowids.map((rowid) => bibs[rowids.indexOf(rowid)])).toEqual([
      "007",
      "7",
      "7",
      "0071",
    ]);
    expect(find("a7").exactBibs).toBe(1);
  });

  test("B1 zeros left out stand before bibs that go on, however many bibs have some", () => {
    for (const count of [1, 120]) {
      const own = openSearchDesk();
      const padded = Array.from({ length: count }, (_, at) => `00${at + 7}`);
      const bibs = ["70", "7", ...padded];
      const rowids = own.add(bibs.map((bib) => entrant(null, { bib })));
      own.indexAll();
      const answer = own.search.search({ eventId: theEvent, text: "7", limit: 3 });
      expect(answer.rowids.map((rowid) => bibs[rowids.indexOf(rowid)])).toEqual(["7", "007", "70"]);
      const last = own.search.search({ eventId: theEvent, text: String(count + 6) });
      expect(last.rowids).toContain(rowids.at(-1));
      own.close();
    }
  });

  test("B1 more zeros than any bib has are left out, too", () => {
    const [runner] = desk.add([entrant(null, { bib: "07" }), entrant(null, { bib: "8" })]);
    desk.indexAll();
    expect(find("007")).toEqual({ rowids: [runner], exactBibs: 0, total: 1, more: false });
  });

  test("B1 zeros left out stand before more bibs than are counted", () => {
    const goOn = Array.from({ length: 1_000 }, (_, at) => String(7_000 + at));
    const rowids = desk.add(["7", ...goOn, "007"].map((bib) => entrant(null, { bib })));
    desk.indexAll();
    const answer = find("7", { limit: 1_000 });
    expect(answer).toMatchObject({ exactBibs: 1, total: 1_000, more: true });
    expect(answer.rowids.slice(0, 3)).toEqual([rowids[0], rowids.at(-1), rowids[1]]);
  });

  test("names stand before e-mails behind a bib too", () => {
    const rowids = desk.add([
      entrant("Ana", { email: "1042@example.org" }),
      entrant("Team 10423"),
      entrant("Team 1042"),
      entrant("Bo", { bib: "10421" }),
    ]);
    desk.indexAll();
    expect(find("1042").rowids.map((rowid) => rowids.indexOf(rowid))).toEqual([3, 2, 1, 0]);
  });

  test("B1 a bib of signs or emoji is found though it has no word", () => {
    const [runner] = desk.add([entrant("Ana", { bib: "🏃#" })]);
    desk.indexAll();
    expect(find("🏃").rowids).toEqual([runner]);
    expect(find("🏃#")).toMatchObject({ exactBibs: 1, total: 1 });
  });

  test("whole names stand before longer ones, names before e-mails", () => {
    const rowids = desk.add([
      entrant("Linda Berg", { email: "li@example.org" }),
      entrant("Berg", { email: "li.b@example.org" }),
      entrant("Li Wei"),
      entrant("Anna Li"),
    ]);
    desk.indexAll();
    expect(find("li").rowids.map((rowid) => rowids.indexOf(rowid))).toEqual([2, 3, 0, 1]);
  });

  test("names written without spaces are found in any order of their parts, whatever parts them", () => {
    const [john, smith, yamada] = desk.add([
      entrant("ジョン・スミス"),
      entrant("约翰·史密斯"),
      entrant("山田", { email: "太郎@example.org" }),
    ]);
    desk.indexAll();
    for (const typed of ["ジョン・スミス", "スミス・ジョン", "スミス,ジョ", "スミス ジョン"]) {
      expect(find(typed).rowids, typed).toEqual([john]);
    }
    for (const typed of ["约翰·史密斯", "史密斯·约翰", "史密斯'约翰"]) {
      expect(find(typed).rowids, typed).toEqual([smith]);
    }
    for (const typed of ["山田-太郎", "太郎/山田"])
      expect(find(typed).rowids, typed).toEqual([yamada]);
    expect(find("スミス・太郎").total).toBe(0);
  });

  test("a text that is still being typed prefers those whose earlier words are whole", () => {
    const rowids = desk.add([entrant("Annabel Smith"), entrant("Sven Anna"), entrant("Anna S")]);
    desk.indexAll();
    expect(find("anna s").rowids.map((rowid) => rowids.indexOf(rowid))).toEqual([2, 1, 0]);
  });

  test("an empty text finds nobody; with a filter it lists by bib, those without one last", () => {
    const bibs = ["10", "9", null, "100", "2"];
    const rowids = desk.add([
      ...bibs.map((bib) => entrant(null, { bib, runId: "run-2" })),
      entrant(null, { bib: "1", here: true }),
    ]);
    expect(find(" ")).toEqual({ rowids: [], exactBibs: 0, total: 0, more: false });
    const listed = find("", { runId: "run-2" });
    expect(listed.rowids.map((rowid) => bibs[rowids.indexOf(rowid)])).toEqual([
      "2",
      "9",
      "10",
      "100",
      null,
    ]);
    expect(find("", { state: "not-here", limit: 2 })).toMatchObject({ total: 5, more: false });
    expect(find("", { state: "here" }).rowids).toEqual([rowids[5]]);
    expect(find("", { state: "here", runId: "run-2" }).total).toBe(0);
  });

  test("a total stops at 1,000 and says that there are more", () => {
    desk.add(Array.from({ length: 1_000 }, (_, at) => entrant("Maria", { bib: `${at}` })));
    desk.indexAll();
    expect(find("maria")).toMatchObject({ total: 1_000, more: false });
    expect(find("", { state: "all", runId: "run-1" })).toMatchObject({ total: 1_000, more: false });
    desk.add([entrant("Marianne")]);
    desk.indexAll();
    expect(find("maria")).toMatchObject({ total: 1_000, more: true });
    expect(find("", { runId: "run-1" })).toMatchObject({ total: 1_000, more: true });
    expect(find("maria", { limit: 7 }).rowids).toHaveLength(7);
  });

  test("10,000 characters, quotes and operators are harmless", () => {
    const [runner] = desk.add([entrant("Near Or Not")]);
    desk.indexAll();
    expect(find("maria ".repeat(1_667)).total).toBe(0);
    expect(find("x".repeat(10_000)).total).toBe(0);
    expect(find("山".repeat(10_000)).total).toBe(0);
    for (const typed of [
      '"near',
      "NEAR(or not)",
      "name:",
      "or*",
      "-not",
      "^near",
      "{name} : near",
      "near AND or",
      "'",
      '"""',
      "*",
      "\0near",
      "\uE000near",
    ]) {
      expect(() => find(typed), typed).not.toThrow();
    }
    expect(find('"near" or*').rowids).toEqual([runner]);
    expect(find("NEAR(or not)").rowids).toEqual([runner]);
  });

  test("only the event that was asked for is searched", () => {
    const [here] = desk.add([entrant("Maria", { bib: "7" })]);
    desk.add([entrant("Maria", { bib: "7", eventId: "65f000000000000000000002" })]);
    expect(find("maria").rowids).toEqual([here]);
    desk.indexAll();
    expect(find("maria").rowids).toEqual([here]);
    expect(find("7").rowids).toEqual([here]);
    expect(desk.search.search({ eventId: "unknown", text: "maria" }).total).toBe(0);
  });

  test("a changed row is found by its new text alone, a removed one not at all", () => {
    const [runner = 0] = desk.add([entrant("Maria", { bib: "7" })]);
    desk.indexAll();
    desk.change(runner, entrant("Björk", { bib: "8" }));
    const expectBjork = (): void => {
      expect(find("maria").total).toBe(0);
      expect(find("7").total).toBe(0);
      expect(find("bjo").rowids).toEqual([runner]);
      expect(find("8").exactBibs).toBe(1);
    };
    expectBjork();
    desk.indexAll();
    expectBjork();
    desk.remove(runner);
    expect(find("bjo").total).toBe(0);
  });
});
