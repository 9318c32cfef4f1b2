import type { Browser } from "playwright";
import type { StationHost } from "../hosts/start-host.ts";

/** The computers of a venue that run Chute; a further one carries the tablets' browsers. */
export const venueComputers = ["hub", "desk-1", "desk-2"] as const;
export type VenueComputer = (typeof venueComputers)[number];

/** The network of a venue: what fails in it fails for the programs of a test, which run as they do elsewhere. */
export interface VenueNetwork {
  /** How computers are cut off from each other here, for the output of the test. */
  readonly kind: string;
  /** Starts the built station of a computer, open to the network. Started again, it has its address again. */
  startStation(computer: VenueComputer, dataDir: string): Promise<StationHost>;
  /** `host:port` of a station, as a person at another computer types it. */
  addressOf(station: StationHost): string;
  /** Lets every computer reach a server of this process's machine under the same loopback address. */
  reachOrganizer(url: string): Promise<void>;
  /** The browser of the tablets. */
  tabletBrowser(): Promise<Browser>;
  /** The router fails: nothing arrives anywhere, and nobody is told. */
  failRouter(): void;
  mendRouter(): void;
  /** One computer is out of reach. */
  cut(computer: VenueComputer): void;
  heal(computer: VenueComputer): void;
}
