import { z } from "zod";
import { err, ok } from "#shared/result.ts";
import { NotSavedError } from "#core/db/open/not-saved.ts";
import type { Stores } from "#core/db/stores.ts";
import { exportFolder, listExports, makeExport, whyNotWritable } from "#core/db/export/export.ts";
import type { ExportFolder } from "#core/db/export/export.ts";
import { layoutOf } from "#core/db/export/export-layouts.ts";
import type { Slice } from "#core/handlers.ts";
import type { DeskContext } from "#core/services/context.ts";
import { podiumRows } from "#core/services/podium/export-podium.ts";
import { findRun } from "#core/services/podium/podium-sheet.ts";
import type { Safekeeping } from "#core/services/journal/safekeeping.ts";

/**
 * The key of the export folder in the settings table. The folder is one of this computer, so it is not part of the
 * settings that a tablet gets.
 */
const folderKey = "exportFolder";

/** Key of the setting that holds, by event, the last row of the journal that an export of the journal has (K4). */
const exportedKey = "exportedJournals";
const exportedSchema = z.record(z.string(), z.int());

/** The folder that a person chose for exports; null for Chute's own. */
export function chosenExportFolder({ settings }: Pick<Stores, "settings">): string | null {
  const chosen = settings.get(folderKey);
  return typeof chosen === "string" ? chosen : null;
}

/** By event, the last row of the journal that an export of the journal has. */
export function exportedRows({ settings }: Pick<Stores, "settings">): Record<string, number> {
  const read = exportedSchema.safeParse(settings.get(exportedKey));
  return read.success ? read.data : {};
}

const lastRowOf = ({ wipe }: Pick<Stores, "wipe">, eventId: string): number =>
  wipe.lastRows().find((last) => last.eventId === eventId)?.row ?? 0;

/** Exports for spreadsheets and other programs. Check-ins, bibs and podiums leave this computer only through an export. */
export function createExportService(
  context: DeskContext,
  { files, jobs }: Pick<Safekeeping, "files" | "jobs">,
): Slice<"export.make" | "export.list" | "export.chooseFolder"> {
  const { mode, commands, db, stores, ports, feed } = context;

  const folder = (): ExportFolder => exportFolder(files, chosenExportFolder(stores));

  /** Best effort: without the note, the wipe asks for another export. */
  const noteJournal = (eventId: string, row: number): void => {
    try {
      db.transaction(() =>
        stores.settings.set(exportedKey, { ...exportedRows(stores), [eventId]: row }),
      );
    } catch (error) {
      if (!(error instanceof NotSavedError)) throw error;
    }
  };

  return {
    "export.make": (input) =>
      commands.wait("export.make", input, async () => {
        const { eventId, what, format, layout = "plain", runId = null } = input;
        const event = stores.events.get(eventId);
        const isThere =
          event !== null && (runId === null || findRun(context, eventId, runId) !== null);
        if (!isThere) return err("not-found", "No such event or run");
        if (layout !== "plain" && format === "json") return unfit();
        if (layoutOf(what, layout) === null) return unfit();
        const podium = what === "podium" ? await podiumRows(context, eventId, runId) : [];
        // The file may leave this computer, so its name says that it is from practice (K3).
        const eventName = mode === "practice" ? `practice ${event.name}` : event.name;
        const order = { eventId, eventName, what, format, layout, runId, podium };
        // Read before the export begins, which may miss what is saved meanwhile.
        const row = what === "journal" ? lastRowOf(stores, eventId) : 0;
        const made = await makeExport({ jobs, clock: ports.clock }, { folder: folder(), ...order });
        if (made.ok && what === "journal") noteJournal(eventId, row);
        if (made.ok) feed.publish("exports");
        return made;
      }),

    "export.list": () => {
      const { path } = folder();
      return ok({
        folder: path,
        canChoose: ports.chooseFolder !== undefined,
        files: listExports(path),
      });
    },

    "export.chooseFolder": (input) =>
      commands.wait("export.chooseFolder", input, async () => {
        if (ports.chooseFolder === undefined)
          return err("not-a-desktop", "Only the desktop can ask");
        const chosen = await ports.chooseFolder(folder().path);
        if (chosen === null) return err("cancelled", "Nobody chose a folder");
        const why = whyNotWritable(chosen);
        if (why !== null)
          return err("not-saved", "The folder takes no files", { details: { why } });
        const reply = commands.save("export.chooseFolder", input, () => {
          stores.settings.set(folderKey, chosen);
          return ok({ folder: chosen });
        });
        if (reply.ok) feed.publish("exports");
        return reply;
      }),
  };
}

const unfit = () => err("layout-unfit", "That program has no columns for this");
