import type { SyncStatus } from "#shared/contract/sync.ts";
import { NotSavedError } from "#core/db/open/not-saved.ts";
import { lacksOwnEntriesKey } from "#core/db/stores/journal/journal-merge.ts";
import type { OutboxTransitions } from "./sending/outbox-transitions.ts";
import type { SyncDeps } from "#core/sync/sync-deps.ts";
import type { EntryAuthor } from "#core/db/stores/journal/journal-store.ts";

type HeldClone = NonNullable<SyncStatus["copied"]>;

const holdKey = "held-as-copy";

/**
 * Holds the outbox of a cloned database until a person confirms the clone (S5). `onReleased` is called after
 * the confirmation is committed.
 */
export function createClonedFolderHold(
  deps: SyncDeps,
  transitions: OutboxTransitions,
  onReleased: () => void,
) {
  const { stores, db, ports, clonedFolder } = deps;

  const stored = (): HeldClone | null => {
    const text = stores.meta.get(holdKey) ?? "";
    return text === "" ? null : (JSON.parse(text) as HeldClone);
  };

  /** The user of the original, or of an earlier clone, may have sent these entries since. */
  const markAllInDoubt = (): void => {
    const credential = stores.credentials.current()?.fingerprint ?? null;
    for (const state of ["pending", "waiting", "needs-attention"] as const) {
      for (const entry of stores.outbox.inState(state)) transitions.markInDoubt(entry, credential);
    }
  };

  const hold = (found: HeldClone): void =>
    db.transaction(() => {
      stores.meta.set(lacksOwnEntriesKey, "1");
      if (!deps.holdsCopies) return;
      stores.meta.set(holdKey, JSON.stringify(found));
      markAllInDoubt();
    });

  /** The detected clone that a full disk kept from being stored; nothing is sent in this case either. */
  let unstored: HeldClone | null = null;
  /** A confirmation is pending in the current transaction; `unstored` is cleared after the commit. */
  let isConfirming = false;
  db.onCommit(() => {
    if (!isConfirming) return;
    unstored = null;
    isConfirming = false;
    onReleased();
  });
  db.onRollback(() => {
    isConfirming = false;
  });

  return {
    /** Null if nothing is held. */
    get held() {
      return (isConfirming ? null : unstored) ?? stored();
    },
    /** At start: stores that a clone was detected and puts every unsent entry in doubt. In practice a clone is not held. */
    open() {
      const why = clonedFolder.found;
      if (why !== null) {
        unstored = { why, foundAtMs: ports.clock.now() };
        ports.logger.log("warn", "database.is-a-copy", { why });
        try {
          hold(unstored);
        } catch (error) {
          if (!(error instanceof NotSavedError)) throw error;
          ports.logger.log("error", "database.copy-not-noted", { why: error.why });
          return;
        }
        unstored = null;
      }
      clonedFolder.accept();
    },
    /**
     * A person confirms that this clone is the one to continue with; the journal records who. In a transaction.
     */
    confirm(author: EntryAuthor, commandId: string) {
      const held = unstored ?? stored();
      if (held === null) return;
      if (unstored !== null) markAllInDoubt();
      stores.journal.append({
        kind: "copy.confirmed",
        payload: held,
        eventId: null,
        subject: "database",
        ...author,
        commandId,
      });
      stores.meta.set(holdKey, "");
      isConfirming = true;
    },
  };
}

export type ClonedFolderHold = ReturnType<typeof createClonedFolderHold>;
