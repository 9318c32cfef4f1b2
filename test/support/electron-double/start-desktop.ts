/**
 * The desktop app without its runtime. A double of the `electron` module lets the *built* main bundle
 * (`out/main/index.js`) run in a Node process, and its windows are pages of a real Chromium.
 *
 *     const desktop = await startDesktop(browser, { dataDir });
 *     const page = await desktop.page();              // the main window's page, loaded
 *     await desktop.value("desk.get", {});             // over the real preload and the real IPC
 *     const dialog = await desktop.dialog();           // a dialog of main …
 *     await dialog.answer({ canceled: false, filePaths: ["/tmp/x"] });
 *     await desktop.control("control.click-menu", { path: ["File", "Close"] });
 *     desktop.signal("SIGKILL"); await desktop.ended();
 *
 * How it is made:
 * - `module/`: what main imports as `electron`, one file for each of its modules, in main's process.
 *   `standIn` has only the members that Chute uses, typed by Electron's own declarations. Any other
 *   member ends the process with code 86 and the member's name. Add a member there to use it.
 * - `browser/`: the pages, in the test's process. Requests go to `protocol.handle`, navigations and new
 *   windows go to main's handlers, and the built preload runs in an isolated world.
 * - `link.ts` and `asks.ts`: the requests between the two, over a process channel that clones its messages.
 *
 * The same as in the real app: the bundle, the preload, Chromium, the serialization of every call, the
 * lock between two processes, and main's decisions about navigation, windows, permissions and requests.
 *
 * Only the real runtime can show: context isolation and the sandbox themselves (Playwright's isolated
 * world replaces them), the fuses, the system's key store, native dialogs, menus and their roles, the
 * window manager, `app://` as an origin (the page is on `https://chute.app-scheme.test`), Chromium's
 * questions to a person, and that `window.open` returns null when it is denied (here the window opens
 * empty and is closed).
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
  /** The same folder means the same user on the same computer: settings, key store and lock. */
  readonly dataDir?: string;
  readonly flags?: readonly string[];
  /** Another bundle than the one in `out/`, with its own files beside it. */
  readonly program?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** A dialog that main opened. */
export interface OpenDialog extends DialogAsk {
  /** The value with which Electron's dialog resolves. */
  answer(value: unknown): Promise<undefined>;
}

export interface Desktop extends Child, Host {
  readonly kind: "double";
  /** Calls as the page of the main window does, but not through an interception of a test. */
  call(name: string, input?: unknown): Promise<Result<unknown>>;
  /** The loaded page of the n-th open window; the default is the main window. */
  page(nth?: number): Promise<Page>;
  /** Intercepts calls between the pages and main. The returned function ends the interception. */
  interceptCalls(
    pattern: CallPattern,
    intercept: (call: CallOnItsWay) => Promise<void>,
  ): () => Promise<void>;
  /** The next dialog that the test has not got yet. */
  dialog(): Promise<OpenDialog>;
  /** Acts as a person or the system, or reads main's state; see `asks.ts`. */
  readonly control: Link<MainAsks>["ask"];
}

const double = resolve(import.meta.dirname, "module");
const codec = createCodec();
const patienceMs = 15_000;

/** Starts the built desktop app and ends it after the test. */
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
