import type { Measure } from "./measure.ts";

/** What every benchmark works with: a partner API in another process and a copy of its big event. */
export interface Race {
  readonly rows: number;
  readonly api: Api;
  /** A data folder with the event downloaded and indexed; benchmarks work on copies of it. */
  readonly dataDir: string;
  /** For what a benchmark needs of its own; emptied at the end. */
  readonly scratch: string;
}

export interface Api {
  readonly url: string;
  readonly key: string;
  readonly eventId: string;
}

export type Bench = (race: Race) => Promise<readonly Measure[]>;
