import fc from "fast-check";
import { describe, expect, test } from "vitest";

import {
  cursorPlaces,
  findCursor,
  findCursorPlace,
  readCursorAt,
} from "#shared/partner-api/cursor-places.ts";

const bodyPlaces = cursorPlaces.filter((place) => place !== "link");

function answerWith(place: string, value: unknown): { readonly body: unknown } {
  const [container = "", field = ""] = place.split(".");
  return {
    body:
      container === "body"
        ? { data: [], [field]: value }
        : { data: [], [container]: { [field]: value } },
  };
}

describe("D2 the place of the next cursor", () => {
  test.each(bodyPlaces)("may be %s", (place) => {
    expect(findCursor(answerWith(place, "abc"))).toEqual({ place, cursor: "abc" });
    expect(readCursorAt(place, answerWith(place, "abc"))).toBe("abc");
  });

  test.each(bodyPlaces)("%s may say that there is no more", (place) => {
    for (const none of [null, "", false]) {
      expect(findCursor(answerWith(place, none))).toBeUndefined();
      expect(readCursorAt(place, answerWith(place, none))).toBeNull();
      expect(findCursorPlace(answerWith(place, none))).toBe(place);
    }
  });

  test("is not there at all", () => {
    expect(findCursor({ body: { data: [] } })).toBeUndefined();
    expect(findCursorPlace({ body: { data: [] } })).toBeUndefined();
    expect(readCursorAt("meta.next", { body: { data: [] } })).toBeUndefined();
    expect(readCursorAt("meta.next", { body: { data: [], meta: 5 } })).toBeUndefined();
  });

  test("may hold a number or a whole address", () => {
    expect(findCursor(answerWith("body.next", 42))?.cursor).toBe("42");
    // JSON numbers beyond 2^53 are rounded: a rounded cursor would skip rows.
    const rounded = JSON.parse("1234567890123456789") as number;
    expect(findCursor(answerWith("body.next", rounded))).toBeUndefined();
    expect(readCursorAt("body.next", answerWith("body.next", rounded))).toBeUndefined();
    expect(
      findCursor(answerWith("body.next", "https://x.example/r?limit=5&after=a%2Bb"))?.cursor,
    ).toBe("a+b");
    expect(findCursor(answerWith("body.next", "/r?after=c"))?.cursor).toBe("c");
  });

  test.each([
    ['<https://x.example/r?after=abc&limit=5>; rel="next"', "abc"],
    ["</r?after=abc>; rel=next", "abc"],
    ['</r?after=1>; rel="prev", </r?after=2>; rel="next last"', "2"],
    ['</r?after=a%3D%3D>; title="x"; rel="next"', "a=="],
    ['</r?after=1>; rel="prev"', null],
    ["nonsense", null],
    ["", null],
  ])("may be the Link header %j", (link, cursor) => {
    expect(readCursorAt("link", { body: {}, link })).toBe(cursor);
  });

  test("without a Link header is not there", () => {
    expect(readCursorAt("link", { body: {} })).toBeUndefined();
  });

  test("never makes the reader throw", () => {
    fc.assert(
      fc.property(fc.anything(), fc.option(fc.string(), { nil: undefined }), (body, link) => {
        const found = findCursor({ body, link });
        return found === undefined || found.cursor.length > 0;
      }),
    );
  });
});
