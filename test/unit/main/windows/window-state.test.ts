import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { WindowBook } from "#main/windows/window-state.ts";
import {
  arrangementOf,
  besideWindow,
  fitWindow,
  freshWindow,
  keepWindow,
  readWindowBook,
  recallWindow,
  writeWindowBook,
} from "#main/windows/window-state.ts";
import { temporaryFolder } from "#test/support/test-core.ts";

const laptop = { x: 0, y: 0, width: 1440, height: 900 };
const beamer = { x: 1440, y: 0, width: 1920, height: 1080 };
const alone = arrangementOf([laptop]);
const both = arrangementOf([laptop, beamer]);
const kept = { ...freshWindow(1200, 800), at: { x: 1600, y: 40 } };
const empty: WindowBook = { main: [], announcer: [] };

test("a window comes back where it was", () => {
  expect(fitWindow(kept, [laptop, beamer])).toEqual(kept);
});

test("a window whose display is gone comes back where it can be seen", () => {
  expect(fitWindow(kept, [laptop])).toEqual({ ...kept, at: null });
  for (const at of [
    { x: 100, y: -500 },
    { x: -1180, y: 40 },
  ]) {
    expect(fitWindow({ ...kept, at }, [laptop]).at).toBeNull();
  }
});

test("no window is too small to work in", () => {
  const tiny = { ...freshWindow(10, 10), maximized: true };
  expect(fitWindow(tiny, [laptop])).toMatchObject({ width: 900, height: 600, maximized: true });
});

test("each arrangement of displays has its own place, whatever order the system tells them in", () => {
  const onLaptop = { ...kept, at: { x: 10, y: 10 }, zoom: 1 };
  let book = keepWindow(empty, "main", both, kept);
  book = keepWindow(book, "main", alone, onLaptop);
  expect(arrangementOf([beamer, laptop])).toBe(both);
  expect(recallWindow(book, "main", both)).toEqual(kept);
  expect(recallWindow(book, "main", alone)).toEqual(onLaptop);
  expect(recallWindow(book, "announcer", both)).toBeNull();
});

test("with displays that were never there it is as it was last", () => {
  const moved = { ...kept, at: { x: 20, y: 20 } };
  const book = keepWindow(keepWindow(empty, "main", alone, kept), "main", both, moved);
  expect(recallWindow(book, "main", arrangementOf([beamer]))).toEqual(moved);
});

test("ten arrangements are kept, the latest ones", () => {
  let book = empty;
  for (let width = 1; width <= 12; width += 1) {
    book = keepWindow(book, "main", arrangementOf([{ ...laptop, width }]), kept);
  }
  expect(book.main).toHaveLength(10);
  expect(book.main.map(({ displays }) => displays)).not.toContain("2x900+0+0");
});

test("an announcer's window without a past opens on the display that the main one is not on", () => {
  const fresh = freshWindow(1280, 720);
  expect(besideWindow(fresh, laptop, [laptop, beamer]).at).toEqual({ x: 1760, y: 180 });
  expect(besideWindow(fresh, beamer, [laptop, beamer]).at).toEqual({ x: 80, y: 90 });
  expect(besideWindow(fresh, laptop, [laptop])).toEqual(fresh);
  expect(besideWindow(fresh, null, [laptop, beamer])).toEqual(fresh);
  const small = { x: -800, y: 0, width: 800, height: 600 };
  expect(besideWindow(fresh, laptop, [laptop, small])).toMatchObject({ width: 800, height: 600 });
});

test("what is written is read again, and garbage is nothing", async () => {
  const folder = temporaryFolder();
  expect(await readWindowBook(folder)).toEqual(empty);
  const book = keepWindow(empty, "announcer", both, kept);
  writeWindowBook(folder, book);
  expect(await readWindowBook(folder)).toEqual(book);
  const broken = JSON.stringify(keepWindow(empty, "main", both, { ...kept, width: 1.5 }));
  for (const garbage of ["", "{", "[]", '{"main":[]}', '{"x":1}', broken]) {
    writeFileSync(join(folder, "window.json"), garbage);
    expect(await readWindowBook(folder)).toEqual(empty);
  }
});
