import { invalidationSchema } from "#shared/contract/invalidations.ts";
import type { Result } from "#shared/result.ts";
import { err, ok } from "#shared/result.ts";
import type { ChangeFeed } from "./change-feed.ts";
import { readRole } from "./services/desks/desks-role.ts";
import { connectionOf } from "./services/settings/connection.ts";
import type { CommandLog } from "./services/command-log.ts";
import type { Slice } from "./handlers.ts";
import type { InFlight } from "./in-flight.ts";
import type { Clock, Logger } from "./ports.ts";
import type { OpenFailure, Workspace, Workspaces, WorkspaceMode } from "./workspace.ts";
import { practiceUnavailable } from "./workspace.ts";

export interface PracticeServiceOptions {
  readonly workspaces: Workspaces;
  readonly feed: ChangeFeed;
  readonly logger: Logger;
  /** Exists longer than a workspace, so that repeated commands are recognized in both. */
  readonly wait: CommandLog["wait"];
  readonly current: () => Workspace;
  readonly clock: Pick<Clock, "after">;
  readonly inFlight: Pick<InFlight, "runSerial" | "runExclusive">;
  readonly put: (next: Workspace | null) => void;
}

/** After this time a folder that did not open is tried again. */
const reopenMs = 5_000;

/**
 * Practice and live are two folders; only one is open at a time (K3). If neither opens, as on a full disk, the one that was
 * open is tried again until it opens.
 */
export function createPracticeService(
  options: PracticeServiceOptions,
): Slice<"practice.start" | "practice.leave"> {
  const { workspaces, feed, logger, wait, current, clock, inFlight, put } = options;
  const { runExclusive, runSerial } = inFlight;

  /** An opening that throws, as on a full disk, is a failure as well, so that the other folder is opened. */
  const open: Workspaces["open"] = async (mode, how) => {
    try {
      return await workspaces.open(mode, how);
    } catch (error) {
      logger.log("error", "practice.open-threw", { mode, error });
      return err("folder-unusable", "The folder could not be opened");
    }
  };

  const invalidateAll = (): void =>
    invalidationSchema.shape.topic.options.forEach((topic) => feed.publish(topic));

  const openAgain = async (mode: WorkspaceMode): Promise<void> => {
    const again = await open(mode);
    if (again.ok) {
      put(again.value);
      return invalidateAll();
    }
    logger.log("error", "practice.none-open", { mode, code: again.error.code });
    const tryAgain = () => runExclusive(() => openAgain(mode));
    clock.after(reopenMs, () => void runSerial(tryAgain));
  };

  /** Closes the open folder and opens the other; if that fails, opens the first one again. */
  const exchange = (mode: WorkspaceMode, fresh: boolean): Promise<Result<Workspace, OpenFailure>> =>
    runExclusive(async (drained) => {
      const former = current();
      const desk = former.context.settings.get();
      await former.context.sync.close();
      await drained();
      put(null);
      await former.close().catch((error: unknown) => {
        logger.log("error", "practice.close-failed", { error });
      });
      const opened = await open(mode, { fresh, desk });
      if (opened.ok) {
        put(opened.value);
        return opened;
      }
      logger.log("error", "practice.exchange-failed", { mode, code: opened.error.code });
      await openAgain(former.context.mode);
      return opened;
    });

  return {
    "practice.start": (input) =>
      wait("practice.start", input, async () => {
        if (current().context.mode === "practice") {
          return err("already-practising", "Practice is going on");
        }
        if (hasFullDesks(current())) {
          return err("has-full-desks", "Full desks exchange with this computer");
        }
        if (!workspaces.canPractise) return practiceUnavailable("no-sandbox");
        const opened = await exchange("practice", input.fresh ?? false);
        invalidateAll();
        if (!opened.ok) return practiceUnavailable(reasonOf(opened.error));
        return ok(connectionOf(opened.value.context));
      }),

    "practice.leave": (input) =>
      wait("practice.leave", input, async () => {
        if (current().context.mode !== "practice") {
          return err("not-practising", "Practice is not going on");
        }
        const opened = await exchange("live", false);
        invalidateAll();
        if (!opened.ok) {
          const details = { why: opened.error.code };
          return err("live-unavailable", "The live folder does not open", { details });
        }
        return ok(connectionOf(opened.value.context));
      }),
  };
}

/** Practice knows no full desk: each would be refused, and told that its access was taken away (M1). */
const hasFullDesks = ({ context: { stores } }: Workspace): boolean =>
  readRole(stores).role === "hub" &&
  stores.devices.list().some(({ journalDevice }) => journalDevice !== null);

/** The reason that the workspace gave, or the code of the folder's problem. */
const reasonOf = ({ code, details }: OpenFailure): string =>
  code === "practice-unavailable" ? String(details?.["why"]) : code;
