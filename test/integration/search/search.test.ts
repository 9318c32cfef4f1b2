import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { StateFilter } from "#core/db/search-filter.ts";
import { foldText } from "#shared/domain/fold.ts";
import { lets, scan, takeApart, type Entrant } from "#test/support/search-oracle.ts";
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
    expect(answer.exactBibs).toBe(2);
    expect(find("007").rowids.map((rowid) => bibs[rowids.indexOf(rowid)])).toEqual([
      "007",
      "7",
      "7",
      "0071",
    ]);
    expect(find("a7").exactBibs).toBe(1);
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

describe("search against a plain scan", () => {
  test("the same runners where a filter lets tens of thousands through", () => {
    const names = ["Maria", "Marek", "Anna", "Björk", "山田太郎", "Łukasz"];
    const entrants = Array.from({ length: 24_000 }, (_, at) =>
      entrant(`${names[at % names.length]} ${at.toString(36)}`, {
        bib: String(at),
        email: `e${at}@example.org`,
        runId: at % 16 === 0 ? "run-2" : "run-1",
        here: at % 5 === 0,
      }),
    );
    const scanned = entrants.map(takeApart);
    const rowids = desk.add(entrants);
    desk.indexAll();
    const filters = [
      { runId: "run-1", state: "all" },
      { runId: "run-2", state: "all" },
      { state: "not-here" },
      { state: "here" },
    ] as const;
    for (const filter of filters) {
      for (const typed of ["bjork 1a", "maria zz", "山田 h", "23", "2399", "luk 0", "anna"]) {
        const expected = scan(scanned, typed).filter((at) =>
          lets(entrants[at] as Entrant, "runId" in filter ? filter.runId : undefined, filter.state),
        );
        const answer = find(typed, { ...filter, limit: 1_000 });
        expect(answer).toMatchObject({
          total: Math.min(expected.length, 1_000),
          more: expected.length > 1_000,
        });
        const found = new Set(answer.rowids);
        const members = new Set(expected.map((at) => rowids[at]));
        expect(
          [...found].every((rowid) => members.has(rowid)),
          typed,
        ).toBe(true);
      }
    }
  });

  const piece = fc.oneof(
    fc.constantFrom(
      "Guðmundsdóttir",
      "Łukasz",
      "Łu",
      "Maria",
      "María",
      "Mar",
      "O'Brien",
      "Anne-Marie",
      "anne",
      "al-Rahman",
      "山田",
      "太郎",
      "山",
      "田太",
      "ジョン・スミス",
      "じょん",
      "김민수",
      "민수",
      "สมชาย",
      "ชาย",
      "أحمد",
      "احمد",
      "Straße",
      "ss",
      "7",
      "007",
      "70",
      "A12",
      "a1",
      "0",
      "00",
      "'",
      "-",
      "·",
      "Ⅷ",
      "🏃",
      "x",
      "J.",
      "Gal·la",
      "田Taro太",
    ),
    fc.string({ unit: "binary", maxLength: 3 }),
  );
  const text = fc
    .array(piece, { maxLength: 3 })
    .chain((pieces) => fc.constantFrom(" ", "", "-", "'").map((between) => pieces.join(between)));
  const runner: fc.Arbitrary<Entrant> = fc.record({
    name: fc.option(text),
    email: fc.oneof(
      text.map((name) => `${name}@example.org`),
      fc.constantFrom("maria@example.org", "maria.j-12@club.example", "nobody"),
    ),
    bib: fc.option(fc.oneof(piece, fc.nat(120).map(String))),
    runId: fc.constantFrom("run-1", "run-2", "run-3"),
    standing: fc.constantFrom("confirmed", "confirmed", "cancelled"),
    here: fc.boolean(),
  });
  const typed = fc.oneof(
    text,
    piece,
    fc.constantFrom("maria@", "maria mar@", "1", "12", "maria.j-12@club 7"),
  );

  test("a filter that lets everybody through changes nothing, not even the order", () => {
    const bib = fc.oneof(piece, fc.nat(1_200).map(String), fc.constantFrom("07", "0070", "7A"));
    fc.assert(
      fc.property(
        fc.array(runner, { minLength: 1, maxLength: 25 }),
        fc.array(bib, { maxLength: 200 }),
        fc.array(fc.oneof(typed, bib), { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 1, max: 60 }),
        (entrants, bibs, queries, limit) => {
          const own = openSearchDesk();
          try {
            const numbered = bibs.map((each) => entrant(null, { bib: each }));
            own.add([...entrants, ...numbered].map((each) => ({ ...each, runId: "run-1" })));
            own.indexAll();
            for (const query of queries) {
              if (foldText(query).trim() === "") continue;
              const asked = { eventId: theEvent, text: query, limit };
              expect(own.search.search(asked), JSON.stringify(query)).toEqual(
                own.search.search({ ...asked, runId: "run-1" }),
              );
            }
          } finally {
            own.close();
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  test.each([["indexed"], ["not indexed"], ["half indexed"]])(
    "the same runners, %s, whatever is typed",
    (state) => {
      fc.assert(
        fc.property(
          fc.array(runner, { minLength: 1, maxLength: 25 }),
          fc.array(typed, { minLength: 1, maxLength: 8 }),
          fc.option(fc.constantFrom("run-1", "run-3"), { nil: undefined }),
          fc.constantFrom<StateFilter>("all", "not-here", "here", "not-confirmed"),
          (entrants, queries, runId, filter) => {
            const own = openSearchDesk();
            try {
              const rowids = own.add(entrants);
              if (state === "indexed") own.indexAll();
              if (state === "half indexed") own.index.indexChunk(theEvent, entrants.length >> 1);
              for (const query of queries) {
                const expected = scan(entrants.map(takeApart), query).filter((at) =>
                  lets(entrants[at] as Entrant, runId, filter),
                );
                const answer = own.search.search({
                  eventId: theEvent,
                  text: query,
                  state: filter,
                  limit: 200,
                  ...(runId === undefined ? {} : { runId }),
                });
                if (foldText(query).trim() === "") continue;
                const found = answer.rowids.map((rowid) => rowids.indexOf(rowid));
                expect(
                  found.toSorted((one, other) => one - other),
                  JSON.stringify(query),
                ).toEqual(expected);
                expect(answer.total).toBe(expected.length);
                expect(new Set(found).size).toBe(found.length);
              }
            } finally {
              own.close();
            }
          },
        ),
        { numRuns: 60 },
      );
    },
  );
});
