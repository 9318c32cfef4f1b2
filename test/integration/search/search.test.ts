import { afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { entrant, openSearchDesk, theEvent, type SearchDesk } from "./search-desk.ts";

let desk: SearchDesk;

beforeEach(() => {
  desk = openSearchDesk();
});
afterEach(() => desk.close());

const find = (text: string, more: { limit?: number } = {}) =>
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

  test("B1 C11 few rows begin with the longer bib, not with one that has zeros before it", () => {
    const own = openSearchDesk();
    onTestFinished(() => own.close());
    const [, longer, here] = own.add([
      entrant("One", { bib: "0070" }),
      entrant("Two", { bib: "7-1" }),
      entrant("Three", { bib: "70", here: true }),
    ]);
    own.indexAll();
    const rowidsOf = (limit: number) =>
      own.search.search({ eventId: theEvent, text: "7", limit }).rowids;
    expect(rowidsOf(10)).toEqual([longer, expect.any(Number), here]);
    expect(rowidsOf(1)).toEqual([longer]);
    expect(rowidsOf(2)).toEqual(rowidsOf(10).slice(0, 2));
  });

  test("B1 more zeros than any bib has are left out, too", () => {
    const [runner] = desk.add([entrant(null, { bib: "07" }), entrant(null, { bib: "8" })]);
    desk.indexAll();
    expect(find("007")).toMatchObject({ rowids: [runner], exactBibs: 0, total: 1, more: false });
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
    expect(find("スミス・太郎")).toMatchObject({ near: true, rowids: [john], meant: null });
  });

  test("a text that is still being typed prefers those whose earlier words are whole", () => {
    const rowids = desk.add([entrant("Annabel Smith"), entrant("Sven Anna"), entrant("Anna S")]);
    desk.indexAll();
    expect(find("anna s").rowids.map((rowid) => rowids.indexOf(rowid))).toEqual([2, 1, 0]);
  });

  test("an empty text finds nobody", () => {
    desk.add([entrant("Maria", { bib: "1" })]);
    expect(find(" ")).toMatchObject({ rowids: [], exactBibs: 0, total: 0, more: false });
  });

  test("a total stops at 1,000 and says that there are more", () => {
    desk.add(Array.from({ length: 1_000 }, (_, at) => entrant("Maria", { bib: `${at}` })));
    desk.indexAll();
    expect(find("maria")).toMatchObject({ total: 1_000, more: false });
    desk.add([entrant("Marianne")]);
    desk.indexAll();
    expect(find("maria")).toMatchObject({ total: 1_000, more: true });
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

  test("C7 whoever can be checked in stands before those who are here, not confirmed or retracted; an exact bib stays first", () => {
    const rowids = desk.add([
      entrant("Semenov Oleg", { standing: "cancelled", bib: "semenov" }),
      entrant("Semenov Ivan", { standing: "refunded" }),
      entrant("Semenov Pavel", { here: true }),
      entrant("Semenova Olga"),
      entrant("Semenov Artem"),
    ]);
    for (const isIndexed of [false, true]) {
      if (isIndexed) desk.indexAll();
      const order = (text: string, limit: number) =>
        find(text, { limit }).rowids.map((rowid) => rowids.indexOf(rowid));
      const expected = isIndexed ? [0, 4, 3, 2, 1] : [0, 3, 4, 2, 1];
      for (const limit of [1, 2, 3, 4, 5]) {
        expect(order("semenov", limit), `${limit}`).toEqual(expected.slice(0, limit));
      }
      expect(find("semenov").meant).toBe(rowids[0]);
    }
  });

  test("C7 an exact whole name stands before longer names that contain it, whatever its state", () => {
    const rowids = desk.add([
      entrant("Đặng Phượng Anh"),
      entrant("Đặng Phượng", { here: true }),
      entrant("Đặng Phượng"),
      entrant("김 하윤"),
      entrant("김하윤희"),
    ]);
    for (const isIndexed of [false, true]) {
      if (isIndexed) desk.indexAll();
      const answer = find("phuong dang");
      expect(answer).toMatchObject({ exactNames: 2, meant: null, total: 3 });
      expect(answer.rowids.map((rowid) => rowids.indexOf(rowid))).toEqual([2, 1, 0]);
      for (const typed of ["김하윤", "하윤 김", "김 하윤"]) {
        expect(find(typed), typed).toMatchObject({ exactNames: 1, meant: rowids[3] });
      }
    }
  });

  test("C7 a row that changes, and one whose change is undone, is ranked by what it says", () => {
    const rowids = desk.add([entrant("Ana Um"), entrant("Ana Dois")]);
    desk.indexAll();
    const order = () => find("ana").rowids.map((rowid) => rowids.indexOf(rowid));
    expect(order()).toEqual([0, 1]);
    const checkIn = desk.db.raw.prepare("UPDATE runner SET check_in_entry = 'e' WHERE rowid = ?");
    expect(() =>
      desk.db.transaction(() => {
        checkIn.run(rowids[0]);
        expect(order()).toEqual([1, 0]);
        throw new Error("undone");
      }),
    ).toThrow("undone");
    expect(order()).toEqual([0, 1]);
    desk.db.transaction(() => void checkIn.run(rowids[0]));
    expect(order()).toEqual([1, 0]);
  });

  test("B7 a bib is found as people say it; the text itself as bib or name comes first", () => {
    const [plain, longer, bib, no, literal] = desk.add([
      entrant("Ana", { bib: "2014" }),
      entrant("Rui", { bib: "20141" }),
      entrant("Bib 2014 Fan", { bib: "5" }),
      entrant("No Soon-ja", { bib: "77" }),
      entrant("Tom", { bib: "# 5" }),
    ]);
    for (const isIndexed of [false, true]) {
      if (isIndexed) desk.indexAll();
      for (const typed of ["bib 2014", "BIB:2014", "# 2014", "#2014", "no. 2014", "2 014"]) {
        const answer = find(typed);
        expect(answer.rowids[0], typed).toBe(plain);
        expect(answer.rowids, typed).toContain(longer);
        expect(answer, typed).toMatchObject({ exactBibs: 1, meant: plain });
      }
      expect(find("bib 2014").rowids).toContain(bib);
      expect(find("bib").rowids).toEqual([bib]);
      expect(find("no").rowids).toEqual([no]);
      expect(find("no soon").meant).toBe(no);
      expect(find("# 5")).toMatchObject({ exactBibs: 1, meant: literal });
      expect(find("# 5").rowids).toEqual([literal, bib]);
    }
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
