import type { Failure, Result } from "#shared/result.ts";
import { err, ok } from "#shared/result.ts";
import type { ChangeFeed } from "./change-feed.ts";
import { connectionOf } from "./services/settings/connection.ts";
import type { CommandLog } from "./services/command-log.ts";
import type { Slice } from "./handlers.ts";
import type { Logger } from "./ports.ts";
import type { OpenFailure, Workspace, Workspaces, WorkspaceMode } from "./workspace.ts";

export interface PracticeServiceOptions {
  readonly workspaces: Workspaces;
  readonly feed: ChangeFeed;
  readonly logger: Logger;
  /** Outlives the workspaces, so that a repeated command is known on either side. */
  readonly wait: CommandLog["wait"];
  readonly current: () => Workspace;
  /** Lets no other call run meanwhile. */
  readonly quiesce: <T>(between: (drained: () => Promise<void>) => Promise<T>) => Promise<T>;
  readonly put: (next: Workspace | null) => void;
}

/** Practice and live are two folders of which one is open at a time (K3). */
export function createPracticeService(
  options: PracticeServiceOptions,
): Slice<"practice.start" | "practice.leave"> {
  const { workspaces, feed, logger, wait, current, quiesce, put } = options;

  /** Closes what is open before it opens the other; if that cannot be opened, the first one comes back. */
  const exchange = (mode: WorkspaceMode, fresh: boolean): Promise<Result<Workspace, OpenFailure>> =>
    quiesce(async (drained) => {
      const former = current();
      const desk = former.context.settings.get();
      await former.context.sync.close();
      await drained();
      put(null);
      await former.close();
      const opened = await workspaces.open(mode, { fresh, desk });
      if (opened.ok) {
        put(opened.value);
        return opened;
      }
      logger.log("error", "practice.exchange-failed", { mode, code: opened.error.code });
      const again = await workspaces.open(former.context.mode);
      if (!again.ok) throw new Error(`Neither folder opens: ${again.error.code}`);
      put(again.value);
      return opened;
    });

  const tellAll = (): void => {
    for (const topic of everything) feed.publish(topic);
  };

  return {
    "practice.start": (input) =>
      wait("practice.start", input, async () => {
        if (current().context.mode === "practice") {
          return err("already-practising", "Practice is going on");
        }
        if (!workspaces.canPractise) return unavailable("no-sandbox");
        const opened = await exchange("practice", input.fresh ?? false);
        tellAll();
        if (!opened.ok) return unavailable(reasonOf(opened.error));
        return ok(connectionOf(opened.value.context));
      }),

    "practice.leave": (input) =>
      wait("practice.leave", input, async () => {
        if (current().context.mode !== "practice") {
          return err("not-practising", "Practice is not going on");
        }
        const opened = await exchange("live", false);
        tellAll();
        if (!opened.ok) throw new Error(`The live folder does not open: ${opened.error.code}`);
        return ok(connectionOf(opened.value.context));
      }),
  };
}

const everything = [
  "connection",
  "events",
  "download",
  "roster",
  "outbox",
  "sync",
  "digest",
  "settings",
  "backups",
  "devices",
] as const;

/** The folder's own trouble by its code; the sandbox's as the workspace named it. */
const reasonOf = ({ code, details }: OpenFailure): string =>
  code === "practice-unavailable" ? String(details?.["why"]) : code;

const unavailable = (why: string): Result<never, Failure<"practice-unavailable">> =>
  err("practice-unavailable", "Practice cannot be opened", { details: { why } });
