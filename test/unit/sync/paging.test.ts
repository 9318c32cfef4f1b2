import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { PageFacts } from "#core/partner/paging.ts";
import { pageSize, readPageVerdict } from "#core/partner/paging.ts";
import { cursorPlaces } from "#shared/partner-api/paging.ts";

const facts = (more: Partial<PageFacts> = {}): PageFacts => ({
  rowCount: pageSize,
  newRows: pageSize,
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

  test("D2 an empty page ends the list, whatever cursor it carries", () => {
    expect(
      readPageVerdict(facts({ rowCount: 0, newRows: 0 }), { body: { nextCursor: "c" } }),
    ).toEqual({ kind: "end" });
  });

  test("D2 a short page ends the list", () => {
    expect(readPageVerdict(facts({ rowCount: 99, newRows: 99 }), { body: {} }).kind).toBe("end");
    expect(
      readPageVerdict(facts({ rowCount: 99, newRows: 99 }), { body: { nextCursor: "c" } }).kind,
    ).toBe("end");
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

  test("D2 a full page with nothing new is incomplete", () => {
    expect(
      readPageVerdict(facts({ askedWith: "c1", newRows: 0 }), { body: { nextCursor: "c2" } }),
    ).toEqual({ kind: "incomplete", why: "nothing-new" });
    expect(
      readPageVerdict(facts({ askedWith: "c1", newRows: 0, knownPlace: "body.next" }), {
        body: {},
      }),
    ).toEqual({ kind: "incomplete", why: "nothing-new" });
  });

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
