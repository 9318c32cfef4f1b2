import type { MenuItemConstructorOptions } from "electron";
import { menuMessages as messages } from "./menu-messages.ts";

/** The actions of the menu's own items. */
export interface MenuActions {
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
  actions: MenuActions,
): MenuItemConstructorOptions[] {
  const separator: MenuItemConstructorOptions = { type: "separator" };
  const about: MenuItemConstructorOptions = {
    label: messages.about(name),
    click: actions.showAbout,
  };
  const settings: MenuItemConstructorOptions = {
    label: messages.settings,
    accelerator: "CommandOrControl+,",
    click: actions.openSettings,
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
  const unlessMac = (...items: MenuItemConstructorOptions[]): MenuItemConstructorOptions[] =>
    isMac ? [] : items;
  return [
    ...(isMac ? [application] : []),
    {
      label: messages.file,
      submenu: [
        { label: messages.export, accelerator: "CommandOrControl+E", click: actions.openExport },
        {
          label: messages.announcer,
          accelerator: "CommandOrControl+Shift+A",
          click: actions.openAnnouncer,
        },
        separator,
        ...unlessMac(settings, separator),
        { role: "close" },
        ...unlessMac({ role: "quit" }),
      ],
    },
    { role: "editMenu" },
    {
      label: messages.view,
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
      label: messages.help,
      submenu: [
        { label: messages.keys, click: actions.openKeys },
        separator,
        { label: messages.copyDiagnostics, click: actions.copyDiagnostics },
        { label: messages.openLogs, click: actions.openLogs },
        { label: messages.licences, click: actions.openLicences },
        ...unlessMac(separator, about),
      ],
    },
  ];
}
