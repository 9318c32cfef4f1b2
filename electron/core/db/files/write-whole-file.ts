import { promises } from "node:fs";
import type { Result } from "#shared/result.ts";
import { ok } from "#shared/result.ts";
import type { NotWritten } from "./not-written.ts";
import { privateFile } from "#core/db/open/private-files.ts";
import { notWritten, whyNotWritten } from "./not-written.ts";

/** Writes a file under a name of its own first: what stood under the final name stays until the new one is whole. */
export async function writeWholeFile(
  path: string,
  bytes: Uint8Array,
): Promise<Result<null, NotWritten>> {
  const temporary = `${path}.part`;
  try {
    await promises.writeFile(temporary, bytes, { flush: true, mode: privateFile });
    await promises.rename(temporary, path);
    return ok(null);
  } catch (error) {
    await promises.rm(temporary, { force: true }).catch(() => undefined);
    const why = whyNotWritten(error);
    if (why === null) throw error;
    return notWritten(why);
  }
}
