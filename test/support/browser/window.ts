import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll } from "vitest";
import type { Browser, BrowserContext, ConsoleMessage, Page } from "playwright";
import { launchLink } from "#test/support/processes/launch-link.ts";
import { projectRoot } from "#test/support/processes/programs.ts";
import type { StationProcess } from "#test/support/processes/station-client.ts";
import { keepFileBrowser } from "../hosts/file-browser.ts";
import type { AnyHost } from "../hosts/start-host.ts";
import { freshPage } from "../hosts/start-host.ts";
import { leaveBrowser, openBrowser } from "./launch-browser.ts";

/** Off by default, because traces make a run a third slower. */
const isTracing = process.env["CHUTE_TRACE"] === "1";

export interface WindowOptions {
  /** The default is 1280×800. */
  readonly viewport?: { readonly width: number; readonly height: number };
  /** Null opens the page without the owner's session. */
  readonly token?: null;
  /** Errors of the page that this test causes on purpose. */
  readonly tolerates?: RegExp;
  /** A tablet: touch input and no keyboard. */
  readonly isTouch?: boolean;
  /** The time zone of this computer; the default is the machine's own. */
  readonly timeZone?: string;
  /** Another browser than the file's, such as one in another network. */
  readonly browser?: Browser;
}

export type StationAddress = Pick<StationProcess, "url" | "scriptSession">;

export interface Windows {
  /**
   * Opens the station's page in a browser context without stored data. On a desktop it reloads the window that the
   * desktop opened.
   */
  open(host: AnyHost | StationAddress, options?: WindowOptions): Promise<Page>;
  /** The window after the program was restarted: the browser's window stays, and the desktop opens another one. */
  reopen(page: Page, host: AnyHost): Promise<Page>;
  /** An empty window for pages that are not the station's. */
  blank(options?: WindowOptions): Promise<Page>;
}

/** The folder for the pictures of a failed test; git ignores it. */
export const resultsFolder = join(projectRoot, "test-results");

const patienceMs = 20_000;

interface OpenWindow {
  /** Null for a desktop's window, which closes with the desktop. */
  readonly context: BrowserContext | null;
  readonly page: Page;
  /** The errors of the page: log errors, exceptions and violations of its policy. */
  readonly complaints: string[];
}

/**
 * One browser for the test file, and windows for its tests. A test whose page logs an error fails; a failed test leaves
 * a picture of each of its windows. `flags` returns more flags of the browser, when the browser starts.
 */
export function browserWindows(flags: () => Promise<readonly string[]> = async () => []): Windows {
  let browser: Browser | undefined;
  const windows: OpenWindow[] = [];

  beforeAll(async () => {
    browser = await openBrowser(await flags());
    keepFileBrowser(browser);
  });
  afterAll(async () => {
    keepFileBrowser(null);
    await leaveBrowser(browser);
  });
  afterEach(async ({ task }) => {
    const open = windows.splice(0);
    const complaints = open.flatMap((each) => each.complaints);
    if (task.result?.state === "fail" || complaints.length > 0) {
      mkdirSync(resultsFolder, { recursive: true });
      const name = task.name.replaceAll(/[^\p{L}\p{N}]+/gu, "-").slice(0, 80);
      for (const [at, { page, context }] of open.entries()) {
        const path = join(resultsFolder, `${name}-${at}`);
        if (isTracing) await context?.tracing.stop({ path: `${path}.zip` });
        if (page.isClosed()) continue;
        await page.screenshot({ path: `${path}.png` });
        writeFileSync(`${path}.html`, await page.content());
      }
    }
    for (const { context, page } of open) {
      // A call that a test held or released in its last line may still be in flight.
      if (context !== null) await page.unrouteAll({ behavior: "ignoreErrors" });
      await context?.close();
    }
    if (complaints.length > 0) throw new Error(`The page complained:\n${complaints.join("\n")}`);
  });

  async function blank(options: WindowOptions = {}): Promise<Page> {
    const opener = options.browser ?? browser;
    if (opener === undefined) throw new Error("The browser is not open yet.");
    const { viewport = { width: 1280, height: 800 }, isTouch = false, timeZone } = options;
    const context = await opener.newContext({
      viewport,
      hasTouch: isTouch,
      isMobile: isTouch,
      // A station with LAN access has a certificate that it made itself (S8).
      ignoreHTTPSErrors: true,
      ...(timeZone === undefined ? {} : { timezoneId: timeZone }),
    });
    context.setDefaultTimeout(patienceMs);
    if (isTracing) await context.tracing.start({ screenshots: true, snapshots: true });
    const page = await context.newPage();
    watch(page, context, options);
    return page;
  }

  function watch(page: Page, context: BrowserContext | null, { tolerates }: WindowOptions): void {
    const complaints: string[] = [];
    const complain = (text: string): void => {
      if (tolerates?.test(text) !== true) complaints.push(text);
    };
    page.on("pageerror", (error) => complain(String(error.stack ?? error)));
    page.on("console", (message) => {
      if (message.type() !== "error" || isAnswer(message)) return;
      complain(`${message.text()} ${message.location().url}`);
    });
    windows.push({ context, page, complaints });
  }

  async function openDesktop(
    host: Parameters<typeof freshPage>[0],
    options: WindowOptions,
  ): Promise<Page> {
    const { viewport = { width: 1280, height: 800 }, timeZone, isTouch, token } = options;
    if (timeZone !== undefined || isTouch === true || token === null) {
      throw new Error("A desktop's window is on this computer, with its keys, clock and rights.");
    }
    const page = await freshPage(host);
    watch(page, null, options);
    await page.setViewportSize(viewport);
    return page;
  }

  return {
    blank,
    async open(station, options = {}) {
      if ("kind" in station && station.kind !== "station") return openDesktop(station, options);
      const page = await blank(options);
      await page.goto(options.token === null ? station.url : await launchLink(station));
      return page;
    },
    async reopen(page, host) {
      if (host.kind !== "station") return openDesktop(host, {});
      // The session ended with the program. Another page in between makes the browser load the link, not only change
      // the hash.
      await page.goto("about:blank");
      await page.goto(await launchLink(host));
      return page;
    },
  };
}

/** The browser itself logs each response with an error status, such as a bib that is taken. */
const isAnswer = (message: ConsoleMessage): boolean =>
  message.text().startsWith("Failed to load resource: the server responded") &&
  /^\/(rpc\/|pair$|events$|session)/.test(new URL(message.location().url).pathname);
