/**
 * The exports of `import … from "electron"` in the main process under the double. A name that is missing here makes the
 * start fail; a member that is missing ends the process.
 */
import "./answers.ts";

export { app } from "./app.ts";
export { BrowserWindow } from "./browser-window.ts";
export { clipboard } from "./clipboard.ts";
export { dialog } from "./dialog.ts";
export { ipcMain } from "./ipc-main.ts";
export { Menu } from "./menu.ts";
export { net } from "./net.ts";
export { powerMonitor, powerSaveBlocker } from "./power.ts";
export { protocol } from "./protocol.ts";
export { safeStorage } from "./safe-storage.ts";
export { screen } from "./screen.ts";
export { session } from "./session.ts";
export { shell } from "./shell.ts";
