import type { CopyNote } from "#shared/contract/events.ts";
import { assertNever } from "#shared/result.ts";
import { backoffMs, deliveryPolicy } from "#shared/domain/outbox/delivery-policy.ts";
import { holdsSweep } from "#shared/domain/results/sweep-threshold.ts";
import { NotSavedError } from "#core/db/open/not-saved.ts";
import type { DownloadRecord } from "#core/db/stores/download/download-stores.ts";
import { registrationList } from "#core/db/stores/download/download-stores.ts";
import type { Outcome } from "#core/partner/classify-response.ts";
import type { PartnerClient } from "#core/partner/client.ts";
import { pullAwards } from "#core/sync/organizer/awards.ts";
import { writeDigest } from "./digest.ts";
import { incompleteNote, runPass } from "./download-pass.ts";
import { newDownload } from "./download-record.ts";
import type { CopyState, Pace } from "./download-record.ts";
import { compareRuns, malformedNotes, pullEvent } from "./event-replica.ts";
import { matchLostReplies } from "#core/sync/outbox/match-lost-replies.ts";
import type { Sleeper } from "#core/sync/connection/sleep.ts";
import { countUnseen, sweepHeldNote, sweepUnseen } from "./unseen.ts";
import type { SyncDeps } from "#core/sync/sync-deps.ts";

export interface DownloadTask {
  readonly done: Promise<void>;
  readonly pace: Pace;
  cancel(): void;
}

export interface DownloadTaskOptions {
  readonly deps: SyncDeps;
  readonly eventId: string;
  readonly client: () => PartnerClient | null;
  readonly sleeper: Sleeper;
  readonly closing: AbortSignal;
  readonly yieldToEventLoop: () => Promise<void>;
  readonly onChange: (much: "page" | "all") => void;
  /** The download has ended and the replica has all data that could be read. */
  readonly onCopied: () => void;
  /** A request failed; the download may still retry it (D7). */
  readonly onFailed: (failed: Failed) => void;
}

type Failed = Exclude<Outcome, { readonly kind: "success" }>;

const rowsIndexedAtOnce = 100;
const mostServerErrors = 8;
const mostRestarts = 2;
const afterNotSavedMs = 5_000;

/**
 * Downloads one event, from its stored progress until the replica is complete, incomplete or paused (D1–D8).
 */
export function startDownload(options: DownloadTaskOptions): DownloadTask {
  const { deps, eventId, sleeper, closing, yieldToEventLoop } = options;
  const { db, stores, ports } = deps;
  let cancelled = false;
  let pages = 0;
  let startedAt = ports.clock.monotonic();
  let failuresInRow = 0;
  let restarts = 0;
  /**
   * Read concurrently, so that the registrations need not wait (D7); null until the event itself was read.
   */
  let awards: Promise<Failed | null> | null = null;

  const read = (): DownloadRecord =>
    stores.downloads.get(eventId, registrationList) ?? newDownload(eventId, registrationList);

  const save = (change: Partial<DownloadRecord>): DownloadRecord => {
    const record = { ...read(), ...change };
    db.transaction(() => stores.downloads.put(record));
    options.onChange("all");
    return record;
  };

  const stop = (state: CopyState, notes: readonly CopyNote[]): void => {
    save({ state, notes: [...notes, ...malformedNotes(deps, eventId)] });
  };

  /** Starts a pass at the first page. The change counters continue since the last complete pull (D4, D5). */
  const beginPass = (secondPass: boolean): void => {
    const before = read();
    const goesOn = before.pass > 0 && before.state !== "complete";
    const pull =
      secondPass || goesOn
        ? {}
        : {
            newRows: 0,
            changedRows: 0,
            goneRows: 0,
            changedFields: {},
            startedAtMs: ports.clock.now(),
          };
    db.transaction(() => {
      stores.malformed.clear(eventId, registrationList);
      stores.downloads.put({
        ...before,
        ...pull,
        state: "downloading",
        pass: before.pass + 1,
        cursor: null,
        pages: 0,
        rows: 0,
        notes: [],
        extra: { secondPass, ended: false },
      });
    });
    pages = 0;
    startedAt = ports.clock.monotonic();
  };

  const isUnderWay = ({ state, pages: read }: DownloadRecord): boolean =>
    (state === "downloading" || state === "paused") && read > 0;

  const run = async (): Promise<void> => {
    if (isUnderWay(read())) save({ state: "downloading", notes: [] });
    else beginPass(false);
    let eventRead = false;
    for (;;) {
      if (closing.aborted) return;
      if (cancelled) return stop("paused", [{ code: "cancelled", facts: {} }]);
      const client = options.client();
      if (client === null) return stop("paused", [{ code: "key-refused", facts: {} }]);
      if (!eventRead) {
        const failed = await pullEvent(deps, client, eventId, closing);
        if (failed !== null) {
          if (await recovers(failed)) continue;
          return;
        }
        eventRead = true;
        awards ??= readAwards(client);
        options.onChange("all");
      }
      const step = read().extra["ended"] === true ? "finish" : await readPages(client);
      if (step === "again") continue;
      if (step === "stop") return;
      if (await finish(client)) return;
    }
  };

  const readAwards = async (client: PartnerClient): Promise<Failed | null> => {
    try {
      const failed = await pullAwards(deps, client, eventId, closing);
      deps.hint({ topic: "podium", eventId });
      return failed;
    } catch (cause) {
      const what = cause instanceof Error ? cause.name : typeof cause;
      ports.logger.log("warn", "download.awards-failed", { eventId, what });
      return null;
    }
  };

  /** Reads the awards again if they failed for a temporary reason, because the network works now. */
  const finishAwards = async (): Promise<void> => {
    const failed = await awards;
    const client = options.client();
    const { state } = read();
    if (failed === null || !mayPass(failed) || state === "paused") return;
    if (client !== null && !closing.aborted) await readAwards(client);
  };

  const readPages = async (client: PartnerClient): Promise<"finish" | "again" | "stop"> => {
    const end = await runPass({
      deps,
      client,
      eventId,
      closing,
      yieldToEventLoop,
      isCancelled: () => cancelled || options.client() !== client,
      onPage: () => {
        pages += 1;
        failuresInRow = 0;
        if (read().notes.length > 0) save({ notes: [] });
        options.onChange("page");
      },
    });
    switch (end.kind) {
      case "complete":
        return "finish";
      case "cancelled":
        return "again";
      case "incomplete":
        stop("incomplete", [incompleteNote(end.why, read())]);
        return "stop";
      case "cursor-refused":
        restarts += 1;
        if (restarts > mostRestarts) {
          stop("incomplete", [incompleteNote("no-cursor", read())]);
          return "stop";
        }
        beginPass(read().extra["secondPass"] === true);
        return "again";
      case "failed": {
        const { outcome } = end.reply;
        if (outcome.kind === "success") return assertNever(outcome as never);
        return (await recovers(outcome)) ? "again" : "stop";
      }
      default:
        return assertNever(end);
    }
  };

  /**
   * Compares counts, removes unseen rows, pairs lost replies, writes the digest; false if another pass is
   * needed (D3, D4).
   */
  const finish = async (client: PartnerClient): Promise<boolean> => {
    const rows = { deps, eventId, pass: read().pass, yieldToEventLoop };
    const unseen = await countUnseen(rows);
    let comparison = compareRuns(deps, eventId, unseen.byRun);
    if (comparison.differs) {
      const failed = await pullEvent(deps, client, eventId, closing);
      if (closing.aborted) return true;
      if (failed === null) comparison = compareRuns(deps, eventId, unseen.byRun);
    }
    if (comparison.differs && read().extra["secondPass"] !== true && !cancelled) {
      beginPass(true);
      return false;
    }
    const counts = stores.registrations.countsByRun(eventId);
    const listed = counts.reduce((sum, { all }) => sum + all, 0);
    const isHeld = holdsSweep({ unseen: unseen.total, listed, countsDiffer: comparison.differs });
    const held = isHeld ? [sweepHeldNote(unseen.total, listed)] : [];
    if (!isHeld) await sweepUnseen(rows);
    const atMs = ports.clock.now();
    db.transaction(() => matchLostReplies(deps, eventId));
    const before = read();
    const record: DownloadRecord = {
      ...before,
      state: "complete",
      cursor: null,
      completedAtMs: atMs,
      previousCompletedAtMs: before.completedAtMs,
      notes: [...held, ...comparison.notes, ...malformedNotes(deps, eventId)],
      extra: {},
    };
    await writeDigest(deps, record, atMs, yieldToEventLoop);
    while (!closing.aborted && deps.indexSome?.(rowsIndexedAtOnce) === true)
      await yieldToEventLoop();
    save(record);
    return true;
  };

  /** Whether to continue after a failure: waits if time may fix it (D7), else stops with a note. */
  const recovers = async (failed: Failed): Promise<boolean> => {
    options.onFailed(failed);
    if (failed.kind === "given-up" || closing.aborted) return false;
    if (failed.kind === "rate-limited") return true;
    failuresInRow += 1;
    const note = noteOf(failed);
    if (!mayPass(failed) || (failed.kind === "server-error" && failuresInRow >= mostServerErrors)) {
      stop("paused", [note]);
      return false;
    }
    save({ notes: [note] });
    const longestMs = deliveryPolicy.backoffLongestMs;
    await sleeper.sleep(backoffMs(failuresInRow - 1, ports.random.number(), longestMs));
    return true;
  };

  /** Retries when the disk refuses a page; the pages on disk are always consistent (D1). */
  const runUntilSaved = async (): Promise<void> => {
    for (;;) {
      try {
        return await run();
      } catch (cause) {
        if (!(cause instanceof NotSavedError)) throw cause;
        if (closing.aborted) return;
        ports.logger.log("error", "download.not-saved", { eventId, why: cause.why });
        await sleeper.sleep(afterNotSavedMs);
      }
    }
  };

  const runAll = async (): Promise<void> => {
    await runUntilSaved();
    await finishAwards();
    if (!closing.aborted) options.onCopied();
  };

  const done = runAll().catch((cause: unknown) => {
    const what = cause instanceof Error ? cause.name : typeof cause;
    ports.logger.log("error", "download.failed", { eventId, what });
  });

  return {
    done,
    get pace() {
      return { pages, elapsedMs: ports.clock.monotonic() - startedAt };
    },
    cancel() {
      cancelled = true;
      sleeper.wake();
    },
  };
}

function mayPass(failed: Failed): boolean {
  switch (failed.kind) {
    case "key-refused":
    case "forbidden":
    case "refused":
      return false;
    default:
      return true;
  }
}

function noteOf(failed: Failed): CopyNote {
  switch (failed.kind) {
    case "key-refused":
    case "forbidden":
      return { code: failed.kind, facts: {} };
    case "refused":
      return {
        code: failed.words.status === 404 ? "not-found" : "server-error",
        facts: { status: failed.words.status, message: failed.words.message },
      };
    case "server-error":
      return { code: "server-error", facts: { status: failed.words.status } };
    case "in-progress":
    case "key-conflict":
      return { code: "server-error", facts: { status: 409 } };
    case "not-the-api":
      return { code: "not-the-api", facts: { seen: failed.seen } };
    default:
      return { code: "no-line", facts: {} };
  }
}
