import type { SyncStatus } from "#shared/contract/sync.ts";
import type { CopyWatch } from "#core/db/open/cloned-folder-watch.ts";
import { NotSavedError } from "#core/db/open/not-saved.ts";
import { lacksOwnEntriesKey } from "#core/db/stores/journal/journal-merge.ts";
import type { Ledger } from "./outbox-transitions.ts";
import type { SyncDeps } from "#core/sync/sync-deps.ts";
import type { SyncActor } from "#core/sync/sync-interface.ts";

type Copied = NonNullable<SyncStatus["copied"]>;

/** Nothing is sent from a database that turned out to be a copy, until a person says so (S5). */
export interface CopyHold {
  /** Null where nothing is held. */
  readonly held: Copied | null;
  /** At the start: what was found is written down, and everything unsent is in doubt. */
  open(): void;
  /** A person knows that this copy is the one to go on with, and the journal says who. In a transaction. */
  confirm(actor: SyncActor, commandId: string): void;
}

const holdKey = "held-as-copy";

/** `onReleased` is called once the word that ends the hold is on disk. */
export function createCopyHold(
  deps: SyncDeps,
  ledger: Ledger,
  onReleased: () => void = () => undefined,
): CopyHold {
  const { stores, db, ports } = deps;
  const copies: CopyWatch | null = deps.copies ?? null;

  const kept = (): Copied | null => {
    const text = stores.meta.get(holdKey) ?? "";
    return text === "" ? null : (JSON.parse(text) as Copied);
  };

  /** Whoever used the original, or the copy before, may have sent these since. */
  const doubtAll = (): void => {
    const credential = stores.credentials.current()?.fingerprint ?? null;
    for (const state of ["pending", "waiting", "needs-attention"] as const) {
      for (const entry of stores.outbox.inState(state)) ledger.doubt(entry, credential);
    }
  };

  const hold = (found: Copied): void =>
    db.transaction(() => {
      stores.meta.set(holdKey, JSON.stringify(found));
      stores.meta.set(lacksOwnEntriesKey, "1");
      doubtAll();
    });

  /** What a full disk kept from being written down; nothing is sent all the same. */
  let unkept: Copied | null = null;
  /** A person gave their word in the transaction at hand; what was not written down is forgotten once that is on disk. */
  let isConfirming = false;
  db.onCommit(() => {
    if (!isConfirming) return;
    unkept = null;
    isConfirming = false;
    onReleased();
  });
  db.onRollback(() => {
    isConfirming = false;
  });

  return {
    get held() {
      return (isConfirming ? null : unkept) ?? kept();
    },
    open() {
      const why = copies?.found ?? null;
      if (why !== null) {
        unkept = { why, foundAtMs: ports.clock.now() };
        ports.logger.log("warn", "database.is-a-copy", { why });
        try {
          hold(unkept);
        } catch (error) {
          if (!(error instanceof NotSavedError)) throw error;
          ports.logger.log("error", "database.copy-not-noted", { why: error.why });
          return;
        }
        unkept = null;
      }
      copies?.accept();
    },
    confirm(actor, commandId) {
      const held = unkept ?? kept();
      if (held === null) return;
      if (unkept !== null) doubtAll();
      stores.journal.append({
        kind: "copy.confirmed",
        payload: held,
        eventId: null,
        subject: "database",
        ...actor,
        commandId,
      });
      stores.meta.set(holdKey, "");
      isConfirming = true;
    },
  };
}
