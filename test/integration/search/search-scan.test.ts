import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { foldText } from "#shared/domain/search/text-folding.ts";
import { scan, takeApart, type Entrant } from "#test/support/search-oracle.ts";
import { entrant, openSearchDesk, theEvent } from "./search-desk.ts";

describe("search against a plain scan", () => {
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
          (entrants, queries) => {
            const own = openSearchDesk();
            try {
              const rowids = own.add(entrants);
              if (state === "indexed") own.indexAll();
              if (state === "half indexed") own.index.indexChunk(theEvent, entrants.length >> 1);
              for (const query of queries) {
                const expected = scan(entrants.map(takeApart), query);
                const answer = own.search.search({ eventId: theEvent, text: query, limit: 200 });
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
