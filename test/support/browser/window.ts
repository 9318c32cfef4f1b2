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

/** Traces make a run a third slower, so a person asks for them. */
const isTracing = process.env["CHUTE_TRACE"] === "1";

export interface WindowOptions {
  /** 1280×800 unless told otherwise. */
  readonly viewport?: { readonly width: number; readonly height: number };
  /** Null opens the page as a stranger; else it is the owner's. */
  readonly token?: null;
  /** Complaints of the page that this test provokes. */
  readonly tolerates?: RegExp;
  /** A tablet: fingers, no keyboard. */
  readonly isTouch?: boolean;
  /** Where this computer stands; the machine's own zone unless told. */
  readonly timeZone?: string;
  /** Another browser than the file's, such as one in another network. */
  readonly browser?: Browser;
}

export type StationAddress = Pick<StationProcess, "url" | "scriptSession">;

export interface Windows {
  /**
   * A browser window of its own (nothing remembered) at the station's page; the window that a desktop
   * has opened, loaded anew.
   */
  open(host: AnyHost | StationAddress, options?: WindowOptions): Promise<Page>;
  /** The window again after the program was restarted: a browser's stayed, a desktop's is another. */
  reopen(page: Page, host: AnyHost): Promise<Page>;
  /** An empty window, for pages that are not the station's. */
  blank(options?: WindowOptions): Promise<Page>;
}

/** Where a failed test leaves its pictures; not kept by git. */
export const resultsFolder = join(projectRoot, "test-results");

const patienceMs = 10_000;

interface OpenWindow {
  /** Null for a desktop's, which closes with it. */
  readonly context: BrowserContext | null;
  readonly page: Page;
  /** What the page complained about: errors, exceptions, violations of its policy. */
  readonly complaints: string[];
}

/**
 * A browser for the file, windows for its tests. A test whose page complains fails; a failed test
 * leaves a picture of each of its windows.
 *
 * @param flags More of the browser's own flags, told when it starts.
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
      // A call that a test held or let go in its last line may still be on its way.
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
      // A station in a network shows a certificate of its own (S8).
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
      // The session ended with the program. Another page in between, so that the link is loaded and not only followed.
      await page.goto("about:blank");
      await page.goto(await launchLink(host));
      return page;
    },
  };
}

/** The browser itself notes each answer that is a refusal, such as a bib that is taken. */
const isAnswer = (message: ConsoleMessage): boolean =>
  message.text().startsWith("Failed to load resource: the server responded") &&
  /^\/(rpc\/|pair$|events$|session)/.test(new URL(message.location().url).pathname);
