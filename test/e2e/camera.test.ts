import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright";
import { afterAll, describe, expect, test } from "vitest";
import type { Scene } from "#test/support/browser/camera-film.ts";
import { filmScenes } from "#test/support/browser/camera-film.ts";
import { deskPage, expectGone, expectSeen } from "#test/support/browser/desk-page.ts";
import { pressAfterLook } from "#test/support/browser/keys.ts";
import { startRace } from "#test/support/browser/race.ts";
import type { Windows } from "#test/support/browser/window.ts";
import { browserWindows } from "#test/support/browser/window.ts";

const tablet = { viewport: { width: 820, height: 1180 }, isTouch: true } as const;

const scanButton = (page: Page) => page.getByRole("button", { name: "Scan with the camera" });
const cameraDialog = (page: Page) => page.getByRole("dialog", { name: "Scan with the camera" });

/** A browser whose camera sees this, and whose user allows it. */
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

/** Counts what the page asks, and keeps each camera it gets, to see later that it is off. */
async function watch(page: Page) {
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/rpc/roster.scan")) asked.push(request.postData() ?? "");
  });
  return asked;
}

/** The pictures that are still being taken, of all that this page ever asked for. */
const liveTracks = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const { tracks = [] } = window as { readonly tracks?: readonly MediaStreamTrack[] };
    return tracks.filter(({ readyState }) => readyState === "live").length;
  });

async function keepTracks(page: Page): Promise<void> {
  await page.evaluate(() => {
    const tracks: MediaStreamTrack[] = [];
    Object.assign(window, { tracks });
    const ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
    navigator.mediaDevices.getUserMedia = async (constraints) => {
      const stream = await ask(constraints);
      tracks.push(...stream.getTracks());
      return stream;
    };
  });
}

describe("a code is held up", () => {
  const windows = film([
    { code: { text: "9999", format: "Code128" }, seconds: 3 },
    { code: null, seconds: 1 },
    { code: { text: "1042", format: "Code128" }, seconds: 3 },
    { code: null, seconds: 2 },
  ]);

  test("B4 the camera reads a bib: it finds, counts once, closes, and is off again", async () => {
    const { station, eventId } = await startRace({ runners: 60 });
    const page = await windows.open(station, tablet);
    const desk = deskPage(page);
    await expectSeen(desk.search);
    const asked = await watch(page);
    await keepTracks(page);
    await scanButton(page).tap();
    await expectSeen(page.getByText("Hold the code in the frame."));
    await expectSeen(desk.card("Amara Okafor"));
    await expectGone(cameraDialog(page));
    expect(await liveTracks(page)).toBe(0);
    const texts = asked.map((body) => (JSON.parse(body) as { readonly text: string }).text);
    // The film may begin anywhere; whatever came first was asked once for as long as it was held.
    expect(texts.at(-1)).toBe("1042");
    expect(texts.length).toBe(new Set(texts).size);
    expect((await station.value("roster.lanes", { eventId })).checkIns).toBe(0);
  });

  test("B4 with a keyboard, Enter after the camera checks in the runner it found", async () => {
    const { station } = await startRace({ runners: 60 });
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
