import { existsSync, readFileSync, rmSync } from "node:fs";
import { ZodError } from "zod";
import type { WipeRecord, WipeStop } from "#shared/contract/wipe.ts";
import { wipeRecordSchema } from "#shared/contract/wipe.ts";
import { ok } from "#shared/result.ts";
import { errorCode } from "#core/db/files/file-errors.ts";
import { hasErased, wipeNoteIn } from "#core/db/open/erased-folder.ts";
import { NotSavedError } from "#core/db/open/not-saved.ts";
import type { JournalMirror } from "#core/db/journal-mirror/journal-mirror.ts";
import { listExports } from "#core/db/export/export.ts";
import type { Stores } from "#core/db/stores.ts";
import type { Slice } from "#core/handlers.ts";
import type { DeskContext } from "#core/services/context.ts";
import { hasFullDesks, hasLostHub, readRole } from "#core/services/desks/desks-role.ts";
import { chosenExportFolder, exportedRows } from "#core/services/exports/exports.ts";
import type { Safekeeping } from "#core/services/journal/safekeeping.ts";

/** Key of the setting that holds what remains of the last wipe. */
const recordKey = "wiped";

/** Events that a refusal names. */
const mostNamed = 5;

/** Says what a wipe erases and what stops it (K4). The wipe itself outlives the workspace (`electron/core/wipe.ts`). */
export function createWipeLookService(
  { stores }: Pick<DeskContext, "stores">,
  { files, backups }: Pick<Safekeeping, "files" | "backups">,
  mirror: MirrorCheck,
): Slice<"wipe.look"> {
  return {
    "wipe.look": async () => {
      const { folder } = mirror.state();
      const isMirrored = await hasEverything(mirror);
      const outside = [folder, chosenExportFolder(stores)].filter((path) => path !== null);
      return ok({
        counts: { ...stores.wipe.counts(), backups: backups.list().length },
        stops: stopsOf(stores, isMirrored),
        exports: listExports(files.exports).length,
        outside: [...new Set(outside)],
        last: readWipe(stores),
      });
    },
  };
}

function stopsOf(stores: Stores, isMirrored: boolean): WipeStop[] {
  const stops: WipeStop[] = [];
  const stop = (code: WipeStop["code"], count: number, names: readonly string[] = []): void => {
    if (count > 0) stops.push({ code, count, names: [...names] });
  };
  const missing = isMirrored ? [] : notExported(stores);
  stop("unsent", stores.outbox.counts().unsent);
  stop("not-exported", missing.length, missing.slice(0, mostNamed));
  // A hub that was not chosen refuses its full desks (M10), and has no button to stop being the hub.
  stop("has-full-desks", Number(hasFullDesks(stores) && !hasLostHub(stores)));
  stop("is-full-desk", Number(readRole(stores).role === "full"));
  return stops;
}

type MirrorCheck = Pick<JournalMirror, "state" | "isWhole">;

/** Whether the journal mirror has every entry (J9). Its file is read, because somebody may have deleted or damaged it. */
async function hasEverything(mirror: MirrorCheck): Promise<boolean> {
  const { folder, why, behind, missing } = mirror.state();
  if (folder === null || why !== null || behind > 0 || missing > 0) return false;
  return mirror.isWhole();
}

/** The names of events with an entry that is newer than the last export of their journal. */
function notExported(stores: Stores): string[] {
  const exported = exportedRows(stores);
  return stores.wipe
    .lastRows()
    .filter(({ eventId, row }) => row > (exported[eventId] ?? 0))
    .map(({ eventId }) => stores.events.get(eventId)?.name ?? eventId);
}

/** What remains of the last wipe; null if this computer was never wiped. */
function readWipe({ settings }: Pick<Stores, "settings">): WipeRecord | null {
  const read = wipeRecordSchema.safeParse(settings.get(recordKey));
  return read.success ? read.data : null;
}

/** The note of a wipe before the new database has it. */
export type WipeNote = Omit<WipeRecord, "isWhole">;

/** Takes the note of a wipe over into the new database (K4). If the disk refuses, the next opening tries again. */
export function noteWipe({ db, stores, ports }: DeskContext, dataDir: string, live: string): void {
  const path = wipeNoteIn(dataDir);
  try {
    rmSync(wipeNoteIn(live), { force: true });
    if (!existsSync(path)) return;
    const note = readNote(path);
    if (note !== null) {
      const record = { ...note, isWhole: !hasErased(dataDir) };
      db.transaction(() => stores.settings.set(recordKey, record));
    }
    rmSync(path, { force: true });
  } catch (error) {
    if (!(error instanceof NotSavedError) && errorCode(error) === null) throw error;
    ports.logger.log("warn", "wipe.not-noted", { error });
  }
}

/** Null if the file was changed by another program. */
function readNote(path: string): WipeNote | null {
  try {
    return wipeRecordSchema.omit({ isWhole: true }).parse(JSON.parse(readFileSync(path, "utf8")));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof ZodError) return null;
    throw error;
  }
}
