/** Labels of the menu's own items, and their messages. */
export const menuMessages = {
  name: "Chute",
  file: "File",
  export: "Export…",
  announcer: "Announcer’s Window",
  settings: "Settings…",
  view: "View",
  help: "Help",
  keys: "Keyboard Keys",
  copyDiagnostics: "Copy Diagnostics",
  openLogs: "Open Logs Folder",
  licences: "Licences",
  about: (name: string): string => `About ${name}`,
  seen: "OK",
  copied: {
    message: "Diagnostics were copied.",
    detail:
      "Versions, counts and codes of this computer are on the clipboard. There is no name, no key and no address in them.",
  },
  notCopied: {
    message: "Diagnostics could not be gathered.",
    detail: "Nothing was copied. Everything that was saved is safe.",
  },
  noLogs: {
    message: "There is no log yet.",
    detail: "Chute starts a log when there is something to write.",
  },
} as const;
