import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { fitWindow, readWindowState, writeWindowState } from "#main/window-state.ts";

const laptop = { x: 0, y: 0, width: 1440, height: 900 };
const beamer = { x: 1440, y: 0, width: 1920, height: 1080 };
const kept = { x: 1600, y: 40, width: 1200, height: 800, maximized: false };

const temporaryFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "chute-window-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

test("a window comes back where it was", () => {
  expect(fitWindow(kept, [laptop, beamer])).toEqual(kept);
});

test("a window whose display is gone comes back where it can be seen", () => {
  const { width, height, maximized } = kept;
  expect(fitWindow(kept, [laptop])).toEqual({ width, height, maximized });
  expect(fitWindow({ ...kept, x: 100, y: -500 }, [laptop])).not.toHaveProperty("x");
  expect(fitWindow({ ...kept, x: -1180 }, [laptop])).not.toHaveProperty("x");
});

test("a first window has a sensible size, and no window is too small to work in", () => {
  expect(fitWindow(null, [laptop])).toEqual({ width: 1440, height: 900, maximized: false });
  expect(fitWindow({ width: 10, height: 10, maximized: true }, [laptop])).toEqual({
    width: 900,
    height: 600,
    maximized: true,
  });
});

test("what is written is read again, and garbage is nothing", async () => {
  const folder = temporaryFolder();
  expect(await readWindowState(folder)).toBeNull();
  await writeWindowState(folder, kept);
  expect(await readWindowState(folder)).toEqual(kept);
  for (const garbage of ["", "{", "[]", '{"width":"x"}', '{"width":1.5,"height":1}']) {
    writeFileSync(join(folder, "window.json"), garbage);
    expect(await readWindowState(folder)).toBeNull();
  }
});
