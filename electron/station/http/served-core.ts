import type { Core } from "#core/core.ts";

/** The part of the core that the station's server needs. */
export interface ServedCore extends Pick<Core, "dispatch" | "subscribe" | "peers"> {
  readonly access: Pick<Core["access"], "pair" | "check" | "keyOf" | "whyUnknown">;
}

/** The authenticated sender of a request. */
export type StationCaller = Parameters<Core["dispatch"]>[2];
