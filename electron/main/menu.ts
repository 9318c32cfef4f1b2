import { Menu } from "electron";
import type { MenuItemConstructorOptions } from "electron";

const isMac = process.platform === "darwin";

/** The usual roles, whose words the system knows in its own language. */
export function setMenu(): void {
  const application: MenuItemConstructorOptions[] = isMac ? [{ role: "appMenu" }] : [];
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([
      ...application,
      { role: "fileMenu" },
      { role: "editMenu" },
      {
        role: "viewMenu",
        submenu: [
          { role: "resetZoom" },
          { role: "zoomIn" },
          { role: "zoomOut" },
          { type: "separator" },
          { role: "togglefullscreen" },
        ],
      },
      { role: "windowMenu" },
    ]),
  );
}
