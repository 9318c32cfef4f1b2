import type { Database } from "better-sqlite3";
import { checkpointPages, lateCheckpointPages } from "./connection.ts";
import type { FileTrouble } from "./file-watch.ts";
import { watchFiles } from "./file-watch.ts";
import { NotSavedError, notSavedReason, reasonOnDisk } from "./not-saved.ts";
import { forgetUnfinishedCommit } from "#core/db/damage/unfinished-commit.ts";

/** The one open database of a workspace: one writer, this thread. */
export interface Db {
  /** Only inside this folder. */
  readonly raw: Database;
  readonly path: string;
  readonly sqliteVersion: string;
  readonly inTransaction: boolean;
  /**
   * Runs `run` in one IMMEDIATE transaction and returns once it is on disk (J1). Inside an open transaction it joins:
   * `run` just runs, and what it throws undoes the whole when it leaves the outermost call.
   *
   * @throws NotSavedError when the disk refused; nothing of the transaction is kept.
   */
  transaction<T>(run: () => T): T;
  /**
   * The same, but on the medium only with the next `transaction` that writes: a power cut in between takes it back,
   * whole, and a crash of the program does not. Only for what is harmless to find undone.
   */
  transactionSoon<T>(run: () => T): T;
  /** Called after a transaction was undone, so that what is kept in memory follows. */
  onRollback(call: () => void): void;
  /** Called after a transaction is on disk. */
  onCommit(call: () => void): void;
  /** How long the log is, and how much of it the database has already; in pages. */
  logPages(): { readonly written: number; readonly carried: number };
  /** Whether somebody else carries the log over: commits then leave it alone until it is very long. */
  leaveLogAlone(leave: boolean): void;
  /** Whether what is open is still what its names lead to; null if so. Otherwise nothing is saved any more. */
  fileTrouble(): FileTrouble | null;
  /** Counts commits that changed something, since open. */
  readonly changes: number;
  close(): void;
}

/** Wraps an open connection. */
export function wrapDatabase(raw: Database, path: string): Db {
  const logState = raw.prepare<[], { readonly log: number; readonly checkpointed: number }>(
    "PRAGMA wal_checkpoint(NOOP)",
  );
  const sqliteVersion = raw.prepare<[], string>("SELECT sqlite_version()").pluck().get() ?? "";
  const fileTrouble = watchFiles(path);
  const commitCalls: (() => void)[] = [];
  const { perform, leaveStuck, rollbackCalls } = createTransactions(raw, path, fileTrouble);
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
    transactionSoon<T>(run: () => T): T {
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
    logPages() {
      const { log, checkpointed } = logState.get() ?? { log: 0, checkpointed: 0 };
      return { written: log, carried: checkpointed };
    },
    leaveLogAlone: (leave) => {
      raw.pragma(`wal_autocheckpoint = ${leave ? lateCheckpointPages : checkpointPages}`);
    },
    fileTrouble,
    onRollback: (call) => void rollbackCalls.push(call),
    onCommit: (call) => void commitCalls.push(call),
    close: () => {
      if (raw.open) raw.close();
    },
  };
}

function createTransactions(raw: Database, path: string, fileTrouble: () => FileTrouble | null) {
  const begin = raw.prepare("BEGIN IMMEDIATE");
  const commit = raw.prepare("COMMIT");
  const rollback = raw.prepare("ROLLBACK");
  const rollbackCalls: (() => void)[] = [];
  /** The transaction that could not be rolled back is still open: what joins it would never be committed. */
  let isStuck = false;

  /** Never throws, so that the error which made the transaction fail is the one that is told. */
  const undo = (): void => {
    try {
      if (raw.inTransaction) rollback.run();
    } catch {
      isStuck = raw.inTransaction;
    }
    for (const call of rollbackCalls) call();
  };

  /** @throws NotSavedError while the open transaction still cannot be rolled back. */
  const leaveStuck = (): void => {
    if (!isStuck) return;
    try {
      if (raw.inTransaction) rollback.run();
      isStuck = false;
    } catch (error) {
      throw new NotSavedError("unknown", error);
    }
  };

  const perform = <T>(run: () => T): T => {
    let value: T;
    let isCommitting = false;
    try {
      begin.run();
      value = run();
      if (value instanceof Promise) throw new TypeError("A transaction cannot wait");
      const trouble = fileTrouble();
      if (trouble !== null) throw new NotSavedError(trouble, null);
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
