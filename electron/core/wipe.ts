import { join } from "node:path";
import { err, ok } from "#shared/result.ts";
import { writeJson } from "./db/files/files.ts";
import { keptFingerprints, moveErased, removeErased, wipeNoteIn } from "./db/open/erased-folder.ts";
import { workspaceFiles } from "./db/open/workspace-files.ts";
import { owner } from "./handlers.ts";
import type { Slice } from "./handlers.ts";
import type { Ports } from "./ports.ts";
import type { CommandLog } from "./services/command-log.ts";
import { connectionOf } from "./services/settings/connection.ts";
import type { WipeNote } from "./services/settings/wipe-look.ts";
import { removeKeptKey } from "./sync/connection/kept-key.ts";
import type { Workspace } from "./workspace.ts";
import type { WorkspaceSwitch } from "./workspace-switch.ts";

export interface WipeServiceOptions {
  readonly ports: Ports;
  readonly dataDir: string;
  readonly wait: CommandLog["wait"];
  readonly current: () => Workspace;
  readonly exchange: WorkspaceSwitch["exchange"];
}

/**
 * Erases the live folder with everything in it, and the API key, and opens an empty one (K4). A new database has a new
 * identity (J4), so no other journal needs to know of the wipe.
 */
export function createWipeService(options: WipeServiceOptions): Slice<"wipe.perform"> {
  const { ports, dataDir, wait, current, exchange } = options;
  const { clock, logger } = ports;

  const removeRest = (): void => {
    try {
      removeErased(dataDir);
    } catch (error) {
      logger.log("error", "wipe.files-left", { error });
    }
  };

  /** Best effort: a full disk does not stop a wipe, which makes room. */
  const writeNote = (folder: string, record: WipeNote): void => {
    try {
      writeJson(wipeNoteIn(folder), record);
    } catch (error) {
      logger.log("warn", "wipe.not-noted", { error });
    }
  };

  return {
    "wipe.perform": (input) =>
      wait("wipe.perform", input, async () => {
        if (current().context.mode === "practice") {
          return err("practice", "Practice has no such data");
        }
        const atMs = clock.now();
        const wipe: WipeUnderWay = { isMoved: false };
        const opened = await exchange("live", {
          between: {
            async mayRun(former) {
              wipe.prepared = await prepare(former, input.entries);
              return wipe.prepared.ok;
            },
            async run() {
              if (wipe.prepared?.ok !== true) return;
              const { keepsExports } = input;
              const { counts, fingerprint, operator } = wipe.prepared.value;
              const record = { ...counts, atMs, operator };
              const live = workspaceFiles(join(dataDir, "live"));
              writeNote(live.folder, record);
              moveErased(live, { dataDir, atMs, keepsExports });
              wipe.isMoved = true;
              if (fingerprint !== null) await removeKeptKey({ ports }, fingerprint);
              removeRest();
              // Now there is room for the note, also if the disk was full before.
              writeNote(dataDir, record);
            },
          },
        });
        const { prepared, isMoved } = wipe;
        if (prepared?.ok === false) return prepared;
        if (prepared === undefined || !isMoved) {
          return err("not-erased", "The disk refused; nothing was erased");
        }
        if (!opened.ok) {
          const details = { why: opened.error.code };
          return err("live-unavailable", "Everything was erased; no new folder opens", { details });
        }
        return ok(connectionOf(opened.value.context));
      }),
  };
}

/**
 * Finishes a wipe that a crash or an open file cut short (K4). The keys go first, because only the erased databases tell
 * their names. A key that was entered again since stays.
 *
 * @throws Error of the disk; the next start goes on.
 */
export async function finishWipe({
  ports,
  dataDir,
}: Pick<WipeServiceOptions, "ports" | "dataDir">): Promise<void> {
  const { erased, inUse } = keptFingerprints(dataDir);
  for (const fingerprint of erased) {
    if (!inUse.includes(fingerprint)) await removeKeptKey({ ports }, fingerprint);
  }
  removeErased(dataDir);
}

/** What the wipe needs of the former database, read before it is closed, or why it must not begin. */
async function prepare({ handlers, context }: Workspace, shown: number) {
  const look = await handlers["wipe.look"]({}, owner);
  if (!look.ok) return look;
  const { stops, counts } = look.value;
  if (stops.length > 0) {
    return err("wipe-stopped", "Something stops it", { details: { stops } });
  }
  if (counts.entries !== shown) {
    const details = { entries: counts.entries };
    return err("changed-meanwhile", "The journal has changed", { details });
  }
  const fingerprint = context.stores.credentials.current()?.fingerprint ?? null;
  return ok({ counts, fingerprint, operator: context.settings.get().operator });
}

type Prepared = Awaited<ReturnType<typeof prepare>>;

interface WipeUnderWay {
  prepared?: Prepared;
  /** The live folder was renamed, which decides the wipe: from then on its data counts as erased (K4). */
  isMoved: boolean;
}
