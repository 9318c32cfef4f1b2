import { accessSync, constants, existsSync, lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { OutputOf } from "#shared/contract/index.ts";
import { exportLayoutSchema, exportSubjectSchema } from "#shared/contract/settings.ts";
import type { Result } from "#shared/result.ts";
import { ok } from "#shared/result.ts";
import type { Clock } from "#core/ports.ts";
import { errorCode } from "#core/db/files/file-errors.ts";
import { fileTime, readFileTime } from "#core/db/files/files.ts";
import type { Jobs } from "#core/db/worker/job-client.ts";
import type { ExportOrder } from "./export-row.ts";
import type { NotWritten, NotWrittenReason } from "#core/db/files/file-errors.ts";
import type { WorkspaceFiles } from "#core/db/open/workspace-files.ts";

export type ExportFile = OutputOf<"export.make">;

/** The folder of exports. */
export interface ExportFolder {
  readonly path: string;
  /** True for Chute's own folder, which is created if missing. */
  readonly isOwn: boolean;
}

export const exportFolder = (files: WorkspaceFiles, chosen: string | null): ExportFolder =>
  chosen === null ? { path: files.exports, isOwn: true } : { path: chosen, isOwn: false };

/** Why a folder is not writable; null if it is writable. */
export function whyNotWritable(folder: string): NotWrittenReason | null {
  try {
    accessSync(folder, constants.W_OK);
    return null;
  } catch (error) {
    return errorCode(error) === "ENOENT" ? "file-gone" : "read-only";
  }
}

/** Writes one export to the folder, in the worker. */
export async function makeExport(
  parts: { readonly jobs: Jobs; readonly clock: Clock },
  request: Omit<ExportOrder, "path" | "makesFolder"> & {
    readonly folder: ExportFolder;
    /** Used in the file name. */
    readonly eventName: string;
  },
): Promise<Result<ExportFile, NotWritten>> {
  const { jobs, clock } = parts;
  const { folder, eventName, ...order } = request;
  const { what, format, layout } = order;
  const program = layout === "plain" ? "" : `${layout}-`;
  const stem = `${fileSlug(eventName)}${what}-${program}${fileTime(clock.now())}`;
  const name = freeName(folder.path, stem, format);
  const path = join(folder.path, name);
  const made = await jobs.run("export", { ...order, path, makesFolder: folder.isOwn });
  return made.ok ? ok({ name, path, ...made.value }) : made;
}

/** A name that does not exist yet: exports never overwrite a file. */
function freeName(folder: string, stem: string, format: string): string {
  let name = `${stem}.${format}`;
  for (let number = 2; existsSync(join(folder, name)); number += 1)
    name = `${stem}-${number}.${format}`;
  return name;
}

const subjects = exportSubjectSchema.options.join("|");
const programs = exportLayoutSchema.options.join("|");
const nameForm = new RegExp(
  `^(?:[a-z0-9-]+-)?(?:${subjects})-(?:(?:${programs})-)?(\\d{4}-\\d\\d-\\d\\dT\\d\\d-\\d\\d-\\d\\d-\\d{3}Z)(?:-(\\d+))?\\.(?:csv|json)$`,
);

/** The exports in a folder, newest first. Other files and links are left out. */
export function listExports(
  folder: string,
): { readonly name: string; readonly atMs: number; readonly bytes: number }[] {
  const found: { name: string; atMs: number; bytes: number; number: number }[] = [];
  for (const name of namesIn(folder)) {
    const [, time = "", number = "1"] = nameForm.exec(name) ?? [];
    const atMs = readFileTime(time);
    const stat =
      atMs === null ? undefined : lstatSync(join(folder, name), { throwIfNoEntry: false });
    if (atMs === null || stat?.isFile() !== true) continue;
    found.push({ name, atMs, bytes: stat.size, number: Number(number) });
  }
  return found
    .toSorted((one, other) => other.atMs - one.atMs || other.number - one.number)
    .map(({ name, atMs, bytes }) => ({ name, atMs, bytes }));
}

/** Empty for a missing or unreadable folder. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (errorCode(error) === null) throw error;
    return [];
  }
}

/** A name as the start of a file name, with only ASCII letters, digits and hyphens. */
export function fileSlug(name: string): string {
  const slug = name
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "")
    .slice(0, 40);
  return slug === "" ? "" : `${slug}-`;
}
