import type { Database } from "better-sqlite3";
import { checkpointPages, lateCheckpointPages } from "./connection.ts";
import type { FileProblem } from "./file-watch.ts";
import { watchFiles } from "./file-watch.ts";
import { NotSavedError, notSavedReason, reasonOnDisk } from "./not-saved.ts";
import { createWalEndCheck } from "#core/db/wal/wal-end-check.ts";
import { forgetUnfinishedCommit } from "#core/db/damage/unfinished-commit.ts";

/** The open database of a workspace; only this thread writes to it. */
export interface Db {
  /** The connection; only for code in `core/db`. */
  readonly raw: Database;
  readonly path: string;
  readonly sqliteVersion: string;
  readonly inTransaction: boolean;
  /**
   * Runs `run` in one IMMEDIATE transaction and returns when the transaction is on the disk (J1). Inside an open
   * transaction, `run` becomes part of it; an error that leaves the outermost call rolls everything back.
   *
   * @throws NotSavedError if the disk refused; the transaction is then rolled back.
   */
  transaction<T>(run: () => T): T;
  /**
   * Like `transaction`, but does not wait for the disk. Until the next `transaction` that writes, a power cut (not a
   * crash of the program) may undo this transaction as a whole. Only for data that may be lost without harm.
   */
  transactionWithoutFlush<T>(run: () => T): T;
  /** Calls `call` after each rollback, to correct what is kept in memory. */
  onRollback(call: () => void): void;
  /** Calls `call` after each transaction that is on the disk. */
  onCommit(call: () => void): void;
  /** Length of the WAL and its checkpointed part, in pages. */
  walPages(): { readonly written: number; readonly checkpointed: number };
  /** With true, a commit checkpoints only a very long WAL, because a worker does the other checkpoints. */
  deferCheckpoints(isDeferred: boolean): void;
  /** Whether a file was deleted, replaced or changed by another program, which makes every transaction fail; null if not. */
  fileProblem(): FileProblem | null;
  /** Number of commits since opening. */
  readonly changes: number;
  close(): void;
}

/** Wraps an open connection. */
export function wrapDatabase(raw: Database, path: string): Db {
  const walState = raw.prepare<[], { readonly log: number; readonly checkpointed: number }>(
    "PRAGMA wal_checkpoint(NOOP)",
  );
  const sqliteVersion = raw.prepare<[], string>("SELECT sqlite_version()").pluck().get() ?? "";
  const fileProblem = watchFiles(path, createWalEndCheck(raw, path));
  const commitCalls: (() => void)[] = [];
  const { perform, leaveStuck, rollbackCalls } = createTransactions(raw, path, fileProblem);
  let changes = 0;

  const committed = <T>(value: T): T => {
    for (const call of commitCalls) call();
    return value;
  };
  const write = <T>(run: () => T): T => {
    const value = perform(run);
    changes += 1;
    return value;
  };

  return {
    raw,
    path,
    sqliteVersion,
    get inTransaction() {
      return raw.inTransaction;
    },
    get changes() {
      return changes;
    },
    transaction<T>(run: () => T): T {
      leaveStuck();
      return raw.inTransaction ? run() : committed(write(run));
    },
    transactionWithoutFlush<T>(run: () => T): T {
      leaveStuck();
      if (raw.inTransaction) return run();
      let value: T;
      raw.exec("PRAGMA synchronous = NORMAL");
      try {
        value = write(run);
      } finally {
        raw.exec("PRAGMA synchronous = FULL");
      }
      return committed(value);
    },
    walPages() {
      const { log: written, checkpointed } = walState.get() ?? { log: 0, checkpointed: 0 };
      return { written, checkpointed };
    },
    deferCheckpoints: (isDeferred) => {
      raw.pragma(`wal_autocheckpoint = ${isDeferred ? lateCheckpointPages : checkpointPages}`);
    },
    fileProblem,
    onRollback: (call) => void rollbackCalls.push(call),
    onCommit: (call) => void commitCalls.push(call),
    close: () => {
      if (raw.open) raw.close();
    },
  };
}

function createTransactions(raw: Database, path: string, fileProblem: () => FileProblem | null) {
  const begin = raw.prepare("BEGIN IMMEDIATE");
  const commit = raw.prepare("COMMIT");
  const rollback = raw.prepare("ROLLBACK");
  const rollbackCalls: (() => void)[] = [];
  /** True if a transaction could not be rolled back and is still open. Later transactions must not become part of it. */
  let isStuck = false;

  /** Never throws, so that the caller gets the error of the transaction itself. */
  const undo = (): void => {
    try {
      if (raw.inTransaction) rollback.run();
    } catch {
      isStuck = raw.inTransaction;
    }
    for (const call of rollbackCalls) call();
  };

  /** @throws NotSavedError if the open transaction still cannot be rolled back. */
  const leaveStuck = (): void => {
    if (!isStuck) return;
    try {
      if (raw.inTransaction) rollback.run();
      isStuck = false;
    } catch (error) {
      throw new NotSavedError("unknown", error);
    }
  };

  /** @throws NotSavedError if another program deleted, replaced or changed a file. */
  const requireFiles = (): void => {
    const problem = fileProblem();
    if (problem !== null) throw new NotSavedError(problem, null);
  };

  const perform = <T>(run: () => T): T => {
    let value: T;
    let isCommitting = false;
    try {
      // In a transaction the end of the WAL cannot be checked.
      requireFiles();
      begin.run();
      value = run();
      if (value instanceof Promise) throw new TypeError("A transaction cannot wait");
      requireFiles();
      isCommitting = true;
      commit.run();
    } catch (error) {
      undo();
      if (error instanceof NotSavedError) throw error;
      const why = notSavedReason(error);
      if (why === null) throw error;
      const isForgotten = !isCommitting || forgetUnfinishedCommit(raw, path);
      throw new NotSavedError(isForgotten ? reasonOnDisk(why, path) : "in-doubt", error);
    }
    return value;
  };

  return { perform, leaveStuck, rollbackCalls };
}
