import type { ChangeHint } from "#shared/contract/invalidations.ts";
import type { CopyWatch } from "#core/db/open/cloned-folder-watch.ts";
import type { Db } from "#core/db/open/database.ts";
import type { Stores } from "../db/stores.ts";
import type { Clock, Fetch, Logger, Random, Secrets } from "../ports.ts";
import type { SyncActor } from "./sync-interface.ts";

/** What synchronization is made of; nothing else is reached for. */
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
  readonly hint: (hint: ChangeHint) => void;
  /** Who the program itself is, in the journal: nobody, at this desk (J3). */
  readonly actor: () => SyncActor;
  /** Brings up to `limit` rows of the roster into the search index; false when none waited. Absent: they wait for others. */
  readonly indexSome?: (limit: number) => boolean;
  /** Lets everything else that is ready have its turn; `setImmediate` where a host says nothing. */
  readonly giveWay?: () => Promise<void>;
  /** Tells whether the database is a copy (S5); absent where nobody asks. */
  readonly copies?: CopyWatch;
  /** Settles when the database has room for another page; at once where a host says nothing. */
  readonly room?: () => Promise<void>;
}
