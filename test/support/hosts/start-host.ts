import type { Page } from "playwright";
import { startDesktop } from "../electron-double/start-desktop.ts";
import type { Desktop } from "../electron-double/start-desktop.ts";
import type { StationProcess } from "../processes/station-client.ts";
import type { ChildOptions } from "../processes/child.ts";
import { startNestedStation } from "../processes/station-nest.ts";
import { startStationProcess } from "../processes/station-process.ts";
import type { ElectronHost } from "./electron-host.ts";
import { startElectron } from "./electron-host.ts";
import { fileBrowser } from "./file-browser.ts";
import type { Host } from "./host.ts";
import { hostKind } from "./host.ts";

export type StationHost = StationProcess & Host & { readonly kind: "station" };

/** Any of the hosts; `kind` says which. */
export type AnyHost = StationHost | Desktop | ElectronHost;

/** Starts a station, in this worker's nest unless it has options of a process. */
export async function startStationHost(
  dataDir: string,
  flags: readonly string[] = [],
  options?: ChildOptions,
): Promise<StationHost> {
  const station = await (options === undefined
    ? startNestedStation(dataDir, flags)
    : startStationProcess(dataDir, flags, options));
  return { ...station, kind: "station", dataDir };
}

/** Starts the host of this run with a data folder, and stops it after the test. */
export function startHost(dataDir: string, flags: readonly string[] = []): Promise<AnyHost> {
  switch (hostKind) {
    case "station":
      return startStationHost(dataDir, flags);
    case "double":
      return startDesktop(fileBrowser(), { dataDir, flags });
    case "electron":
      return startElectron(dataDir, flags);
  }
}

/** Ends the program and starts it again with the same data; a station keeps its address. */
export async function restartHost(host: AnyHost): Promise<AnyHost> {
  await host.stop();
  const flags = host.kind === "station" ? ["--port", new URL(host.url).port] : [];
  return startHost(host.dataDir, flags);
}

/** Loads the window again that the desktop opened, after the host was prepared. */
export async function freshPage(host: Exclude<AnyHost, StationHost>): Promise<Page> {
  const page = await host.page();
  await page.reload();
  return page;
}
