import { invalidationSchema } from "#shared/contract/invalidations.ts";
import type { Result } from "#shared/result.ts";
import { err, ok } from "#shared/result.ts";
import type { ChangeFeed } from "./change-feed.ts";
import { readRole } from "./services/desks/desks-role.ts";
import { connectionOf } from "./services/settings/connection.ts";
import type { CommandLog } from "./services/command-log.ts";
import type { Slice } from "./handlers.ts";
import type { InFlight } from "./in-flight.ts";
import type { Logger } from "./ports.ts";
import type { OpenFailure, Workspace, Workspaces, WorkspaceMode } from "./workspace.ts";
import { practiceUnavailable } from "./workspace.ts";

export interface PracticeServiceOptions {
  readonly workspaces: Workspaces;
  readonly feed: ChangeFeed;
  readonly logger: Logger;
  /** Exists longer than a workspace, so that repeated commands are recognized in both. */
  readonly wait: CommandLog["wait"];
  readonly current: () => Workspace;
  readonly runExclusive: InFlight["runExclusive"];
  readonly put: (next: Workspace | null) => void;
}

export interface PracticeService {
  readonly handlers: Slice<"practice.start" | "practice.leave">;
  /** Whether no folder is open, because neither could be opened. */
  readonly isNoneOpen: () => boolean;
  /** Tries again to open the folder that was open last. Calls must come one at a time. */
  reopen(): Promise<void>;
}

/** Practice and live are two folders; only one is open at a time (K3). */
export function createPracticeService(options: PracticeServiceOptions): PracticeService {
  const { workspaces, feed, logger, wait, current, runExclusive, put } = options;
  /** The folder to open again; null while a folder is open. */
  let lost: WorkspaceMode | null = null;

  /** An opening that throws, as on a full disk, is a failure as well, so that the other folder is opened. */
  const open: Workspaces["open"] = async (mode, how) => {
    try {
      return await workspaces.open(mode, how);
    } catch (error) {
      logger.log("error", "practice.open-threw", { mode, error });
      return err("folder-unusable", "The folder could not be opened");
    }
  };

  const openAgain = async (mode: WorkspaceMode): Promise<void> => {
    const again = await open(mode);
    lost = again.ok ? null : mode;
    if (again.ok) put(again.value);
    else logger.log("error", "practice.none-open", { mode, code: again.error.code });
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

  const invalidateAll = (): void =>
    invalidationSchema.shape.topic.options.forEach((topic) => feed.publish(topic));

  const handlers: PracticeService["handlers"] = {
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
        if (!opened.ok) throw new Error(`The live folder does not open: ${opened.error.code}`);
        return ok(connectionOf(opened.value.context));
      }),
  };

  return {
    handlers,
    isNoneOpen: () => lost !== null,
    reopen: () =>
      runExclusive(async () => {
        if (lost === null) return;
        await openAgain(lost);
        invalidateAll();
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
