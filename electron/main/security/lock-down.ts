import { app } from "electron";
import type { Session, WebContents } from "electron";
import { appOrigin, isAnnouncerUrl, isOwnPage } from "#main/windows/app-protocol.ts";
import { createCameraPermission } from "./camera.ts";
import { mayUse } from "./permissions.ts";
import type { PlacementStore } from "#main/windows/placement-store.ts";
import { pagePreferences } from "#main/windows/window.ts";

/**
 * Restricts every page of this program: no navigation, no new window except the announcer's, no embedded
 * frames.
 */
export function lockDownContents(preload: string, memory: PlacementStore): void {
  app.on("web-contents-created", (_event, contents: WebContents) => {
    contents.on("will-navigate", (event) => {
      if (!isOwnPage(event.url)) event.preventDefault();
    });
    contents.on("will-frame-navigate", (event) => {
      if (!event.isMainFrame) event.preventDefault();
    });
    contents.on("will-redirect", (event) => event.preventDefault());
    contents.on("will-attach-webview", (event) => event.preventDefault());
    contents.on("did-create-window", (window) => memory.follow("announcer", window));
    contents.setWindowOpenHandler(({ url }) =>
      isAnnouncerUrl(url)
        ? {
            action: "allow",
            overrideBrowserWindowOptions: {
              ...memory.options("announcer"),
              autoHideMenuBar: true,
              backgroundColor: "#0a100e",
              webPreferences: pagePreferences(preload),
            },
          }
        : { action: "deny" },
    );
  });
}

/** Grants our page the few permissions it needs, and blocks all requests to other origins. */
export function lockDownSession(session: Session): void {
  const mayOpenCamera = createCameraPermission();
  session.setPermissionRequestHandler((contents, permission, answer, details) => {
    const media = "mediaTypes" in details ? (details.mediaTypes ?? []) : [];
    const { requestingUrl, isMainFrame } = details;
    const isPossible = mayUse({ permission, asker: requestingUrl, isMainFrame, media });
    if (isPossible && permission === "media") void mayOpenCamera(contents).then(answer);
    else answer(isPossible);
  });
  session.setPermissionCheckHandler((_contents, permission, origin, details) => {
    const { isMainFrame, mediaType } = details;
    // A permission check does not always include the media type. It grants nothing; the permission request
    // does.
    const media = mediaType === "audio" ? ["audio"] : ["video"];
    return mayUse({ permission, asker: origin, isMainFrame, media });
  });
  session.setDevicePermissionHandler(() => false);
  // Downloads are only blobs that the page made.
  session.on("will-download", (event, item) => {
    if (!item.getURL().startsWith(`blob:${appOrigin}/`)) event.preventDefault();
  });
  // Blocks every request to another origin, whatever a page tries.
  session.webRequest.onBeforeRequest({ urls: ["<all_urls>"] }, (details, answer) =>
    answer({ cancel: !/^(app|blob|data|devtools):/.test(details.url) }),
  );
}
