import type {
  JournalMirrorView,
  JournalImport,
  JournalMirrorStatus,
} from "#shared/contract/journal-mirror.ts";
import type { ProcedureName, ReplyOf } from "#shared/contract/index.ts";
import type { Failure, Result } from "#shared/result.ts";
import { err, ok } from "#shared/result.ts";
import type { JournalMirror } from "#core/db/journal-mirror/journal-mirror.ts";
import { mirrorFilesIn, readMirror } from "#core/db/journal-mirror/journal-mirror-file.ts";
import { mirrorFolderError } from "#core/db/journal-mirror/journal-mirror-folder.ts";
import { errorCode } from "#core/db/files/file-errors.ts";
import { NotSavedError } from "#core/db/open/not-saved.ts";
import type { JournalSigner } from "#core/db/journal/journal-signer.ts";
import type { Slice } from "#core/handlers.ts";
import type { DeskContext, Stored } from "#core/services/context.ts";
import { readWriters, rememberSigners } from "./journal-writers.ts";
import { importEntries, mergeTopics, noneImported } from "./import-entries.ts";

/** The key of the mirror folder in the settings table. */
const folderKey = "mirrorFolder";

/** The key of a flag that is true from the first imported entry until a person was told how the import ended. */
const importingKey = "importing";

/** The folder of the journal mirror: the flag of this run, else the folder that a person chose. */
export const mirrorFolderOf = ({ stores }: Stored, atStart: string | undefined): string | null => {
  const chosen = atStart ?? stores.settings.get(folderKey);
  return typeof chosen === "string" ? chosen : null;
};

/** The state of the journal mirror. Each call also starts a check of the mirror file, so that a lost file is noticed (J9). */
export function statusOfMirror(mirror: JournalMirror): JournalMirrorStatus {
  const { folder, behind, missing, why, lastAtMs } = mirror.state();
  mirror.check();
  const state = folder === null ? "off" : why === null ? "writing" : "behind";
  return { state, behind, missing, why, lastAtMs };
}

export interface JournalMirrorParts {
  readonly mirror: JournalMirror;
  readonly signer: () => JournalSigner;
  readonly dataDir: string;
  /** The folder that was given as a flag at start. */
  readonly atStart: string | undefined;
}

/** What the functions of this file share. */
type MirrorContext = DeskContext & JournalMirrorParts;

/** The journal mirror, and the import of a journal from such a folder (J9). */
export function createJournalMirrorService(
  desk: DeskContext,
  parts: JournalMirrorParts,
): Slice<Extract<ProcedureName, `journalMirror.${string}`>> {
  const context: MirrorContext = { ...desk, ...parts };
  const { commands, stores, mode, mirror, atStart } = context;
  /** The folder and the writers that were shown to a person last since the program started. */
  let seen: { readonly folder: string; readonly keys: ReadonlySet<string | null> } | null = null;

  return {
    "journalMirror.get": () => ok(viewMirror(context)),

    "journalMirror.status": () => ok(statusOfMirror(mirror)),

    "journalMirror.choose": (input) =>
      commands.wait("journalMirror.choose", input, async () => {
        if (atStart !== undefined) return setAtStart();
        const chosen = await askFolder(context);
        if (!chosen.ok) return chosen;
        const refused = whyNotMirrored(chosen.value, context);
        if (refused !== null) return refused;
        const reply = commands.save("journalMirror.choose", input, () => {
          stores.settings.set(folderKey, chosen.value);
          return ok({ folder: chosen.value });
        });
        if (reply.ok) mirror.use(chosen.value);
        return reply;
      }),

    "journalMirror.end": (input) => {
      if (atStart !== undefined) return setAtStart();
      const reply = commands.save("journalMirror.end", input, () => {
        stores.settings.set(folderKey, null);
        return ok({});
      });
      if (reply.ok && mode === "live") mirror.use(null);
      return reply;
    },

    "journalMirror.preview": (input) =>
      commands.wait("journalMirror.preview", input, async () => {
        const chosen = await folderToImport(context);
        if (!chosen.ok) return chosen;
        const looked = await lookInto(context, chosen.value);
        if (!looked.ok) return looked;
        seen = { folder: chosen.value, keys: looked.value.keys };
        return ok(looked.value.shown);
      }),

    "journalMirror.import": (input) =>
      commands.wait("journalMirror.import", input, async () => {
        if (input.asSeen === true) {
          if (seen === null) return err("not-looked", "Nobody looked at a folder since the start");
          return importFrom(context, seen.folder, seen.keys);
        }
        const chosen = await folderToImport(context);
        return chosen.ok ? importFrom(context, chosen.value) : chosen;
      }),
  };
}

function viewMirror(context: MirrorContext): JournalMirrorView {
  const { mirror, stores, atStart } = context;
  const { folder, isSameDisk } = mirror.state();
  return {
    ...statusOfMirror(mirror),
    folder,
    isSetAtStart: atStart !== undefined,
    isSameDisk,
    canChoose: canAsk(context) && atStart === undefined,
    importsFrom: importsFrom(context),
    isCutShort: stores.settings.get(importingKey) === true,
  };
}

const canAsk = ({ ports, mode }: MirrorContext): boolean =>
  ports.chooseFolder !== undefined && mode === "live";

/** If there is no folder dialog, the files are imported from the folder given at start. */
function importsFrom(context: MirrorContext): JournalMirrorView["importsFrom"] {
  if (canAsk(context)) return "asked";
  return context.atStart !== undefined && context.mode === "live" ? "start" : null;
}

async function askFolder({ mode, ports, mirror }: MirrorContext) {
  if (mode === "practice") return err("practice", "Practice reads and writes no journal mirror");
  if (ports.chooseFolder === undefined) return err("not-a-desktop", "Only the desktop can ask");
  const chosen = await ports.chooseFolder(mirror.state().folder ?? "");
  return chosen === null ? err("cancelled", "Nobody chose a folder") : ok(chosen);
}

const folderToImport = async (context: MirrorContext) =>
  importsFrom(context) === "start" && context.atStart !== undefined
    ? ok(context.atStart)
    : askFolder(context);

function whyNotMirrored(folder: string, { dataDir }: MirrorContext) {
  const error = mirrorFolderError(folder, dataDir);
  if (error === null) return null;
  if (error === "inside-data") return err(error, "The folder is in the data folder");
  const why = error === "no-folder" ? "file-gone" : error;
  return err("not-saved", "The folder takes no files", { details: { why } });
}

/** Reads who wrote the journal files of a folder, and imports nothing. */
async function lookInto({ stores, signer }: MirrorContext, folder: string) {
  const paths = listFiles(folder);
  if (!paths.ok) return paths;
  try {
    const own = signer().id;
    const found = await readWriters(stores, paths.value, own);
    const writers = found.map(({ shown }) => shown).filter(({ entries }) => entries > 0);
    // The mirror of this desk may be in the same folder and grows during the import.
    const keys = new Set([...found.map(({ key }) => key), own]);
    return ok({ keys, shown: { files: paths.value.length, writers } });
  } catch (error) {
    return error instanceof NotSavedError ? notSaved(error) : unreadable(error);
  }
}

/** With `onlyOf`, entries of other signers are left out. */
async function importFrom(
  context: MirrorContext,
  folder: string,
  onlyOf?: ReadonlySet<string | null>,
): Promise<ReplyOf<"journalMirror.import">> {
  const { db, stores, sync, mirror, feed } = context;
  const counts: Counts = { ...noneImported(), files: 0, inDoubt: 0 };
  const paths = listFiles(folder);
  if (!paths.ok) return paths;
  try {
    const failed = await importFiles(context, paths.value, counts, onlyOf);
    counts.inDoubt = db.transaction(() => {
      stores.settings.set(importingKey, false);
      if (onlyOf !== undefined) rememberSigners(stores, onlyOf);
      return sync.outbox.followJournal();
    });
    return failed ?? ok(counts);
  } catch (error) {
    if (!(error instanceof NotSavedError)) throw error;
    return notSaved(error);
  } finally {
    // The import may have restored entries that this database had lost, so the mirror counts its missing entries again.
    if (mirror.state().missing > 0) mirror.use(mirror.state().folder);
    for (const topic of [...mergeTopics, "backups"] as const) feed.publish(topic);
    sync.outbox.wake();
  }
}

/** Why a file could not be read to its end; null if all files were read. */
async function importFiles(
  context: MirrorContext,
  paths: readonly string[],
  counts: Counts,
  onlyOf?: ReadonlySet<string | null>,
) {
  const markImporting = (): void => context.stores.settings.set(importingKey, true);
  try {
    const importing = { ...context, ownSigner: context.signer().id, onlyOf };
    for (const path of paths) {
      await importEntries(importing, readMirror(path), counts, markImporting);
      counts.files += 1;
    }
    return null;
  } catch (error) {
    if (error instanceof NotSavedError) throw error;
    return unreadable(error);
  }
}

const notSaved = ({ why }: NotSavedError) =>
  err("not-saved", "The disk refused; not everything was saved", { details: { why } });

/** @throws Any error that is not a file error. */
function unreadable(error: unknown) {
  const cause = errorCode(error);
  if (cause === null) throw error;
  return err("unreadable", "A file could not be read", { details: { cause } });
}

const setAtStart = () => err("set-at-start", "A flag sets the folder of the journal mirror");

function listFiles(folder: string): Result<string[], Failure<"not-found" | "unreadable">> {
  try {
    const paths = mirrorFilesIn(folder);
    return paths.length > 0 ? ok(paths) : err("not-found", "No journal is in the folder");
  } catch (error) {
    const cause = errorCode(error);
    if (cause === null) throw error;
    return err("unreadable", "The folder could not be read", { details: { cause } });
  }
}

type Counts = { -readonly [Count in keyof JournalImport]: JournalImport[Count] };
