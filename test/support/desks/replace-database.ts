import { copyFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import type { VenueDesk } from "./venue.ts";

/** Puts another file in the place of the open database, so that no commit succeeds any more. */
export function replaceDatabase({ dataDir }: Pick<VenueDesk, "dataDir">): void {
  const file = join(dataDir, "live", "chute.sqlite");
  copyFileSync(file, `${file}.tmp`);
  renameSync(`${file}.tmp`, file);
}
