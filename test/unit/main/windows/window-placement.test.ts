import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { WindowPlacements } from "#main/windows/window-placement.ts";
import {
  arrangementOf,
  placeBeside,
  fitPlacement,
  defaultPlacement,
  withPlacement,
  readPlacements,
  recallPlacement,
  writePlacements,
} from "#main/windows/window-placement.ts";
import { temporaryFolder } from "#test/support/test-core.ts";

const laptop = { x: 0, y: 0, width: 1440, height: 900 };
const beamer = { x: 1440, y: 0, width: 1920, height: 1080 };
const alone = arrangementOf([laptop]);
const both = arrangementOf([laptop, beamer]);
const kept = { ...defaultPlacement(1200, 800), at: { x: 1600, y: 40 } };
const empty: WindowPlacements = { main: [], announcer: [] };

test("a window comes back where it was", () => {
  expect(fitPlacement(kept, [laptop, beamer])).toEqual(kept);
});

test("a window whose display is gone comes back where it can be seen", () => {
  expect(fitPlacement(kept, [laptop])).toEqual({ ...kept, at: null });
  for (const at of [
    { x: 100, y: -500 },
    { x: -1180, y: 40 },
  ]) {
    expect(fitPlacement({ ...kept, at }, [laptop]).at).toBeNull();
  }
});

test("no window is too small to work in", () => {
  const tiny = { ...defaultPlacement(10, 10), maximized: true };
  expect(fitPlacement(tiny, [laptop])).toMatchObject({ width: 900, height: 600, maximized: true });
});

test("each arrangement of displays has its own place, whatever order the system tells them in", () => {
  const onLaptop = { ...kept, at: { x: 10, y: 10 }, zoom: 1 };
  let book = withPlacement(empty, "main", both, kept);
  book = withPlacement(book, "main", alone, onLaptop);
  expect(arrangementOf([beamer, laptop])).toBe(both);
  expect(recallPlacement(book, "main", both)).toEqual(kept);
  expect(recallPlacement(book, "main", alone)).toEqual(onLaptop);
  expect(recallPlacement(book, "announcer", both)).toBeNull();
});

test("with displays that were never there it is as it was last", () => {
  const moved = { ...kept, at: { x: 20, y: 20 } };
  const book = withPlacement(withPlacement(empty, "main", alone, kept), "main", both, moved);
  expect(recallPlacement(book, "main", arrangementOf([beamer]))).toEqual(moved);
});

test("ten arrangements are kept, the latest ones", () => {
  let book = empty;
  for (let width = 1; width <= 12; width += 1) {
    book = withPlacement(book, "main", arrangementOf([{ ...laptop, width }]), kept);
  }
  expect(book.main).toHaveLength(10);
  expect(book.main.map(({ displays }) => displays)).not.toContain("2x900+0+0");
});

test("an announcer's window without a past opens on the display that the main one is not on", () => {
  const fresh = defaultPlacement(1280, 720);
  expect(placeBeside(fresh, laptop, [laptop, beamer]).at).toEqual({ x: 1760, y: 180 });
  expect(placeBeside(fresh, beamer, [laptop, beamer]).at).toEqual({ x: 80, y: 90 });
  expect(placeBeside(fresh, laptop, [laptop])).toEqual(fresh);
  expect(placeBeside(fresh, null, [laptop, beamer])).toEqual(fresh);
  const small = { x: -800, y: 0, width: 800, height: 600 };
  expect(placeBeside(fresh, laptop, [laptop, small])).toMatchObject({ width: 800, height: 600 });
});

test("what is written is read again, and garbage is nothing", async () => {
  const folder = temporaryFolder();
  expect(await readPlacements(folder)).toEqual(empty);
  const book = withPlacement(empty, "announcer", both, kept);
  writePlacements(folder, book);
  expect(await readPlacements(folder)).toEqual(book);
  const broken = JSON.stringify(withPlacement(empty, "main", both, { ...kept, width: 1.5 }));
  for (const garbage of ["", "{", "[]", '{"main":[]}', '{"x":1}', broken]) {
    writeFileSync(join(folder, "window.json"), garbage);
    expect(await readPlacements(folder)).toEqual(empty);
  }
});
