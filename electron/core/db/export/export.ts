import { accessSync, constants, existsSync, lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { ExportLayout, ExportSubject } from "#shared/contract/settings.ts";
import { exportLayoutSchema, exportSubjectSchema } from "#shared/contract/settings.ts";
import type { Result } from "#shared/result.ts";
import { ok } from "#shared/result.ts";
import type { Clock } from "#core/ports.ts";
import { errorCode } from "#core/db/open/folder-lock.ts";
import { fileTime, readFileTime } from "#core/db/files/files.ts";
import type { Jobs } from "#core/db/worker/job-client.ts";
import type { ExportRow } from "./export-row.ts";
import type { NotWritten } from "#core/db/files/not-written.ts";
import type { NotWrittenReason } from "#core/db/files/not-written.ts";
import type { WorkspaceFiles } from "#core/db/open/workspace-files.ts";

export interface ExportFile {
  readonly name: string;
  readonly path: string;
  readonly rows: number;
  readonly bytes: number;
}

/** Where exports go. */
export interface ExportFolder {
  readonly path: string;
  /** Chute's own; it is made where it is missing. */
  readonly isOwn: boolean;
}

export const exportFolder = (files: WorkspaceFiles, chosen: string | null): ExportFolder =>
  chosen === null ? { path: files.exports, isOwn: true } : { path: chosen, isOwn: false };

/** Why a folder takes no files; null when it does. */
export function whyNotWritable(folder: string): NotWrittenReason | null {
  try {
    accessSync(folder, constants.W_OK);
    return null;
  } catch (error) {
    return errorCode(error) === "ENOENT" ? "file-gone" : "read-only";
  }
}

/** Writes one export into the folder, in the worker. */
export async function makeExport(
  parts: { readonly jobs: Jobs; readonly clock: Clock },
  order: {
    readonly folder: ExportFolder;
    readonly eventId: string;
    /** For the file's name; what a file name cannot hold is left out. */
    readonly eventName: string;
    readonly what: ExportSubject;
    readonly format: "csv" | "json";
    readonly layout: ExportLayout;
    readonly runId: string | null;
    /** The lines of the podium; for everything else none. */
    readonly podium: readonly ExportRow[];
  },
): Promise<Result<ExportFile, NotWritten>> {
  const { jobs, clock } = parts;
  const { folder, eventId, eventName, what, format, layout, runId, podium } = order;
  const program = layout === "plain" ? "" : `${layout}-`;
  const stem = `${fileSlug(eventName)}${what}-${program}${fileTime(clock.now())}`;
  const name = freeName(folder.path, stem, format);
  const path = join(folder.path, name);
  const makesFolder = folder.isOwn;
  const made = await jobs.run("export", {
    what,
    format,
    layout,
    eventId,
    runId,
    path,
    makesFolder,
    podium,
  });
  return made.ok ? ok({ name, path, ...made.value }) : made;
}

/** A file is never written over. */
function freeName(folder: string, stem: string, format: string): string {
  const isFree = (name: string): boolean => !existsSync(join(folder, name));
  let name = `${stem}.${format}`;
  for (let number = 2; !isFree(name); number += 1) name = `${stem}-${number}.${format}`;
  return name;
}

const subjects = exportSubjectSchema.options.join("|");
const programs = exportLayoutSchema.options.join("|");
const nameForm = new RegExp(
  `^(?:[a-z0-9-]+-)?(?:${subjects})-(?:(?:${programs})-)?(\\d{4}-\\d\\d-\\d\\dT\\d\\d-\\d\\d-\\d\\d-\\d{3}Z)(?:-(\\d+))?\\.(?:csv|json)$`,
);

/** The exports in a folder, newest first. Nothing else that is there is listed, and no link, wherever it leads. */
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

/** A folder that is not there, or not for us, holds none. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (error instanceof Error && "code" in error) return [];
    throw error;
  }
}

/** A name as the beginning of a file's; what a file name cannot hold is left out. */
export function fileSlug(name: string): string {
  const slug = name
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "")
    .slice(0, 40);
  return slug === "" ? "" : `${slug}-`;
}
