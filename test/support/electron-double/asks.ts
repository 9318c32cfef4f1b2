import type { Display, PrintToPDFOptions } from "electron";

/** A request of a page, with the address as Electron reports it. */
export interface PageRequest {
  readonly pageId: number | null;
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | null;
  readonly resourceType: string;
}

export type PageResponse =
  | {
      readonly kind: "answer";
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: Uint8Array;
    }
  | { readonly kind: "cancelled" }
  /** The program has no handler for it, so Chromium may try. */
  | { readonly kind: "elsewhere" };

/** A page's request for a permission of the browser. */
export interface PermissionAsk {
  readonly pageId: number;
  readonly permission: string;
  readonly requestingUrl: string;
  readonly mediaTypes: readonly ("audio" | "video")[];
}

export interface MenuLine {
  readonly label: string;
  readonly role: string | null;
  readonly accelerator: string | null;
  readonly type: string;
  readonly enabled: boolean;
  readonly visible: boolean;
  readonly submenu: readonly MenuLine[];
}

/** The options of a window that main created. Functions in them are left out. */
export interface WindowReport {
  readonly pageId: number;
  readonly options: Readonly<Record<string, unknown>>;
  readonly url: string;
  readonly isVisible: boolean;
  readonly isFocused: boolean;
  readonly isMinimized: boolean;
  readonly isMaximized: boolean;
  readonly isFullScreen: boolean;
}

export interface DialogAsk {
  readonly dialogId: number;
  readonly kind: "open" | "save" | "message" | "error";
  readonly options: Readonly<Record<string, unknown>>;
}

/** The requests from Electron's main process to the browser side. */
export type BrowserAsks = {
  readonly "page.open": readonly [
    { readonly pageId: number; readonly preload: string | null },
    undefined,
  ];
  readonly "page.load": readonly [
    { readonly pageId: number; readonly url: string },
    { readonly error: string | null },
  ];
  readonly "page.reload": readonly [{ readonly pageId: number }, undefined];
  readonly "page.focus": readonly [{ readonly pageId: number }, undefined];
  /** `asks`: the page may prevent it (`beforeunload`). */
  readonly "page.close": readonly [{ readonly pageId: number; readonly asks: boolean }, undefined];
  readonly "page.send": readonly [
    { readonly pageId: number; readonly channel: string; readonly payload: string },
    undefined,
  ];
  /** Ends the page's process. */
  readonly "page.crash": readonly [{ readonly pageId: number }, undefined];
  /** Runs code in the page, separate from its own scripts. */
  readonly "page.evaluate": readonly [
    {
      readonly pageId: number;
      readonly world: number;
      readonly code: string;
      /** Runs the code as if a person had just pressed something on the page. */
      readonly userGesture: boolean;
    },
    unknown,
  ];
  readonly "page.pdf": readonly [
    { readonly pageId: number; readonly options: PrintToPDFOptions },
    Uint8Array,
  ];
  readonly "dialog.ask": readonly [DialogAsk, undefined];
};

/** The requests from the browser side and the test to Electron's main process. */
export type MainAsks = {
  readonly "page.request": readonly [PageRequest, PageResponse];
  readonly "page.invoke": readonly [
    {
      readonly pageId: number;
      readonly frame: { readonly url: string; readonly isMainFrame: boolean };
      readonly channel: string;
      readonly payload: string;
    },
    { readonly ok: boolean; readonly payload: string },
  ];
  readonly "page.will-navigate": readonly [
    {
      readonly pageId: number;
      readonly url: string;
      readonly kind: "navigate" | "redirect" | "frame";
    },
    { readonly isPrevented: boolean },
  ];
  readonly "page.window-open": readonly [
    {
      readonly pageId: number;
      readonly url: string;
      readonly frameName: string;
      readonly features: string;
    },
    { readonly pageId: number; readonly preload: string | null } | null,
  ];
  readonly "page.will-download": readonly [
    { readonly pageId: number; readonly url: string },
    { readonly isPrevented: boolean },
  ];
  readonly "page.will-prevent-unload": readonly [
    { readonly pageId: number },
    { readonly leaves: boolean },
  ];
  readonly "page.event": readonly [
    {
      readonly pageId: number;
      readonly event: "navigated" | "loaded" | "gone" | "closed" | "stays";
      readonly url: string;
    },
    undefined,
  ];
  readonly "page.permission": readonly [PermissionAsk, { readonly isGranted: boolean }];
  readonly "dialog.answer": readonly [
    { readonly dialogId: number; readonly answer: unknown },
    undefined,
  ];
  /** The answer to the next synchronous dialog (`showMessageBoxSync`). */
  readonly "control.answer-next": readonly [{ readonly answer: number }, undefined];
  readonly "control.windows": readonly [undefined, readonly WindowReport[]];
  readonly "control.close-window": readonly [{ readonly pageId: number }, undefined];
  readonly "control.menu": readonly [undefined, readonly MenuLine[]];
  readonly "control.click-menu": readonly [{ readonly path: readonly string[] }, undefined];
  readonly "control.emit": readonly [
    {
      readonly source: "powerMonitor" | "BrowserWindow" | "WebContents";
      /** The page of the event, for objects of which there are several. */
      readonly pageId?: number;
      readonly event: string;
      /** The arguments after the event object. */
      readonly given?: readonly unknown[];
    },
    { readonly isPrevented: boolean },
  ];
  /** Minimizes the window, as the button of the window manager does. */
  readonly "control.minimize": readonly [{ readonly pageId: number }, undefined];
  /** Whether main keeps the display awake. */
  readonly "control.is-kept-awake": readonly [undefined, boolean];
  readonly "control.displays": readonly [readonly Partial<Display>[], undefined];
  /** The preload used a member of Electron. */
  readonly "control.note": readonly [{ readonly name: string }, undefined];
  readonly "control.notes": readonly [undefined, readonly string[]];
};
