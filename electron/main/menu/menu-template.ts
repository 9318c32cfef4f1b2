import type { MenuItemConstructorOptions } from "electron";
import { menuWords as say } from "./menu-words.ts";

/** The actions of the menu's own items. */
export interface MenuActs {
  readonly openExport: () => void;
  readonly openAnnouncer: () => void;
  readonly openSettings: () => void;
  readonly openKeys: () => void;
  readonly copyDiagnostics: () => void;
  readonly openLogs: () => void;
  readonly openLicences: () => void;
  readonly showAbout: () => void;
}

/**
 * The application menu with each system's conventions. Items with a role take label and shortcut from the
 * system. No shortcut here collides with one of a screen: those use Ctrl or Cmd only with Z and Enter.
 */
export function menuTemplate(
  name: string,
  isMac: boolean,
  acts: MenuActs,
): MenuItemConstructorOptions[] {
  const separator: MenuItemConstructorOptions = { type: "separator" };
  const about: MenuItemConstructorOptions = { label: say.about(name), click: acts.showAbout };
  const settings: MenuItemConstructorOptions = {
    label: say.settings,
    accelerator: "CommandOrControl+,",
    click: acts.openSettings,
  };
  const application: MenuItemConstructorOptions = {
    label: name,
    submenu: [
      about,
      separator,
      settings,
      separator,
      { role: "services" },
      separator,
      { role: "hide" },
      { role: "hideOthers" },
      { role: "unhide" },
      separator,
      { role: "quit" },
    ],
  };
  const elsewhere = (...items: MenuItemConstructorOptions[]): MenuItemConstructorOptions[] =>
    isMac ? [] : items;
  return [
    ...(isMac ? [application] : []),
    {
      label: say.file,
      submenu: [
        { label: say.export, accelerator: "CommandOrControl+E", click: acts.openExport },
        {
          label: say.announcer,
          accelerator: "CommandOrControl+Shift+A",
          click: acts.openAnnouncer,
        },
        separator,
        ...elsewhere(settings, separator),
        { role: "close" },
        ...elsewhere({ role: "quit" }),
      ],
    },
    { role: "editMenu" },
    {
      label: say.view,
      submenu: [
        { role: "resetZoom" },
        { role: "zoomIn" },
        { role: "zoomOut" },
        separator,
        { role: "togglefullscreen" },
      ],
    },
    { role: "windowMenu" },
    {
      role: "help",
      label: say.help,
      submenu: [
        { label: say.keys, click: acts.openKeys },
        separator,
        { label: say.copyDiagnostics, click: acts.copyDiagnostics },
        { label: say.openLogs, click: acts.openLogs },
        { label: say.licences, click: acts.openLicences },
        ...elsewhere(separator, about),
      ],
    },
  ];
}
