import type { BrowserWindowConstructorOptions, DownloadItem } from "electron";
import { answerWith } from "./browser-side.ts";
import { allWindows, createWindow, needWindow } from "./browser-window.ts";
import { answerDialog, answerNext } from "./dialog.ts";
import { answerInvoke } from "./ipc-main.ts";
import { clickMenu, readMenu } from "./menu.ts";
import { isKeptAwake, powerSource } from "./power.ts";
import { answerByProtocol } from "./protocol.ts";
import { setDisplays } from "./screen.ts";
import { isCancelled, isGranted, sessionSource } from "./session.ts";
import { createEvent, note, readNotes, standIn } from "./stand-in.ts";
import type { Source } from "./stand-in.ts";
import { findContents, needContents } from "./web-contents.ts";

/** Events of a page, reported to main as Electron reports them. */
answerWith({
  async "page.request"(request) {
    if (await isCancelled(request)) return { kind: "cancelled" };
    return answerByProtocol(request);
  },
  "page.invoke": answerInvoke,
  "page.will-navigate"({ pageId, url, kind }) {
    const { source, electron } = needContents(pageId);
    const isMainFrame = kind !== "frame";
    const names =
      kind === "redirect"
        ? ["will-redirect"]
        : ["will-frame-navigate", ...(isMainFrame ? ["will-navigate"] : [])];
    const isPrevented = names.some((name) => {
      const event = createEvent({
        url,
        isSameDocument: false,
        isMainFrame,
        frame: isMainFrame ? electron.mainFrame : null,
        initiator: electron.mainFrame,
      });
      source.emit(name, event, url);
      return event.defaultPrevented;
    });
    return { isPrevented };
  },
  "page.window-open"({ pageId, url, frameName, features }) {
    const opener = needContents(pageId);
    const answer = opener.decideWindowOpen({
      url,
      frameName,
      features,
      disposition: features === "" ? "foreground-tab" : "new-window",
      referrer: { url: "", policy: "no-referrer" },
    });
    if (answer.action === "deny") return null;
    const options = inherit(opener.options, answer.overrideBrowserWindowOptions ?? {});
    const { contents, electron } = createWindow(options, "is open");
    const details = { url, frameName, options };
    opener.source.emit("did-create-window", electron, details);
    return { pageId: contents.pageId, preload: options.webPreferences?.preload ?? null };
  },
  "page.will-download"({ pageId, url }) {
    const event = createEvent({});
    const item = standIn<DownloadItem>("DownloadItem", {
      getURL: () => url,
    });
    sessionSource.emit("will-download", event, item, needContents(pageId).electron);
    return { isPrevented: event.defaultPrevented };
  },
  "page.will-prevent-unload"({ pageId }) {
    const event = createEvent({});
    needContents(pageId).source.emit("will-prevent-unload", event);
    return { leaves: event.defaultPrevented };
  },
  "page.event"({ pageId, event, url }) {
    const contents = findContents(pageId);
    if (contents === null) return undefined;
    const window = needWindow(pageId);
    if (event === "navigated") {
      contents.url = url;
      contents.source.emit("did-navigate", createEvent({}), url);
    } else if (event === "loaded") {
      contents.source.emit("did-finish-load");
      window.becomeReady();
    } else if (event === "gone") {
      const details = { reason: "crashed", exitCode: 139 };
      contents.source.emit("render-process-gone", createEvent({}), details);
    } else if (event === "stays") window.stay();
    else window.vanish();
    return undefined;
  },
  async "page.permission"(ask) {
    return { isGranted: await isGranted(needContents(ask.pageId).electron, ask) };
  },
});

/** A child window inherits from its opener what main does not set. */
function inherit(
  opener: BrowserWindowConstructorOptions,
  own: BrowserWindowConstructorOptions,
): BrowserWindowConstructorOptions {
  return { ...own, webPreferences: { ...opener.webPreferences, ...own.webPreferences } };
}

/** Events that a test may trigger: those of the operating system, which Chromium does not have. */
function sourceOf(name: string, pageId: number | null): Source {
  if (name === "powerMonitor") return powerSource;
  if (pageId !== null && name === "BrowserWindow") return needWindow(pageId).source;
  if (pageId !== null && name === "WebContents") return needContents(pageId).source;
  throw new Error(`The double lets nothing of “${name}” happen.`);
}

/** Actions that the test performs in place of a person or the system. */
answerWith({
  "dialog.answer": answerDialog,
  "control.answer-next": ({ answer }) => answerNext(answer),
  "control.windows": () =>
    allWindows().map(({ contents, state }) => ({
      pageId: contents.pageId,
      options: JSON.parse(JSON.stringify(contents.options)) as Record<string, unknown>,
      url: contents.url,
      ...state,
    })),
  async "control.close-window"({ pageId }) {
    await needWindow(pageId).close();
    return undefined;
  },
  "control.menu": readMenu,
  "control.click-menu": ({ path }) => clickMenu(path),
  "control.emit"({ source, pageId = null, event, given = [] }) {
    const happening = createEvent({});
    sourceOf(source, pageId).emit(event, happening, ...given);
    return { isPrevented: happening.defaultPrevented };
  },
  "control.minimize"({ pageId }) {
    const { state, source } = needWindow(pageId);
    state.isMinimized = true;
    state.isFocused = false;
    source.emit("minimize");
    return undefined;
  },
  "control.is-kept-awake": isKeptAwake,
  "control.displays": setDisplays,
  "control.note"({ name }) {
    note("touched", name);
    return undefined;
  },
  "control.notes": readNotes,
});
