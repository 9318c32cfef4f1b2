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
import { join, resolve } from "node:path";
import type { Browser, Page } from "playwright";
import { onTestFinished } from "vitest";
import { channels } from "#shared/contract/channels.ts";
import type { Result } from "#shared/result.ts";
import type { CallOnItsWay, CallPattern } from "../hosts/call-on-its-way.ts";
import { homeBeside } from "../hosts/desktop-home.ts";
import type { Host } from "../hosts/host.ts";
import type { Child, Ended } from "../processes/child.ts";
import { startChild } from "../processes/child.ts";
import { desktopProgram } from "../processes/programs.ts";
import { readValue } from "../processes/read-value.ts";
import { temporaryFolder } from "../test-core.ts";
import type { BrowserAsks, DialogAsk, MainAsks } from "./asks.ts";
import { createDesktopBrowser } from "./browser/desktop-browser.ts";
import { createCodec } from "./codec.ts";
import type { Link } from "./link.ts";
import { createLink } from "./link.ts";
import { missingMemberCode } from "./module/stand-in.ts";

export interface DesktopOptions {
  /** The same folder again is the same person on the same computer: settings, key store, lock. */
  readonly dataDir?: string;
  readonly flags?: readonly string[];
  /** Another bundle than the one in out/, with its own files around it. */
  readonly program?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** What main asks a person. */
export interface OpenDialog extends DialogAsk {
  /** What Electron's dialog resolves with. */
  answer(value: unknown): Promise<undefined>;
}

export interface Desktop extends Child, Host {
  readonly kind: "double";
  /** As the main window's page would call, past whatever a test put between the pages and main. */
  call(name: string, input?: unknown): Promise<Result<unknown>>;
  /** The page of the n-th window that is open, the main one unless told, once it is loaded. */
  page(nth?: number): Promise<Page>;
  /** Puts the test between the pages and main. The returned function ends it. */
  interceptCalls(
    pattern: CallPattern,
    intercept: (call: CallOnItsWay) => Promise<void>,
  ): () => Promise<void>;
  /** The next dialog that nobody looked at yet. */
  dialog(): Promise<OpenDialog>;
  /** Acts as a person or the system would, or looks into main: see `asks.ts`. */
  readonly control: Link<MainAsks>["ask"];
}

const double = resolve(import.meta.dirname, "module");
const codec = createCodec();
const patienceMs = 15_000;

/** Starts the built desktop app and ends it when the test is over. */
export async function startDesktop(
  browser: Browser,
  options: DesktopOptions = {},
): Promise<Desktop> {
  const { dataDir = temporaryFolder(), flags = [], program = desktopProgram, env = {} } = options;
  const child = startChild(program, flags, {
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

  const call = async (name: string, input: unknown = {}): Promise<Result<unknown>> => {
    await page();
    const pageId = windows.pages()[0]?.pageId ?? 0;
    const payload = codec.encode([name, structuredClone(input)]);
    const frame = { url: "app://chute/", isMainFrame: true };
    const given = { pageId, frame, channel: channels.call, payload };
    const reply = await main().ask("page.invoke", given);
    if (!reply.ok) throw new Error(reply.payload);
    return codec.decode(reply.payload) as Result<unknown>;
  };

  return {
    ...child,
    ended: () => ended,
    kind: "double",
    dataDir,
    page,
    interceptCalls: windows.interceptCalls,
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
