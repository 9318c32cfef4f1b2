import { existsSync } from "node:fs";
import { mirrorFilesIn, readMirror } from "#core/db/journal-mirror/journal-mirror-file.ts";
import { journalOfFile } from "#core/db/journal/read-journal-of-file.ts";
import { NotSavedError } from "#core/db/open/not-saved.ts";
import type { OpenFinding } from "#core/db/damage/damage-findings.ts";
import { lacksOwnEntriesKey } from "#core/db/stores/journal/journal-merge.ts";
import type { WorkspaceFiles } from "#core/db/open/workspace-files.ts";
import { forgetDamage, journalAside } from "#core/db/open/workspace-files.ts";
import type { DeskContext } from "#core/services/context.ts";
import type { ImportTarget } from "./import-entries.ts";
import { noneImported, importEntries } from "./import-entries.ts";

/**
 * Imports the journal entries that the current database lacks from a database that was set aside. Entries are missing
 * because the backup that replaced that database is older, or because SQLite read only a part of a damaged WAL. Entries
 * that were mirrored beside a damaged database come first (`journalAside`). Returns the findings with the result:
 * `taken` entries, and `refused` ones that were readable but failed verification. Then it removes the damage mark; if
 * the entries could not be saved, the mark stays, and the next start tries again.
 */
export async function salvage(
  findings: readonly OpenFinding[],
  files: WorkspaceFiles,
  desk: Omit<ImportTarget, "ownSigner"> & { readonly ports: Pick<DeskContext["ports"], "logger"> },
): Promise<OpenFinding[]> {
  const told: OpenFinding[] = [];
  let areRead = findings.some(({ takeFrom }) => takeFrom !== null);
  for (const finding of findings) {
    const { takeFrom, code } = finding;
    if (takeFrom === null) {
      told.push(finding);
      continue;
    }
    const counts = noneImported();
    let isRead = false;
    try {
      desk.db.transaction(() => desk.stores.meta.set(lacksOwnEntriesKey, "1"));
      const taking = { ...desk, ownSigner: null };
      const beside = existsSync(journalAside(files)) ? mirrorFilesIn(journalAside(files)) : [];
      for (const path of beside) await importEntries(taking, readMirror(path), counts);
      await importEntries(taking, journalOfFile(takeFrom), counts);
      isRead = true;
    } catch (error) {
      // Entries that could not be imported stay in the database that was set aside.
      if (!(error instanceof NotSavedError)) throw error;
      areRead = false;
      desk.ports.logger.log("error", "journal.not-taken", { why: error.why });
    }
    const { taken, refused } = counts;
    desk.ports.logger.log("warn", "journal.taken", { code, taken, refused });
    const facts = { ...finding.facts, taken, refused };
    told.push({
      ...finding,
      facts,
      code: isRead && isRepaired(finding, refused) ? "log-repaired" : code,
    });
  }
  if (areRead) forgetDamage(files);
  return told;
}

const isRepaired = ({ code, facts }: OpenFinding, refused: number): boolean =>
  code === "log-damaged" && facts["whole"] === 1 && refused === 0;
