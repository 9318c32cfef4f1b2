import type { FailedOutcome } from "#core/partner/classify-response.ts";
import { assertNever } from "#shared/result.ts";
import { NotSavedError } from "#core/db/open/not-saved.ts";
import type { PartnerClient } from "#core/partner/client.ts";
import { pullAwards } from "#core/sync/organizer/awards.ts";
import type { Sleeper } from "#core/sleep.ts";
import type { SyncDeps } from "#core/sync/sync-deps.ts";
import { createDownloadRetry, isTemporary } from "./download-failure.ts";
import type { DownloadRetry } from "./download-failure.ts";
import { incompleteNote, runPass } from "./download-pass.ts";
import { createDownloadProgress } from "./download-progress.ts";
import type { DownloadProgress } from "./download-progress.ts";
import { pullEvent } from "./event-replica.ts";
import { finishDownload } from "./finish-download.ts";

export interface DownloadTaskOptions {
  readonly deps: SyncDeps;
  readonly eventId: string;
  readonly client: () => PartnerClient | null;
  readonly sleeper: Sleeper;
  readonly onChange: (much: "page" | "all") => void;
  /** The download has ended and the replica has all data that could be read. */
  readonly onCopied: () => void;
  /** A request failed; the download may still retry it (D7). */
  readonly onFailed: (failed: FailedOutcome) => void;
}

/** What the functions of one download share. */
interface Download extends DownloadTaskOptions {
  readonly progress: DownloadProgress;
  readonly retry: DownloadRetry;
  readonly isCancelled: () => boolean;
  restarts: number;
  /**
   * Read concurrently, so that the registrations need not wait (D7); null until the event itself was read.
   */
  awards: Promise<FailedOutcome | null> | null;
}

const mostRestarts = 2;
const afterNotSavedMs = 5_000;

/**
 * Downloads one event, from its stored progress until the replica is complete, incomplete or paused (D1–D8).
 */
export function startDownload(options: DownloadTaskOptions) {
  const { deps, eventId, sleeper } = options;
  const cancelling = new AbortController();
  const progress = createDownloadProgress(deps, eventId, () => options.onChange("all"));
  const download: Download = {
    ...options,
    client() {
      const client = options.client();
      return client === null ? null : endingWith(client, cancelling.signal);
    },
    progress,
    retry: createDownloadRetry({ deps, progress, sleeper }),
    isCancelled: () => cancelling.signal.aborted,
    restarts: 0,
    awards: null,
  };

  const runAll = async (): Promise<void> => {
    await runUntilSaved(download);
    await finishAwards(download);
    if (!deps.closing.aborted) options.onCopied();
  };

  const done = runAll().catch((error: unknown) => {
    deps.ports.logger.log("error", "download.failed", { eventId, error });
  });

  return {
    done,
    get pace() {
      return progress.pace;
    },
    cancel() {
      cancelling.abort();
      sleeper.wake();
    },
  };
}

/** The same client, whose requests also end with `cancelled`, so that no wait for an answer or a 429 delays a cancel. */
const endingWith = (client: PartnerClient, cancelled: AbortSignal): PartnerClient => ({
  ...client,
  get: (question, signal) => client.get(question, AbortSignal.any([signal, cancelled])),
});

export type DownloadTask = ReturnType<typeof startDownload>;

/** Retries when the disk refuses a page; the pages on disk are always consistent (D1). */
async function runUntilSaved(download: Download): Promise<void> {
  const { deps, eventId, sleeper } = download;
  for (;;) {
    try {
      return await run(download);
    } catch (cause) {
      if (!(cause instanceof NotSavedError)) throw cause;
      if (deps.closing.aborted) return;
      deps.ports.logger.log("error", "download.not-saved", { eventId, why: cause.why });
      await sleeper.sleep(afterNotSavedMs);
    }
  }
}

async function run(download: Download): Promise<void> {
  const { deps, eventId, progress } = download;
  progress.continue();
  let eventRead = false;
  for (;;) {
    if (deps.closing.aborted) return;
    if (download.isCancelled()) return progress.stop("paused", [{ code: "cancelled", facts: {} }]);
    const client = download.client();
    if (client === null) return progress.stop("paused", [{ code: "key-refused", facts: {} }]);
    if (!eventRead) {
      const failed = await pullEvent(deps, client, eventId);
      if (failed !== null) {
        if (await recovers(download, client, failed)) continue;
        return;
      }
      eventRead = true;
      download.awards ??= readAwards(download, client);
      download.onChange("all");
    }
    const isRead = progress.record.extra["ended"] === true;
    const step = isRead ? "finish" : await readPages(download, client);
    if (step === "again") continue;
    if (step === "stop") return;
    if (await finishDownload(download, client)) return;
  }
}

/**
 * Whether to continue after a failure. A cancelled download stops at once, instead of waiting for the next try. The failure
 * of a former key says nothing about the present one (O9).
 */
async function recovers(
  download: Download,
  client: PartnerClient,
  failed: FailedOutcome,
): Promise<boolean> {
  if (isFormer(download, client)) return true;
  download.onFailed(failed);
  return download.isCancelled() || (await download.retry.recovers(failed));
}

/** Another key is in use than the one of this client, or none. */
const isFormer = (download: Download, { credential }: PartnerClient): boolean =>
  download.client()?.credential !== credential;

async function readPages(
  download: Download,
  client: PartnerClient,
): Promise<"finish" | "again" | "stop"> {
  const { deps, eventId, progress } = download;
  const stop = (why: Parameters<typeof incompleteNote>[0]): "stop" => {
    progress.stop("incomplete", [incompleteNote(why, progress.record)]);
    return "stop";
  };
  const end = await runPass({
    deps,
    client,
    eventId,
    isCancelled: () => download.isCancelled() || isFormer(download, client),
    onPage: () => {
      download.retry.reset();
      progress.countPage();
      download.onChange("page");
    },
  });
  switch (end.kind) {
    case "complete":
      return "finish";
    case "cancelled":
      return "again";
    case "incomplete":
      return stop(end.why);
    case "cursor-refused":
      download.restarts += 1;
      if (download.restarts > mostRestarts) return stop("no-cursor");
      progress.beginPass(progress.isSecondPass);
      return "again";
    case "failed": {
      const { outcome } = end.reply;
      if (outcome.kind === "success") return assertNever(outcome as never);
      return (await recovers(download, client, outcome)) ? "again" : "stop";
    }
    default:
      return assertNever(end);
  }
}

async function readAwards(
  { deps, eventId }: Download,
  client: PartnerClient,
): Promise<FailedOutcome | null> {
  try {
    const failed = await pullAwards(deps, client, eventId);
    deps.invalidate("podium", eventId);
    return failed;
  } catch (error) {
    deps.ports.logger.log("warn", "download.awards-failed", { eventId, error });
    return null;
  }
}

/** Reads the awards again if they failed for a temporary reason, because the network works now. */
async function finishAwards(download: Download): Promise<void> {
  const failed = await download.awards;
  const client = download.client();
  if (failed === null || !isTemporary(failed) || download.progress.record.state === "paused")
    return;
  if (client !== null && !download.deps.closing.aborted) await readAwards(download, client);
}
