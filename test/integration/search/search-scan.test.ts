import fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import type { StateFilter } from "#core/db/search/search-filter.ts";
import { foldText } from "#shared/domain/search/text-folding.ts";
import { lets, scan, takeApart, type Entrant } from "#test/support/search-oracle.ts";
import { entrant, openSearchDesk, theEvent } from "./search-desk.ts";

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
    const desk = openSearchDesk();
    onTestFinished(() => desk.close());
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
        const answer = desk.search.search({
          eventId: theEvent,
          text: typed,
          ...filter,
          limit: 1_000,
        });
        expect({ total: answer.near ? 0 : answer.total, more: answer.more }).toEqual({
          total: Math.min(expected.length, 1_000),
          more: expected.length > 1_000,
        });
        const found = new Set(answer.near ? [] : answer.rowids);
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
    fc.constantFrom("bib 7", "no 1", "#12", "1 2", "nr. a1", "bib 1 012", "1.012", "# 0"),
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

  test("few rows are the first of many, and counted alike", () => {
    const bib = fc.oneof(
      fc.nat(1_200).map(String),
      fc.constantFrom("7", "07", "007", "0070", "7-1"),
    );
    fc.assert(
      fc.property(
        fc.array(runner, { minLength: 1, maxLength: 25 }),
        fc.array(bib, { maxLength: 200 }),
        fc.constantFrom(0, 60, 500),
        fc.array(fc.oneof(typed, bib), { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 1, max: 20 }),
        (others, bibs, indexed, queries, limit) => {
          const own = openSearchDesk();
          try {
            const entrants = [...bibs.map((each) => entrant(null, { bib: each })), ...others];
            own.add(entrants);
            own.index.indexChunk(theEvent, indexed);
            const scanned = entrants.map(takeApart);
            for (const query of queries) {
              const asked = { eventId: theEvent, text: query };
              const all = own.search.search({ ...asked, limit: 1_000 });
              const matching = all.near ? 0 : all.total;
              expect(matching, JSON.stringify(query)).toBe(scan(scanned, query).length);
              expect(own.search.search({ ...asked, limit }), JSON.stringify(query)).toEqual({
                ...all,
                rowids: all.rowids.slice(0, limit),
              });
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
                // Guesses are no matches (C11): they may appear only if the scan finds nobody.
                const matching = answer.near ? [] : answer.rowids;
                const found = matching.map((rowid) => rowids.indexOf(rowid));
                expect(
                  found.toSorted((one, other) => one - other),
                  JSON.stringify(query),
                ).toEqual(expected);
                expect(answer.near ? 0 : answer.total).toBe(expected.length);
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
