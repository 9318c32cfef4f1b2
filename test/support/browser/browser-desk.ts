import type { Page } from "playwright";
import type { StationHost } from "#test/support/hosts/start-host.ts";
import type { Cable } from "./cable.ts";
import { layCable } from "./cable.ts";
import type { Race } from "./race.ts";
import { newCommandId, startStationRace } from "./race.ts";
import type { browserWindows, WindowOptions } from "./window.ts";

export interface BrowserDesk extends Race<StationHost> {
  readonly cable: Cable;
  readonly page: Page;
}

/** The browser itself logs each request that fails while the cable is cut. */
export const tolerates = /Failed to load resource: net::ERR|ERR_INCOMPLETE_CHUNKED_ENCODING/;

/** A browser that is paired with a station over a cable. */
export async function openBrowserDesk(
  windows: ReturnType<typeof browserWindows>,
  options: WindowOptions = {},
): Promise<BrowserDesk> {
  const race = await startStationRace({ runners: 60, flags: ["--host", "127.0.0.2"] });
  const cable = await layCable(race.host.url);
  await race.host.value("pairing.open", { commandId: newCommandId() });
  const { pairing } = await race.host.value("device.list", {});
  const page = await windows.blank({ tolerates, ...options });
  await page.goto(cable.url);
  await page.getByRole("textbox", { name: "Code" }).fill(pairing?.code ?? "");
  await page.getByRole("textbox", { name: "Name of this device" }).fill("Tablet");
  await page.keyboard.press("Enter");
  await page.getByRole("navigation", { name: "Screens" }).waitFor();
  return { ...race, cable, page };
}
