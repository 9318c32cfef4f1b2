import { app } from "electron";
import type { Session, WebContents } from "electron";
import { appOrigin, isAppUrl } from "./app-protocol.ts";

/** What a page of ours may use; asked of the same origin only. */
const allowed = new Set(["media", "clipboard-sanitized-write", "fullscreen"]);

/** Every page this program ever opens: it stays where it is, opens nothing and embeds nothing. */
export function lockDownContents(): void {
  app.on("web-contents-created", (_event, contents: WebContents) => {
    contents.on("will-navigate", (event) => {
      if (!isAppUrl(event.url)) event.preventDefault();
    });
    contents.on("will-redirect", (event) => event.preventDefault());
    contents.on("will-attach-webview", (event) => event.preventDefault());
    contents.setWindowOpenHandler(() => ({ action: "deny" }));
  });
}

/** The camera for scanning, the clipboard and full screen; every other permission is refused. */
export function lockDownSession(session: Session): void {
  session.setPermissionRequestHandler((_contents, permission, answer, details) =>
    answer(isAllowed(permission, details.requestingUrl)),
  );
  session.setPermissionCheckHandler((_contents, permission, origin) =>
    isAllowed(permission, origin),
  );
  session.setDevicePermissionHandler(() => false);
  // Nothing is fetched from elsewhere, whatever a page tries.
  session.webRequest.onBeforeRequest({ urls: ["<all_urls>"] }, (details, answer) =>
    answer({ cancel: !/^(app|blob|data|devtools):/.test(details.url) }),
  );
}

const isAllowed = (permission: string, asker: string): boolean =>
  allowed.has(permission) && (isAppUrl(asker) || asker === appOrigin);
