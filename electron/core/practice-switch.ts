import { err, ok } from "#shared/result.ts";
import { freeBytes } from "./db/files/files.ts";
import { hasFullDesks } from "./services/desks/desks-role.ts";
import { connectionOf } from "./services/settings/connection.ts";
import type { CommandLog } from "./services/command-log.ts";
import type { Slice } from "./handlers.ts";
import type { OpenFailure, Workspace, Workspaces } from "./workspace.ts";
import { practiceUnavailable } from "./practice-failure.ts";
import type { WorkspaceSwitch } from "./workspace-switch.ts";

export interface PracticeServiceOptions {
  /** The folder of both. */
  readonly dataDir: string;
  readonly workspaces: Pick<Workspaces, "canPractise">;
  /** Exists longer than a workspace, so that repeated commands are recognized in both. */
  readonly wait: CommandLog["wait"];
  readonly current: () => Workspace;
  readonly exchange: WorkspaceSwitch["exchange"];
}

/** Below this, neither folder may open: then the one that was closed would stay closed until somebody makes room. */
const neededBytes = 8 * 1024 * 1024;

const lacksSpace = (dataDir: string): boolean =>
  (freeBytes(dataDir) ?? Number.POSITIVE_INFINITY) < neededBytes;

/** Practice and live are two folders; only one is open at a time (K3). */
export function createPracticeService({
  dataDir,
  workspaces,
  wait,
  current,
  exchange,
}: PracticeServiceOptions): Slice<"practice.start" | "practice.leave"> {
  return {
    "practice.start": (input) =>
      wait("practice.start", input, async () => {
        if (current().context.mode === "practice") {
          return err("already-practising", "Practice is going on");
        }
        // Practice knows no full desk: each would be refused, and told that its access was taken away (M1).
        if (hasFullDesks(current().context.stores)) {
          return err("has-full-desks", "Full desks exchange with this computer");
        }
        if (!workspaces.canPractise) return practiceUnavailable("no-sandbox");
        if (lacksSpace(dataDir)) return practiceUnavailable("folder-full");
        const opened = await exchange("practice", { fresh: input.fresh ?? false });
        if (!opened.ok) return practiceUnavailable(...reasonOf(opened.error));
        return ok(connectionOf(opened.value.context));
      }),

    "practice.leave": (input) =>
      wait("practice.leave", input, async () => {
        if (current().context.mode !== "practice") {
          return err("not-practising", "Practice is not going on");
        }
        if (lacksSpace(dataDir)) return liveUnavailable("folder-full");
        const opened = await exchange("live");
        if (!opened.ok) return liveUnavailable(opened.error.code);
        return ok(connectionOf(opened.value.context));
      }),
  };
}

const liveUnavailable = (why: string) =>
  err("live-unavailable", "The live folder does not open", { details: { why } });

/** The reason that the workspace gave, with the file if it names one, or the code of the folder's problem. */
function reasonOf({ code, details }: OpenFailure): [string, string?] {
  if (code !== "practice-unavailable") return [code];
  const file = details?.["file"];
  const why = String(details?.["why"]);
  return typeof file === "string" ? [why, file] : [why];
}
