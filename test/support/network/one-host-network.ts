import { openBrowser } from "../browser/launch-browser.ts";
import type { StationHost } from "../hosts/start-host.ts";
import { startStationHost } from "../hosts/start-host.ts";
import type { VenueComputer, VenueNetwork } from "./venue-network.ts";

/** All computers of the venue are one: whose program is stopped answers nobody, as if it were out of reach. */
export function openOneHostNetwork(): VenueNetwork {
  const stations = new Map<VenueComputer, StationHost>();
  const portOf = (station: StationHost): string => new URL(station.url).port;
  const stop = (computer: VenueComputer): void => stations.get(computer)?.signal("SIGSTOP");
  const go = (computer: VenueComputer): void => stations.get(computer)?.signal("SIGCONT");
  return {
    kind: "stopped processes",
    async startStation(computer, dataDir) {
      const before = stations.get(computer);
      const port = before === undefined ? [] : ["--port", portOf(before)];
      const station = await startStationHost(dataDir, ["--host", "0.0.0.0", ...port]);
      stations.set(computer, station);
      return station;
    },
    addressOf: (station) => `127.0.0.1:${portOf(station)}`,
    reachOrganizer: async () => undefined,
    tabletBrowser: () => openBrowser(),
    // All connections of a venue lead to the hub (M1).
    failRouter: () => stop("hub"),
    mendRouter: () => go("hub"),
    cut: stop,
    heal: go,
  };
}
