import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Result } from "#shared/result.ts";
import { ok } from "#shared/result.ts";
import type { Clock } from "../ports.ts";
import { fileTime } from "./files.ts";
import type { Jobs } from "./job-client.ts";
import type { ExportSubject } from "./jobs/export-rows.ts";
import type { NotWritten } from "./jobs/jobs.ts";
import type { WorkspaceFiles } from "./workspace-files.ts";

export interface ExportFile {
  readonly name: string;
  readonly path: string;
  readonly rows: number;
  readonly bytes: number;
}

/** Writes one export into the workspace's export folder, in the worker. */
export async function makeExport(
  parts: { readonly files: WorkspaceFiles; readonly jobs: Jobs; readonly clock: Clock },
  order: {
    readonly eventId: string;
    /** For the file's name; what a file name cannot hold is left out. */
    readonly eventName: string;
    readonly what: ExportSubject;
    readonly format: "csv" | "json";
  },
): Promise<Result<ExportFile, NotWritten>> {
  const { files, jobs, clock } = parts;
  const { eventId, what, format } = order;
  mkdirSync(files.exports, { recursive: true });
  const name = `${slugOf(order.eventName)}${what}-${fileTime(clock.now())}.${format}`;
  const path = join(files.exports, name);
  const made = await jobs.run("export", { what, format, eventId, path });
  return made.ok ? ok({ name, path, ...made.value }) : made;
}

function slugOf(eventName: string): string {
  const slug = eventName
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "")
    .slice(0, 40);
  return slug === "" ? "" : `${slug}-`;
}
