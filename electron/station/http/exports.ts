import type { FileHandle } from "node:fs/promises";
import { open } from "node:fs/promises";
import { constants } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { Hono } from "hono";
import { z } from "zod";
import { procedures } from "#shared/contract/index.ts";
import { hasRole } from "#shared/contract/procedure.ts";
import { err } from "#shared/result.ts";
import type { StationEnv } from "./guard.ts";
import { refuse, sendReply } from "./reply.ts";
import type { ServedCore } from "./served-core.ts";
import { errorCode } from "#station/host/private-file.ts";

const contentTypes: Readonly<Record<string, string>> = {
  csv: "text/csv; charset=utf-8",
  json: "application/json; charset=utf-8",
};

const listReply = z.object({ ok: z.literal(true), value: procedures["export.list"].output });

/**
 * Serves exported files to the owner and to leads only, because the files contain names and e-mail addresses. The station
 * opens only files that the core's `export.list` returns, so a request cannot open another path. Symbolic links are not
 * followed.
 */
export function createExports(core: ServedCore): Hono<StationEnv> {
  return new Hono<StationEnv>().get("/:name", async (c) => {
    const caller = c.get("caller");
    if (!hasRole(caller.role, procedures["export.list"].role)) {
      return sendReply(
        c,
        err("not-allowed", "Only the owner and leads may download exported files."),
      );
    }
    const name = c.req.param("name");
    const exportList = listReply.safeParse(await core.dispatch("export.list", {}, caller)).data
      ?.value;
    const isListed = exportList?.files.some((file) => file.name === name) === true;
    const file = isListed ? await openFile(join(exportList.folder, name)) : null;
    if (file === null) {
      return refuse(c, "not-found", "There is no such file.");
    }
    c.header(
      "Content-Type",
      contentTypes[name.split(".").at(-1) ?? ""] ?? "application/octet-stream",
    );
    c.header("Content-Disposition", `attachment; filename="${name}"`);
    c.header("Content-Length", String((await file.stat()).size));
    if (c.req.method === "HEAD") {
      await file.close();
      return c.body(null);
    }
    // If the browser disconnects, the stream is cancelled and closes the file.
    return c.body(Readable.toWeb(file.createReadStream()) as ReadableStream<Uint8Array>);
  });
}

/** Null if the file cannot be opened, for example because it was deleted after it was exportList, or is a symbolic link. */
async function openFile(path: string): Promise<FileHandle | null> {
  try {
    return await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  } catch (error) {
    if (errorCode(error) !== null) return null;
    throw error;
  }
}
