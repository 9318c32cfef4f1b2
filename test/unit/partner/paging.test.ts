import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { PageFacts } from "#core/partner/paging.ts";
import { pageQuery, pageSize, readPageVerdict } from "#core/partner/paging.ts";
import { cursorPlaces } from "#shared/partner-api/cursor-places.ts";

const facts = (more: Partial<PageFacts> = {}): PageFacts => ({
  rowCount: pageSize,
  newRows: pageSize,
  barrenPages: 0,
  askedWith: null,
  knownPlace: null,
  isUsed: () => false,
  ...more,
});

describe("D2 the end of a list", () => {
  test("D2 pages have 100 rows", () => {
    expect(pageSize).toBe(100);
  });

  test("D2 a cursor at any known place is found and its place remembered", () => {
    for (const place of cursorPlaces.filter((each) => each !== "link")) {
      const [container = "", field = ""] = place.split(".");
      const body = container === "body" ? { [field]: "c2" } : { [container]: { [field]: "c2" } };
      expect(readPageVerdict(facts(), { body })).toEqual({ kind: "next", cursor: "c2", place });
    }
    const link = '<https://api.example.org/registration?after=c2&limit=100>; rel="next"';
    expect(readPageVerdict(facts(), { body: { data: [] }, link })).toEqual({
      kind: "next",
      cursor: "c2",
      place: "link",
    });
  });

  test.each([0, 1, 50, 99])(
    "D2 a page of %i rows with a new cursor goes on: only the absence of a cursor is the end",
    (rowCount) => {
      const verdict = readPageVerdict(facts({ rowCount, newRows: rowCount }), {
        body: { nextCursor: "c2" },
      });
      expect(verdict).toEqual({ kind: "next", cursor: "c2", place: "body.nextCursor" });
    },
  );

  test.each([0, 50, 99])("D2 a page of %i rows without a cursor ends the list", (rowCount) => {
    const end = { kind: "end" };
    expect(readPageVerdict(facts({ rowCount, newRows: rowCount }), { body: {} })).toEqual(end);
  });

  test("D2 null or absence at the remembered place ends the list", () => {
    const known = facts({ knownPlace: "body.nextCursor", askedWith: "c1" });
    expect(readPageVerdict(known, { body: { nextCursor: null } }).kind).toBe("end");
    expect(readPageVerdict(known, { body: {} }).kind).toBe("end");
  });

  test("D2 null at any known place ends a list that fits one full page", () => {
    expect(readPageVerdict(facts(), { body: { pagination: { next: null } } }).kind).toBe("end");
  });

  test("D2 a full page with no cursor place ever seen is incomplete", () => {
    expect(readPageVerdict(facts(), { body: { data: [] } })).toEqual({
      kind: "incomplete",
      why: "no-cursor",
    });
  });

  test("D2 a repeated cursor is incomplete, the asked one or an older one", () => {
    const answer = { body: { nextCursor: "c1" } };
    const place = "body.nextCursor" as const;
    expect(readPageVerdict(facts({ askedWith: "c1", knownPlace: place }), answer)).toEqual({
      kind: "incomplete",
      why: "repeated-cursor",
    });
    expect(
      readPageVerdict(
        facts({ askedWith: "c9", knownPlace: place, isUsed: (c) => c === "c1" }),
        answer,
      ),
    ).toEqual({ kind: "incomplete", why: "repeated-cursor" });
  });

  test("D2 five pages in a row with nothing new are incomplete, four are not", () => {
    const barren = (barrenPages: number): string =>
      readPageVerdict(facts({ askedWith: "c1", rowCount: 0, newRows: 0, barrenPages }), {
        body: { nextCursor: "c2" },
      }).kind;
    expect([0, 1, 2, 3].map(barren)).toEqual(["next", "next", "next", "next"]);
    expect(barren(4)).toBe("incomplete");
  });

  test.each([
    ["links", { next: "/registration?after=c2&limit=100" }],
    ["links", { next: { href: "https://api.example.org/v1/registration?after=c2" } }],
    ["_links", { next: { href: "?after=c2" } }],
  ])("D2 a next page given as a link in the body is followed: %s %j", (container, links) => {
    const baseUrl = "https://api.example.org/v1";
    expect(readPageVerdict(facts(), { body: { [container]: links }, baseUrl })).toMatchObject({
      kind: "next",
      cursor: "c2",
      place: `${container}.next`,
    });
  });

  test("D2 a link without after is followed by all its parameters", () => {
    const verdict = readPageVerdict(facts(), {
      body: { links: { next: "https://api.example.org/registration?page=2&limit=50" } },
      baseUrl: "https://api.example.org",
    });
    expect(verdict).toMatchObject({ kind: "next", cursor: "?page=2&limit=50" });
    expect(pageQuery("?page=2&limit=50")).toEqual({ page: "2", limit: "50" });
    expect(pageQuery("c2")).toEqual({ after: "c2" });
    expect(pageQuery(null)).toEqual({});
  });

  test.each(["https://elsewhere.example/registration?page=2", "https://api.example.org/page/2"])(
    "D2 a link that cannot be asked for is incomplete, never the end: %s",
    (next) => {
      expect(
        readPageVerdict(facts({ rowCount: 50, newRows: 50 }), {
          body: { links: { next } },
          baseUrl: "https://api.example.org",
        }),
      ).toEqual({ kind: "incomplete", why: "unknown-link" });
    },
  );

  test("D2 a cursor that moved to another place is followed, not taken for the end", () => {
    expect(
      readPageVerdict(facts({ knownPlace: "body.next", askedWith: "c1" }), {
        body: { meta: { nextCursor: "c2" } },
      }),
    ).toEqual({ kind: "next", cursor: "c2", place: "meta.nextCursor" });
  });

  test("D2 a list that goes on never asks with one cursor twice", () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ minLength: 1, maxLength: 2 }), { maxLength: 30 }),
        (cursors) => {
          const used = new Set<string>();
          let askedWith: string | null = null;
          for (const cursor of cursors) {
            const verdict = readPageVerdict(
              facts({ askedWith, isUsed: (each) => used.has(each) }),
              { body: { nextCursor: cursor } },
            );
            if (verdict.kind !== "next") return true;
            if (used.has(verdict.cursor)) return false;
            used.add(verdict.cursor);
            askedWith = verdict.cursor;
          }
          return true;
        },
      ),
    );
  });
});
