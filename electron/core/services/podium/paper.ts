import { dirname } from "node:path";
import { err, ok } from "#shared/result.ts";
import { fileSlug, whyNotWritable } from "#core/db/export/export.ts";
import { NotSavedError } from "#core/db/open/not-saved.ts";
import { writeWholeFile } from "#core/db/files/write-whole-file.ts";
import type { Slice } from "#core/handlers.ts";
import type { DeskContext } from "#core/services/context.ts";
import { findRun } from "./podium-sheet.ts";

/** A place on this computer, so it is kept beside the settings of the screens, like the folder of exports. */
const folderKey = "paperFolder";

/** Paper as a file: what a window of this computer would print, saved where the person says. */
export function createPaperService(context: DeskContext): Slice<"paper.get" | "paper.save"> {
  const { mode, ports, stores, db, once } = context;

  /** Where the last one went, while it is still there. */
  const lastFolder = (): string | null => {
    const kept = stores.settings.get(folderKey);
    return typeof kept === "string" && whyNotWritable(kept) === null ? kept : null;
  };

  /** The paper is saved; that its folder cannot be remembered is no reason to say otherwise. */
  const remember = (folder: string): void => {
    try {
      db.transaction(() => stores.settings.set(folderKey, folder));
    } catch (error) {
      if (!(error instanceof NotSavedError)) throw error;
    }
  };

  return {
    "paper.get": (_input, { window }) =>
      ok({ canSave: ports.paper !== undefined && window !== undefined }),

    "paper.save": (input, { window }) =>
      once.wait("paper.save", input, async () => {
        const { what, eventId, runId } = input;
        const { paper } = ports;
        if (paper === undefined || window === undefined) {
          return err("not-a-desktop", "Only a window of the desktop can be saved");
        }
        const event = stores.events.get(eventId);
        const run = runId === null ? null : findRun(context, eventId, runId);
        if (event === null || (runId !== null && run === null)) {
          return err("not-found", "No such event or run");
        }
        // Before the question: it shows what the person saw when they asked.
        const bytes = await paper.print(window);
        if (bytes === null) return err("not-printed", "The window gave no PDF");
        const runSlug = run === null ? "" : fileSlug(run.label);
        const day = localDay(ports.clock.now());
        // A file leaves the practice folder: its name says what it is (K3).
        const practice = mode === "practice" ? "PRACTICE-" : "";
        const name = `${practice}${fileSlug(event.name)}${runSlug}${what}-${day}.pdf`;
        const path = await paper.chooseFile(window, { folder: lastFolder(), name });
        if (path === null) return err("cancelled", "Nobody chose a file");
        const written = await writeWholeFile(path, bytes);
        if (!written.ok) return written;
        remember(dirname(path));
        return ok({ path, bytes: bytes.byteLength });
      }),
  };
}

/** This computer's own day, `2026-05-17`. */
function localDay(atMs: number): string {
  const at = new Date(atMs);
  const two = (value: number): string => String(value).padStart(2, "0");
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}
