import { expect, test } from "vitest";
import { followedTop } from "#renderer/features/podium/finish-log/visible-rows.ts";

const size = { total: 3_000, nextBib: 40, viewHeight: 640, rowHeight: 64 };

test("P9 the row of the next bib stands at one place while bibs are typed", () => {
  const first = followedTop("next-bib", size) ?? 0;
  const second = followedTop("next-bib", { ...size, nextBib: 41 }) ?? 0;
  expect(second - first).toBe(64);
  expect(40 * 64 - first).toBeGreaterThan(64);
  expect(40 * 64 - first).toBeLessThan(640 - 64);
});

test("P9 what is stamped below moves nothing while bibs are typed, and the end follows while they are not", () => {
  const longer = { ...size, total: 3_500 };
  expect(followedTop("next-bib", longer)).toBe(followedTop("next-bib", size));
  expect(followedTop("end", longer)).toBe(3_500 * 64 - 640);
  expect(followedTop("scrolled", longer)).toBeNull();
});

test("P9 a short list is never scrolled beyond its ends", () => {
  const short = { ...size, total: 4 };
  expect(followedTop("end", short)).toBe(0);
  expect(followedTop("next-bib", { ...short, nextBib: 4 })).toBe(0);
  expect(followedTop("next-bib", { ...size, nextBib: 3_000 })).toBe(3_000 * 64 - 640);
  expect(followedTop("next-bib", { ...size, nextBib: 1 })).toBe(0);
});
