/**
 * The desktop app without its runtime: a stand-in for the `electron` module runs the *built* main
 * bundle (`out/main/index.js`) in a Node process, and its windows are pages of a real Chromium.
 *
 *     const desktop = await startDesktop(browser, { dataDir });
 *     const page = await desktop.page();              // the main window's page, loaded
 *     await desktop.value("desk.get", {});             // over the real preload and the real IPC
 *     const dialog = await desktop.dialog();           // what main asks a person …
 *     await dialog.answer({ canceled: false, filePaths: ["/tmp/x"] });
 *     await desktop.control("control.click-menu", { path: ["File", "Close"] });
 *     desktop.signal("SIGKILL"); await desktop.ended();
 *
 * How it is made:
 * - `module/`: what main imports as `electron`, one file for each of its modules, in main's process.
 *   `standIn` holds only the members that Chute uses, typed by Electron's own declarations; any other
 *   one ends the process with code 86 and its name. To use another: add it there.
 * - `browser/`: the pages, in the test's process: requests go to `protocol.handle`, navigations and
 *   new windows to main's hooks, the built preload runs in an isolated world.
 * - `link.ts` and `asks.ts`: the questions between the two, over a process channel that clones.
 *
 * What is true here as there: the bundle, the preload, Chromium, the serialization of every call, the
 * lock between two processes, what main decides about navigation, windows, permissions, requests.
 *
 * What it cannot show, and only the real runtime does: context isolation and the sandbox themselves
 * (Playwright's own isolated world stands in), the fuses, the system's key store, native dialogs,
 * menus and their roles, the window manager's doing, `app://` as an origin (the page is on
 * `https://chute.app-scheme.test`), what Chromium asks a person, that `window.open` gives null when it
 * is denied (the window opens empty and is closed).
 */
import { existsSync, mkdirSync, rmSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Browser, Page } from "playwright";
import { onTestFinished } from "vitest";
import type { InputOf, OutputOf, ProcedureName } from "#shared/contract/index.ts";
import type { Result } from "#shared/result.ts";
import type { Child, Ended } from "../processes/child.ts";
import { startChild } from "../processes/child.ts";
import { desktopProgram } from "../processes/programs.ts";
import { readValue } from "../processes/read-value.ts";
import { temporaryFolder } from "../test-core.ts";
import type { BrowserAsks, DialogAsk, MainAsks } from "./asks.ts";
import { createDesktopBrowser } from "./browser/desktop-browser.ts";
import type { Link } from "./link.ts";
import { createLink } from "./link.ts";
import { missingMemberCode } from "./module/stand-in.ts";

export interface DesktopOptions {
  /** The same folder again is the same person on the same computer: settings, key store, lock. */
  readonly dataDir?: string;
  readonly flags?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** What main asks a person. */
export interface OpenDialog extends DialogAsk {
  /** What Electron's dialog resolves with. */
  answer(value: unknown): Promise<undefined>;
}

export interface Desktop extends Child {
  readonly kind: "double";
  readonly dataDir: string;
  /** The page of the n-th window that is open, the main one unless told, once it is loaded. */
  page(nth?: number): Promise<Page>;
  /** One procedure from the main window's page, over preload and IPC. */
  call(name: string, input?: unknown): Promise<Result<unknown>>;
  /** One procedure that must succeed. */
  value<Name extends ProcedureName>(name: Name, input: InputOf<Name>): Promise<OutputOf<Name>>;
  /** The next dialog that nobody looked at yet. */
  dialog(): Promise<OpenDialog>;
  /** Acts as a person or the system would, or looks into main: see `asks.ts`. */
  readonly control: Link<MainAsks>["ask"];
}

const double = resolve(import.meta.dirname, "module");
const patienceMs = 15_000;

/** Starts the built desktop app and ends it when the test is over. */
export async function startDesktop(
  browser: Browser,
  options: DesktopOptions = {},
): Promise<Desktop> {
  const { dataDir = temporaryFolder(), flags = [], env = {} } = options;
  const child = startChild(desktopProgram, flags, {
    nodeFlags: ["--import", join(double, "register.ts")],
    hasChannel: true,
    env: {
      CHUTE_CHECK_OUTPUTS: "1",
      CHUTE_DOUBLE_CHROME: browser.version(),
      ...homeBeside(dataDir),
      ...env,
    },
  });
  const dialogs = createQueue<DialogAsk>();
  const missing: string[] = [];
  let link: Link<MainAsks> | null = null;
  const main = (): Link<MainAsks> => {
    if (link === null) throw new Error("Main is not there yet.");
    return link;
  };
  const windows = await createDesktopBrowser({
    browser,
    main,
    onDialog: (ask) => dialogs.add(ask),
    onMissing: (name) => missing.push(name),
  });
  link = createLink<BrowserAsks, MainAsks>(child.channel, windows.answers);

  const ended = child.ended().then(async (end: Ended) => {
    link?.close();
    await windows.close();
    return end;
  });
  onTestFinished(async () => {
    const { code, stderr } = await child.stop();
    await ended;
    if (missing.length > 0) throw new Error(`The preload uses ${missing.join(", ")}.`);
    if (code === missingMemberCode) throw new Error(stderr);
  });

  async function page(nth = 0): Promise<Page> {
    const found = Promise.withResolvers<Page>();
    const look = (): void => {
      const shown = windows.pages()[nth]?.page;
      if (shown !== undefined && shown.url() !== "about:blank") found.resolve(shown);
    };
    windows.onChange(look);
    look();
    const gaveUp = ended.then(({ code, stderr }) => {
      throw new Error(`The desktop ended with ${String(code)} and no window: ${stderr}`);
    });
    const late = new Promise<never>((_resolve, reject) => {
      setTimeout(
        () => reject(new Error(`No window ${nth}: ${child.stderr()}`)),
        patienceMs,
      ).unref();
    });
    const shown = await Promise.race([found.promise, gaveUp, late]);
    await shown.waitForLoadState();
    return shown;
  }

  const call = async (name: string, input: unknown = {}): Promise<Result<unknown>> =>
    (await page()).evaluate(
      ([asked, given]) =>
        (window as unknown as BridgedWindow).chute.call(asked, given) as Promise<Result<unknown>>,
      [name, input] as const,
    );

  return {
    ...child,
    ended: () => ended,
    kind: "double",
    dataDir,
    page,
    call,
    value: async (name, input) => readValue(name, await call(name, input)),
    async dialog() {
      const ask = await dialogs.next();
      const { dialogId } = ask;
      return {
        ...ask,
        answer: (answer) => main().ask("dialog.answer", { dialogId, answer }),
      };
    },
    control: (kind, given) => main().ask(kind, given),
  };
}

interface BridgedWindow {
  readonly chute: { call(name: string, input: unknown): Promise<unknown> };
}

/** A home of its own, so that no test comes near a person's settings or data. */
function homeBeside(dataDir: string): Record<string, string> {
  const home = `${dataDir}-home`;
  const data = join(home, "data");
  mkdirSync(data, { recursive: true });
  mkdirSync(dataDir, { recursive: true });
  if (!existsSync(join(data, "Chute"))) symlinkSync(dataDir, join(data, "Chute"));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  return {
    HOME: home,
    USERPROFILE: home,
    APPDATA: join(home, "config"),
    LOCALAPPDATA: data,
    XDG_CACHE_HOME: join(home, "cache"),
    XDG_CONFIG_HOME: join(home, "config"),
    XDG_DATA_HOME: data,
    XDG_STATE_HOME: join(home, "state"),
  };
}

interface Queue<T> {
  add(item: T): void;
  next(): Promise<T>;
}

function createQueue<T>(): Queue<T> {
  const items: T[] = [];
  const waiting: ((item: T) => void)[] = [];
  return {
    add(item) {
      const first = waiting.shift();
      if (first === undefined) items.push(item);
      else first(item);
    },
    async next() {
      const item = items.shift();
      return item ?? new Promise<T>((resolve) => waiting.push(resolve));
    },
  };
}
