import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll } from "vitest";
import type { Browser, BrowserContext, ConsoleMessage, Page } from "playwright";
import { projectRoot } from "#test/support/processes/programs.ts";
import type { StationProcess } from "#test/support/processes/station-client.ts";
import { launchBrowser } from "./launch-browser.ts";

export interface WindowOptions {
  /** 1280×800 unless told otherwise. */
  readonly viewport?: { readonly width: number; readonly height: number };
  /** The owner's, unless told otherwise; null opens the page as a stranger. */
  readonly token?: string | null;
  /** Complaints of the page that this test provokes. */
  readonly tolerates?: RegExp;
  /** A tablet: fingers, no keyboard. */
  readonly isTouch?: boolean;
  /** Where this computer stands; the machine's own zone unless told. */
  readonly timeZone?: string;
}

export interface Windows {
  /** A browser window of its own (nothing remembered) at the station's page. */
  open(station: Pick<StationProcess, "url" | "ownerToken">, options?: WindowOptions): Promise<Page>;
  /** An empty window, for pages that are not the station's. */
  blank(options?: WindowOptions): Promise<Page>;
}

/** Where a failed test leaves its pictures; not kept by git. */
export const resultsFolder = join(projectRoot, "test-results");

const patienceMs = 10_000;

interface OpenWindow {
  readonly context: BrowserContext;
  readonly page: Page;
  /** What the page complained about: errors, exceptions, violations of its policy. */
  readonly complaints: string[];
}

/**
 * One browser for the file, windows for its tests. A test whose page complains fails; a failed test
 * leaves a picture of each of its windows.
 *
 * @param flags More of the browser's own flags, told when it starts.
 */
export function browserWindows(flags: () => Promise<readonly string[]> = async () => []): Windows {
  let browser: Browser | undefined;
  const windows: OpenWindow[] = [];

  beforeAll(async () => {
    browser = await launchBrowser(await flags());
  });
  afterAll(async () => {
    await browser?.close();
  });
  afterEach(async ({ task }) => {
    const open = windows.splice(0);
    const complaints = open.flatMap((each) => each.complaints);
    if (task.result?.state === "fail" || complaints.length > 0) {
      mkdirSync(resultsFolder, { recursive: true });
      const name = task.name.replaceAll(/[^\p{L}\p{N}]+/gu, "-").slice(0, 80);
      for (const [at, { page }] of open.entries()) {
        await page.screenshot({ path: join(resultsFolder, `${name}-${at}.png`) });
      }
    }
    for (const { context } of open) await context.close();
    if (complaints.length > 0) throw new Error(`The page complained:\n${complaints.join("\n")}`);
  });

  async function blank(options: WindowOptions = {}): Promise<Page> {
    if (browser === undefined) throw new Error("The browser is not open yet.");
    const {
      viewport = { width: 1280, height: 800 },
      isTouch = false,
      tolerates,
      timeZone,
    } = options;
    const context = await browser.newContext({
      viewport,
      hasTouch: isTouch,
      isMobile: isTouch,
      ...(timeZone === undefined ? {} : { timezoneId: timeZone }),
    });
    context.setDefaultTimeout(patienceMs);
    const page = await context.newPage();
    const complaints: string[] = [];
    const complain = (text: string): void => {
      if (tolerates?.test(text) !== true) complaints.push(text);
    };
    page.on("pageerror", (error) => complain(String(error.stack ?? error)));
    page.on("console", (message) => {
      if (message.type() === "error" && !isAnswer(message)) complain(message.text());
    });
    windows.push({ context, page, complaints });
    return page;
  }

  return {
    blank,
    async open(station, options = {}) {
      const page = await blank(options);
      const { token = station.ownerToken } = options;
      await page.goto(token === null ? station.url : `${station.url}/#token=${token}`);
      return page;
    },
  };
}

/** The browser itself notes each answer that is a refusal, such as a bib that is taken. */
const isAnswer = (message: ConsoleMessage): boolean =>
  message.text().startsWith("Failed to load resource: the server responded") &&
  /^\/(rpc\/|pair$|events$)/.test(new URL(message.location().url).pathname);
