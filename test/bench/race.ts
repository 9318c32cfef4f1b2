import type { Measure } from "./measure.ts";

/** What every benchmark uses: a partner API in another process, and a replica of its big event. */
export interface Race {
  readonly rows: number;
  readonly api: Api;
  /** A data folder with the downloaded and indexed event. Benchmarks work on copies of it. */
  readonly dataDir: string;
  /** A folder for files that a benchmark needs; it is emptied at the end. */
  readonly scratch: string;
}

export interface Api {
  readonly url: string;
  readonly key: string;
  readonly eventId: string;
}

export type Bench = (race: Race) => Promise<readonly Measure[]>;
