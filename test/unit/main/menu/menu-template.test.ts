import type { MenuItemConstructorOptions } from "electron";
import { expect, test } from "vitest";
import type { MenuActions } from "#main/menu/menu-template.ts";
import { menuTemplate } from "#main/menu/menu-template.ts";

const nothing = (): void => undefined;
const acts: MenuActions = {
  openExport: nothing,
  openAnnouncer: nothing,
  openSettings: nothing,
  openKeys: nothing,
  copyDiagnostics: nothing,
  openLogs: nothing,
  openLicences: nothing,
  showAbout: nothing,
};

const itemsOf = (items: MenuItemConstructorOptions[]): MenuItemConstructorOptions[] =>
  items.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? itemsOf(item.submenu) : [])]);

const namesOf = (items: MenuItemConstructorOptions[]): string[] =>
  items.map(({ label, role, type }) => label ?? role ?? type ?? "");

test("on a Mac the program's own menu has About, Settings and Quit; elsewhere Help and File have them", () => {
  const mac = menuTemplate("Chute", true, acts);
  expect(namesOf(mac)).toEqual(["Chute", "File", "editMenu", "View", "windowMenu", "Help"]);
  const first = mac[0]?.submenu;
  expect(namesOf(Array.isArray(first) ? first : [])).toEqual([
    "About Chute",
    "separator",
    "Settings…",
    "separator",
    "services",
    "separator",
    "hide",
    "hideOthers",
    "unhide",
    "separator",
    "quit",
  ]);
  const other = menuTemplate("Chute", false, acts);
  expect(namesOf(other)).toEqual(["File", "editMenu", "View", "windowMenu", "Help"]);
  for (const menu of [mac, other]) {
    const names = namesOf(itemsOf(menu));
    for (const once of ["About Chute", "Settings…", "quit", "close", "togglefullscreen"]) {
      expect(names.filter((name) => name === once)).toHaveLength(1);
    }
  }
});

test("no key of the menu is one of the screens' own, and none stands twice", () => {
  for (const isMac of [true, false]) {
    const keys = itemsOf(menuTemplate("Chute", isMac, acts)).flatMap(({ accelerator }) =>
      accelerator === undefined ? [] : [accelerator],
    );
    expect(keys.toSorted()).toEqual([
      "CommandOrControl+,",
      "CommandOrControl+E",
      "CommandOrControl+Shift+A",
    ]);
  }
});

test("every item of our own does something", () => {
  const own = itemsOf(menuTemplate("Chute", false, acts)).filter(
    ({ label, submenu }) => label !== undefined && submenu === undefined,
  );
  expect(own).toHaveLength(8);
  for (const { label, click } of own) expect(click, label).toBeTypeOf("function");
});
