import type { FileHandle } from "node:fs/promises";
import { open } from "node:fs/promises";
import { constants } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { Hono } from "hono";
import { z } from "zod";
import { procedures } from "#shared/contract/index.ts";
import { reaches } from "#shared/contract/procedure.ts";
import { err } from "#shared/result.ts";
import type { StationEnv } from "./guard.ts";
import { refuse, sendReply } from "./reply.ts";
import type { ServedCore } from "./served-core.ts";
import { errorCode } from "#station/host/private-file.ts";

const types: Readonly<Record<string, string>> = {
  csv: "text/csv; charset=utf-8",
  json: "application/json; charset=utf-8",
};

const listReply = z.object({ ok: z.literal(true), value: procedures["export.list"].output });

/**
 * Serves exported files to the owner and to leads only, because they contain names and e-mails. Only names
 * that the core lists are opened, so no request can name another path; symbolic links are not followed.
 */
export function createExports(core: ServedCore): Hono<StationEnv> {
  return new Hono<StationEnv>().get("/:name", async (c) => {
    const caller = c.get("caller");
    if (!reaches(caller.reach, procedures["export.list"].reach)) {
      return sendReply(
        c,
        err("not-allowed", "Only the owner, and whom they gave it, may have exported files."),
      );
    }
    const name = c.req.param("name");
    const listed = listReply.safeParse(await core.dispatch("export.list", {}, caller)).data?.value;
    const isListed = listed?.files.some((file) => file.name === name) === true;
    const file = isListed ? await openFile(join(listed.folder, name)) : null;
    if (file === null) {
      return refuse(c, "not-found", "There is no such file.");
    }
    c.header("Content-Type", types[name.split(".").at(-1) ?? ""] ?? "application/octet-stream");
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

/** Null if the file was deleted meanwhile. */
async function openFile(path: string): Promise<FileHandle | null> {
  try {
    return await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  } catch (error) {
    if (errorCode(error) !== null) return null;
    throw error;
  }
}
