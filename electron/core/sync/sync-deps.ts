import type { InvalidationTopic } from "#shared/contract/invalidations.ts";
import type { ClonedFolderWatch } from "#core/db/open/cloned-folder-detection.ts";
import type { Db } from "#core/db/open/database.ts";
import type { Stores } from "../db/stores.ts";
import type { Clock, Fetch, Logger, Random, Secrets } from "../ports.ts";
import type { EntryAuthor } from "#core/db/stores/journal/journal-store.ts";

/** All dependencies of the sync module. */
export interface SyncDeps {
  readonly ports: {
    readonly clock: Clock;
    readonly random: Random;
    readonly fetch: Fetch;
    readonly secrets: Secrets;
    readonly logger: Logger;
  };
  readonly db: Db;
  readonly stores: Stores;
  /** Tells screens to ask again; without an event id, for every event. */
  readonly invalidate: (topic: InvalidationTopic, eventId?: string | null) => void;
  /** The author of journal entries that the program itself appends: no operator, this desk (J3). */
  readonly author: () => EntryAuthor;
  /** Adds up to `limit` roster rows to the search index; false if none were left. */
  readonly indexSome: (limit: number) => boolean;
  /** Whether this database sends the outbox; false while another one is the hub (M9). */
  readonly maySend: () => boolean;
  /** Devices that were ever chosen as the hub: their entries about deliveries are trusted (M9). */
  readonly hubDevices: () => ReadonlySet<string>;
  /** Tells whether the database is a clone (S5). */
  readonly clonedFolder: Pick<ClonedFolderWatch, "found" | "accept">;
  /** False in practice: only its own sandbox receives what a clone sends (K3). */
  readonly holdsCopies: boolean;
  /** Resolves when the WAL has room for another page of rows. */
  readonly waitForCheckpoint: () => Promise<void>;
  /** Aborted when the sync module closes: every request in flight ends, and nothing new begins. */
  readonly closing: AbortSignal;
}
