import type { CopyNote } from "#shared/contract/events.ts";
import { backoffMs } from "#shared/domain/outbox/delivery-policy.ts";
import type { FailedOutcome } from "#core/partner/classify-response.ts";
import type { Sleeper } from "#core/sleep.ts";
import type { SyncDeps } from "#core/sync/sync-deps.ts";
import type { DownloadProgress } from "./download-progress.ts";

export interface DownloadRetryOptions {
  readonly deps: SyncDeps;
  readonly progress: DownloadProgress;
  readonly sleeper: Sleeper;
}

const mostServerErrors = 8;

/** What a download does after a failed request (D7). */
export function createDownloadRetry(options: DownloadRetryOptions) {
  const { deps, progress, sleeper } = options;
  let failuresInRow = 0;
  return {
    /**
     * Whether to continue: waits if time may fix the failure, else stops the download with a note.
     */
    async recovers(failed: FailedOutcome) {
      if (failed.kind === "given-up" || deps.closing.aborted) return false;
      if (failed.kind === "rate-limited") return true;
      failuresInRow += 1;
      const note = noteOf(failed);
      const isLasting = failed.kind === "server-error" && failuresInRow >= mostServerErrors;
      if (!isTemporary(failed) || isLasting) {
        progress.stop("paused", [note]);
        return false;
      }
      progress.save({ notes: [note] });
      await sleeper.sleep(backoffMs(failuresInRow - 1, deps.ports.random.number()));
      return true;
    },
    /** A page was read: the backoff starts again. */
    reset() {
      failuresInRow = 0;
    },
  };
}

export type DownloadRetry = ReturnType<typeof createDownloadRetry>;

/** Whether the failure may end without help. */
export function isTemporary(failed: FailedOutcome): boolean {
  switch (failed.kind) {
    case "key-refused":
    case "forbidden":
    case "refused":
      return false;
    default:
      return true;
  }
}

function noteOf(failed: FailedOutcome): CopyNote {
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
      return { code: "offline", facts: {} };
  }
}
