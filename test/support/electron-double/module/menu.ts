import type { Menu as ElectronMenu, MenuItem, MenuItemConstructorOptions } from "electron";
import type { MenuLine } from "../asks.ts";
import { allWindows } from "./browser-window.ts";
import { quit } from "./lifecycle.ts";
import { note, standIn } from "./stand-in.ts";

let applicationMenu: ElectronMenu | null = null;
const templates = new WeakMap<ElectronMenu, readonly MenuItemConstructorOptions[]>();

interface Statics {
  buildFromTemplate(template: MenuItemConstructorOptions[]): ElectronMenu;
  setApplicationMenu(menu: ElectronMenu | null): void;
}

/** Electron's `Menu`. The operating system performs the roles; the double performs only these. */
export const Menu = standIn<Statics>("Menu", {
  buildFromTemplate(template) {
    const menu = standIn<ElectronMenu>("Menu instance", {});
    templates.set(menu, template);
    return menu;
  },
  setApplicationMenu(menu) {
    applicationMenu = menu;
  },
});

const itemsOf = (
  submenu: MenuItemConstructorOptions["submenu"],
): readonly MenuItemConstructorOptions[] => {
  if (submenu === undefined) return [];
  return Array.isArray(submenu) ? submenu : (templates.get(submenu) ?? []);
};

const itemsOfApplication = (): readonly MenuItemConstructorOptions[] =>
  applicationMenu === null ? [] : (templates.get(applicationMenu) ?? []);

const describe = (item: MenuItemConstructorOptions): MenuLine => ({
  label: item.label ?? item.role ?? "",
  role: item.role ?? null,
  accelerator: item.accelerator ?? null,
  type: item.type ?? (item.submenu === undefined ? "normal" : "submenu"),
  enabled: item.enabled ?? true,
  visible: item.visible ?? true,
  submenu: itemsOf(item.submenu).map(describe),
});

export const readMenu = (): readonly MenuLine[] => itemsOfApplication().map(describe);

/** Clicks an item as a person does, by its labels or roles from the top. */
export function clickMenu(path: readonly string[]): undefined {
  let items = itemsOfApplication();
  let found: MenuItemConstructorOptions | undefined;
  for (const name of path) {
    found = items.find(({ label, role, accelerator }) => [label, role, accelerator].includes(name));
    items = itemsOf(found?.submenu);
  }
  if (found === undefined) throw new Error(`The menu has no item ${path.join(" › ")}.`);
  if (found.enabled === false) throw new Error(`${path.join(" › ")} cannot be clicked now.`);
  const window = allWindows().find(({ state }) => state.isFocused) ?? allWindows()[0];
  if (found.click !== undefined) {
    note("happened", `Menu click “${path.join(" › ")}”`);
    const item = standIn<MenuItem>("MenuItem", { label: found.label ?? "" });
    found.click(item, window?.electron, {});
  } else if (found.role === "quit") quit();
  else if (found.role === "close") void window?.close();
  else throw new Error(`What “${found.role ?? found.label ?? ""}” does is up to the system.`);
  return undefined;
}
