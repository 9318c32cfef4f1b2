import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright";
import { afterAll, describe, expect, test } from "vitest";
import type { Scene } from "#test/support/browser/camera-film.ts";
import { filmScenes } from "#test/support/browser/camera-film.ts";
import { deskPage, expectGone, expectSeen } from "#test/support/browser/desk-page.ts";
import { pressAfterLook, scan } from "#test/support/browser/keys.ts";
import { newCommandId, startStationRace } from "#test/support/browser/race.ts";
import type { Windows } from "#test/support/browser/window.ts";
import { browserWindows } from "#test/support/browser/window.ts";
import { launchLink } from "#test/support/processes/launch-link.ts";

const tablet = { viewport: { width: 820, height: 1180 }, isTouch: true } as const;

const scanButton = (page: Page) => page.getByRole("button", { name: "Scan with the camera" });
const cameraDialog = (page: Page) => page.getByRole("dialog", { name: "Scan with the camera" });

/** Opens a browser whose camera sees these scenes and whose user allows the camera. */
function film(scenes: readonly Scene[]): Windows {
  const folder = mkdtempSync(join(tmpdir(), "chute-film-"));
  const path = join(folder, "camera.y4m");
  afterAll(() => rmSync(folder, { recursive: true }));
  return browserWindows(async () => {
    await filmScenes(path, scenes);
    return [
      "--use-fake-ui-for-media-stream",
      "--use-fake-device-for-media-stream",
      `--use-file-for-fake-video-capture=${path}`,
    ];
  });
}

/** The scan queries of this page, oldest first. */
function listenForScans(page: Page): () => readonly string[] {
  const texts: string[] = [];
  page.on("request", (request) => {
    if (!request.url().endsWith("/rpc/roster.scan")) return;
    texts.push((request.postDataJSON() as { readonly text: string }).text);
  });
  return () => texts;
}

/** Keeps every camera that the page opens, so that a test can see whether it is off. */
function keepCameras(page: Page): Promise<void> {
  return page.evaluate(() => {
    const tracks: MediaStreamTrack[] = [];
    Object.assign(window, { tracks });
    const devices = navigator.mediaDevices;
    const ask = devices.getUserMedia.bind(devices);
    devices.getUserMedia = async (constraints) => {
      const stream = await ask(constraints);
      tracks.push(...stream.getTracks());
      return stream;
    };
  });
}

/** The number of cameras that this page opened, and how many are still on. */
const countCameras = (page: Page): Promise<{ readonly opened: number; readonly on: number }> =>
  page.evaluate(() => {
    const { tracks = [] } = window as { readonly tracks?: readonly MediaStreamTrack[] };
    const on = tracks.filter(({ readyState }) => readyState === "live").length;
    return { opened: tracks.length, on };
  });

/** Hides the page or shows it again, as when another tab is chosen. */
const setHidden = (page: Page, isHidden: boolean): Promise<void> =>
  page.evaluate((hidden) => {
    Object.defineProperty(document, "hidden", { configurable: true, value: hidden });
    const visibilityState = hidden ? "hidden" : "visible";
    Object.defineProperty(document, "visibilityState", {
      configurable: true,
      value: visibilityState,
    });
    document.dispatchEvent(new Event("visibilitychange"));
  }, isHidden);

/** Keeps every wake lock that the page gets, because a browser without a screen may refuse real ones. */
function countWakeLocks(): void {
  const locks: { released: boolean }[] = [];
  Object.assign(window, { locks });
  const request = (): Promise<object> => {
    const lock = {
      released: false,
      release: () => {
        lock.released = true;
        return Promise.resolve();
      },
    };
    locks.push(lock);
    return Promise.resolve(lock);
  };
  Object.defineProperty(navigator, "wakeLock", { value: { request } });
}

const heldWakeLocks = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const { locks = [] } = window as { readonly locks?: readonly { released: boolean }[] };
    return locks.filter(({ released }) => !released).length;
  });

describe("B4 a code is held up", () => {
  const windows = film([
    { code: { text: "9999", format: "Code128" }, seconds: 6 },
    { code: null, seconds: 1 },
    { code: { text: "1042", format: "Code128" }, seconds: 6 },
  ]);

  test("B4 each code counts once; who has none is said, and the first one found closes the camera", async () => {
    const { host: station, eventId } = await startStationRace({ runners: 60 });
    const page = await windows.open(station, tablet);
    const desk = deskPage(page);
    await expectSeen(desk.search);
    await keepCameras(page);
    const scans = listenForScans(page);
    await scanButton(page).tap();
    await expectSeen(cameraDialog(page).getByText("Nobody has the code “9999”"));
    await expectSeen(desk.card("Amara Okafor"));
    await expectGone(cameraDialog(page));
    expect(await countCameras(page)).toEqual({ opened: 1, on: 0 });
    expect(scans()).toEqual(["9999", "1042"]);
    expect((await station.value("roster.runCounts", { eventId })).checkIns).toBe(0);
  });

  test("B4 with a keyboard, Enter after the camera checks in the runner it found", async () => {
    const { host: station } = await startStationRace({ runners: 60 });
    const page = await windows.open(station);
    const desk = deskPage(page);
    await expectSeen(desk.search);
    await scanButton(page).click();
    await expectSeen(desk.card("Amara Okafor"));
    await expectGone(cameraDialog(page));
    expect(await desk.search.evaluate((box) => box === document.activeElement)).toBe(true);
    await pressAfterLook(page, "Enter");
    await expectSeen(desk.done.getByText("Hand over 1042 to"));
  });
});

describe("M14 B4 a code is held up to a paired tablet", () => {
  const windows = film([{ code: { text: "1042", format: "Code128" }, seconds: 6 }]);

  test("M14 B4 the camera of a paired https page reads codes, and its screen stays awake only while the page is seen", async () => {
    const { host: station } = await startStationRace({
      runners: 60,
      flags: ["--host", "0.0.0.0"],
    });
    await station.value("pairing.open", { commandId: newCommandId() });
    const { lanEndpoint, pairing } = await station.value("device.list", {});
    // A computer without a network has no address there.
    const [address = station.url.replace("http:", "https:")] = lanEndpoint?.addresses ?? [];
    const page = await windows.blank(tablet);
    await page.addInitScript(countWakeLocks);
    await page.goto(address);
    await page.getByRole("textbox", { name: "Code" }).fill(pairing?.code ?? "");
    await page.getByRole("textbox", { name: "Name of this device" }).fill("Tablet");
    await page.keyboard.press("Enter");
    await expectSeen(deskPage(page).search);
    expect(await page.evaluate(() => isSecureContext)).toBe(true);
    await expect.poll(() => heldWakeLocks(page)).toBe(1);
    await scanButton(page).tap();
    await expectSeen(deskPage(page).card("Amara Okafor"));
    await setHidden(page, true);
    await expect.poll(() => heldWakeLocks(page)).toBe(0);
    await setHidden(page, false);
    await expect.poll(() => heldWakeLocks(page)).toBe(1);
  });
});

describe("B4 a QR code is held up", () => {
  const windows = film([
    { code: { text: "ourania.p@mail.example", format: "QRCode" }, seconds: 3 },
  ]);

  test("B4 the e-mail in it opens its runner's card", async () => {
    const { host: station } = await startStationRace({ runners: 60 });
    const page = await windows.open(station, tablet);
    const desk = deskPage(page);
    await expectSeen(desk.search);
    await scanButton(page).tap();
    await expectSeen(desk.card("Ουρανία Παπαδοπούλου"));
    await expectGone(cameraDialog(page));
  });
});

describe("two cameras, and nothing to read", () => {
  const windows = browserWindows(async () => [
    "--use-fake-ui-for-media-stream",
    "--use-fake-device-for-media-stream=device-count=2",
  ]);

  test("B4 the camera is on only while it is looked at, and any of several can be chosen", async () => {
    const { host: station } = await startStationRace({ runners: 20 });
    const page = await windows.open(station, tablet);
    await expectSeen(deskPage(page).search);
    await keepCameras(page);
    await scanButton(page).tap();
    const dialog = cameraDialog(page);
    await expectSeen(dialog.getByText("Hold the code in the frame."));
    expect(await countCameras(page)).toEqual({ opened: 1, on: 1 });

    await setHidden(page, true);
    expect(await countCameras(page)).toEqual({ opened: 1, on: 0 });
    await setHidden(page, false);
    await expect.poll(() => countCameras(page)).toEqual({ opened: 2, on: 1 });

    const chooser = dialog.getByRole("button", { name: /fake_device/ });
    await chooser.tap();
    await page.getByRole("option", { name: "fake_device_1" }).tap();
    await expect.poll(() => countCameras(page)).toEqual({ opened: 3, on: 1 });
    await expectSeen(dialog.getByRole("button", { name: /fake_device_1/ }));

    await dialog.getByRole("button", { name: "Close" }).tap();
    await expectGone(dialog);
    expect(await countCameras(page)).toEqual({ opened: 3, on: 0 });

    await scanButton(page).tap();
    await expect.poll(() => countCameras(page)).toEqual({ opened: 4, on: 1 });
    await page.evaluate(() => location.assign("#/events"));
    await expectGone(dialog);
    expect(await countCameras(page)).toEqual({ opened: 4, on: 0 });
  });

  test("B4 a scanner that types works while the camera is open", async () => {
    const { host: station } = await startStationRace({ runners: 60 });
    const page = await windows.open(station);
    await expectSeen(deskPage(page).search);
    await scanButton(page).click();
    await expectSeen(page.getByText("Hold the code in the frame."));
    await scan(page, "1042");
    await expectSeen(deskPage(page).card("Amara Okafor"));
    await expectGone(cameraDialog(page));
  });

  test("B4 a camera that another program holds is said, and opens when tried again", async () => {
    const { host: station } = await startStationRace({ runners: 20 });
    const page = await windows.open(station, tablet);
    await expectSeen(deskPage(page).search);
    await page.evaluate(() => {
      const devices = navigator.mediaDevices;
      const ask = devices.getUserMedia.bind(devices);
      devices.getUserMedia = () => {
        devices.getUserMedia = ask;
        return Promise.reject(new DOMException("Could not start video source", "NotReadableError"));
      };
    });
    await scanButton(page).tap();
    const dialog = cameraDialog(page);
    await expectSeen(dialog.getByText("The camera did not start"));
    await dialog.getByRole("button", { name: "Try again" }).tap();
    await expectSeen(dialog.getByText("Hold the code in the frame."));
  });

  test("B4 a reader that does not load is said, and loads when tried again", async () => {
    const { host: station } = await startStationRace({ runners: 20 });
    const page = await windows.blank({
      ...tablet,
      tolerates: /wasm|ERR_FAILED|fetch|falling back/i,
    });
    await page.route("**/*.wasm", (route) => route.abort());
    await page.goto(await launchLink(station));
    await scanButton(page).tap();
    const dialog = cameraDialog(page);
    await expectSeen(dialog.getByText("The reader did not load"));
    await page.unroute("**/*.wasm");
    const loaded = page.waitForResponse(/\.wasm$/);
    await dialog.getByRole("button", { name: "Try again" }).tap();
    // The decoder comes from the station, because there may be no internet.
    expect(new URL((await loaded).url()).origin).toBe(new URL(station.url).origin);
    await expectSeen(dialog.getByText("Hold the code in the frame."));
  });
});

describe("no picture to be had", () => {
  const windows = browserWindows(async () => [
    "--use-fake-ui-for-media-stream=deny",
    "--use-fake-device-for-media-stream",
  ]);

  test("B4 a camera that is not allowed says what to do", async () => {
    const { host: station } = await startStationRace({ runners: 20 });
    const page = await windows.open(station, tablet);
    await scanButton(page).tap();
    const dialog = cameraDialog(page);
    await expectSeen(dialog.getByText("The camera is not allowed"));
    await expectSeen(dialog.getByText(/allow the camera for this page/));
    await expectSeen(dialog.getByRole("button", { name: "Try again" }));
  });

  test("B4 a page over plain http from another computer has none, and says why", async () => {
    const { host: station } = await startStationRace({ runners: 20 });
    const page = await windows.open(station, { ...tablet, token: null });
    // In a browser, a page over plain HTTP has no `mediaDevices`.
    await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, "mediaDevices"));
    await page.goto(await launchLink(station));
    await expectSeen(scanButton(page));
    await page.reload();
    await scanButton(page).tap();
    const dialog = cameraDialog(page);
    await expectSeen(dialog.getByText("No camera on this page"));
    await expectSeen(dialog.getByText(/over plain http/));
    await expectGone(dialog.getByRole("button", { name: "Try again" }));
  });
});

describe("no camera at all", () => {
  const windows = browserWindows();

  test("B4 a tablet says so; a wide screen offers none", async () => {
    const { host: station } = await startStationRace({ runners: 20 });
    const page = await windows.open(station, tablet);
    await scanButton(page).tap();
    await expectSeen(cameraDialog(page).getByText("No camera found"));
    const wide = await windows.open(station);
    await expectSeen(deskPage(wide).search);
    await expectGone(scanButton(wide));
  });
});
