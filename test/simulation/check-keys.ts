import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { SandboxApi } from "#sandbox/api.ts";
import { must } from "./violation.ts";

/** Looks for the organizer's keys in every file of a data folder (K1). */
export function createKeyCheck(api: SandboxApi): (folder: string) => void {
  const keys = Object.values(api.context.credentials.keys).map((key) => Buffer.from(key));
  const keyStart = Buffer.from("sandbox_");
  must(
    keys.every((key) => key.includes(keyStart)),
    "The keys do not begin as they did",
  );

  const check = (folder: string): void => {
    for (const file of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, file.name);
      if (file.isDirectory()) check(path);
      else {
        const bytes = readFileSync(path);
        if (!bytes.includes(keyStart)) continue;
        for (const key of keys) must(!bytes.includes(key), `K1 a key is in ${file.name}`);
      }
    }
  };
  return check;
}
