import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

let folder: string | null = null;

/** A folder that stands for the built screens, which tests of the protocol do not open. */
export function shellFolder(): string {
  if (folder !== null) return folder;
  folder = mkdtempSync(join(tmpdir(), "chute-shell-"));
  writeFileSync(join(folder, "index.html"), "<!doctype html><title>Chute</title>");
  return folder;
}
