import { expect, test } from "vitest";
import { readNotes, reportInterface } from "#test/support/electron-double/interface.ts";

const source = `
import { app, BrowserWindow } from "electron";
import type { Session } from "electron";
app.on("will-quit", () => undefined);
const window = new BrowserWindow({});
if (app.isPackaged) window.focus();
`;

const declarations = `
  class BrowserWindow extends BaseWindow {
    focus(): void;
    blur(): void;
    readonly id: number;
  }
`;

const whole = `
offered BrowserWindow.focus
touched app.isPackaged
touched new BrowserWindow
touched BrowserWindow.focus
heard app “will-quit”
happened app “will-quit”
`;

const unused = (notes: string): readonly string[] =>
  reportInterface([source], declarations, readNotes(notes)).unused;

test("a run that used everything leaves nothing over, and says what it was", () => {
  const { used } = reportInterface([source], declarations, readNotes(whole));
  expect(used).toEqual([
    "BrowserWindow.focus",
    "app “will-quit”",
    "app.isPackaged",
    "new BrowserWindow",
  ]);
  expect(unused(whole)).toEqual([]);
});

test("what the sources name and no test used is found: of a module, of an object, an event", () => {
  const without = (line: string): string => whole.replace(`${line}\n`, "");
  expect(unused(without("touched app.isPackaged"))).toEqual(["app.isPackaged"]);
  expect(unused(without("touched new BrowserWindow"))).toEqual(["new BrowserWindow"]);
  expect(unused(without("happened app “will-quit”"))).toEqual([
    "app “will-quit”, which never came",
  ]);
  const isKnown = `${without("touched BrowserWindow.focus")}touched BrowserWindow.id\n`;
  expect(unused(isKnown)).toEqual(["BrowserWindow.focus"]);
});

test("what the double has and nobody uses is found too: it holds only what Chute uses", () => {
  expect(unused(`${whole}offered BrowserWindow.blur\n`)).toEqual(["BrowserWindow.blur"]);
});
