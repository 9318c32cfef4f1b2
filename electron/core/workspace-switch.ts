import { invalidationSchema } from "#shared/contract/invalidations.ts";
import type { Result } from "#shared/result.ts";
import { err } from "#shared/result.ts";
import type { ChangeFeed } from "./change-feed.ts";
import type { InFlight } from "./in-flight.ts";
import type { Clock, Logger } from "./ports.ts";
import type { OpenFailure, Workspace, Workspaces, WorkspaceMode } from "./workspace.ts";

export interface WorkspaceSwitchOptions {
  readonly workspaces: Workspaces;
  readonly feed: ChangeFeed;
  readonly logger: Logger;
  readonly current: () => Workspace;
  readonly clock: Pick<Clock, "after">;
  readonly inFlight: Pick<InFlight, "runSerial" | "runExclusive">;
  readonly put: (next: Workspace | null) => void;
}

/** What happens while no workspace is open. */
export interface Between {
  /**
   * Asked when no call runs any more and nothing is sent. If false, or if it throws, the former folder is opened again as
   * it is.
   */
  mayRun(former: Workspace): Promise<boolean>;
  /** @throws Error of the disk; the former folder is opened again then. */
  run(): Promise<void>;
}

async function runBetween(between: Between | undefined): Promise<true> {
  await between?.run();
  return true;
}

/** After this time a folder that did not open is tried again. */
const reopenMs = 5_000;

/**
 * Only one workspace is open at a time (K3). If the next one does not open, as on a full disk, the one that was open is
 * tried again until it opens. Every screen asks again after an exchange.
 */
export function createWorkspaceSwitch(options: WorkspaceSwitchOptions) {
  const { workspaces, feed, logger, current, clock, inFlight, put } = options;
  const { runExclusive, runSerial } = inFlight;

  /** An opening that throws, as on a full disk, is a failure as well, so that the other folder is opened. */
  const open: Workspaces["open"] = async (mode, how) => {
    try {
      return await workspaces.open(mode, how);
    } catch (error) {
      logger.log("error", "workspace.open-threw", { mode, error });
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
    logger.log("error", "workspace.none-open", { mode, code: again.error.code });
    const tryAgain = () => runExclusive(() => openAgain(mode));
    clock.after(reopenMs, () => void runSerial(tryAgain));
  };

  /** False if the step throws: then the former folder is opened again. */
  const attempt = async (step: () => boolean | Promise<boolean>): Promise<boolean> => {
    try {
      return await step();
    } catch (error) {
      logger.log("error", "workspace.between-threw", { error });
      return false;
    }
  };

  const change = async (
    mode: WorkspaceMode,
    { fresh = false, between }: { readonly fresh?: boolean; readonly between?: Between },
    drained: () => Promise<void>,
  ): Promise<Result<Workspace, OpenFailure>> => {
    const former = current();
    const desk = former.context.settings.get();
    await former.context.sync.close();
    await drained();
    const mayRun = await attempt(async () => (await between?.mayRun(former)) ?? true);
    put(null);
    await former.close().catch((error: unknown) => {
      logger.log("error", "workspace.close-failed", { error });
    });
    const hasRun = mayRun && (await attempt(() => runBetween(between)));
    const opened = hasRun
      ? await open(mode, { fresh, desk })
      : err("folder-unusable", "The folder stays as it is");
    if (opened.ok) {
      put(opened.value);
      return opened;
    }
    logger.log("error", "workspace.exchange-failed", { mode, code: opened.error.code });
    await openAgain(former.context.mode);
    return opened;
  };

  return {
    /**
     * Closes the open folder and opens the one of `mode`; if that fails, opens the first one again. Call it as a serial
     * call (`InFlight`).
     */
    async exchange(
      mode: WorkspaceMode,
      how: { readonly fresh?: boolean; readonly between?: Between } = {},
    ): Promise<Result<Workspace, OpenFailure>> {
      const opened = await runExclusive((drained) => change(mode, how, drained));
      invalidateAll();
      return opened;
    },
  };
}

export type WorkspaceSwitch = ReturnType<typeof createWorkspaceSwitch>;
