import { venueDate } from "#shared/domain/basics/local-date.ts";
import { dirname } from "node:path";
import { err, ok } from "#shared/result.ts";
import { fileSlug, whyNotWritable } from "#core/db/export/export.ts";
import { NotSavedError } from "#core/db/open/not-saved.ts";
import { writeWholeFile } from "#core/db/files/files.ts";
import type { Slice } from "#core/handlers.ts";
import type { DeskContext } from "#core/services/context.ts";
import { timeZoneOf } from "#core/db/stores/event-time-zone.ts";
import { findRun } from "./podium-sheet.ts";

/** The key of a folder of this computer in the settings table, like that of the export folder. */
const folderKey = "paperFolder";

/** Saves the PDF that a window of this computer would print to a file that the person chooses. */
export function createPaperService(context: DeskContext): Slice<"paper.get" | "paper.save"> {
  const { mode, ports, stores, db, commands } = context;

  /** The folder of the last PDF, if it is still writable. */
  const lastFolder = (): string | null => {
    const kept = stores.settings.get(folderKey);
    return typeof kept === "string" && whyNotWritable(kept) === null ? kept : null;
  };

  /** The PDF is saved, so a failure to store its folder is not reported. */
  const remember = (folder: string): void => {
    try {
      db.transaction(() => stores.settings.set(folderKey, folder));
    } catch (error) {
      if (!(error instanceof NotSavedError)) throw error;
    }
  };

  return {
    "paper.get": (_input, { window }) =>
      ok({ canSave: ports.printing !== undefined && window !== undefined }),

    "paper.save": (input, { window }) =>
      commands.wait("paper.save", input, async () => {
        const { what, eventId, runId } = input;
        const { printing } = ports;
        if (printing === undefined || window === undefined) {
          return err("not-a-desktop", "Only a window of the desktop can be saved");
        }
        const event = stores.events.get(eventId);
        const run = runId === null ? null : findRun(context, eventId, runId);
        if (event === null || (runId !== null && run === null)) {
          return err("not-found", "No such event or run");
        }
        // The page is printed before the file dialog opens, so that the PDF shows what the person saw.
        const bytes = await printing.print(window);
        if (bytes === null) return err("not-printed", "The window gave no PDF");
        const runSlug = run === null ? "" : fileSlug(run.label);
        const day = venueDate(ports.clock.now(), timeZoneOf(stores, event).zone);
        // The file may leave this computer, so its name says that it is from practice (K3).
        const practice = mode === "practice" ? "PRACTICE-" : "";
        const name = `${practice}${fileSlug(event.name)}${runSlug}${what}-${day}.pdf`;
        const path = await printing.chooseFile(window, { folder: lastFolder(), name });
        if (path === null) return err("cancelled", "Nobody chose a file");
        const written = await writeWholeFile(path, bytes);
        if (!written.ok) return written;
        remember(dirname(path));
        return ok({ path, bytes: bytes.byteLength });
      }),
  };
}
