import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { readPrivateFile, writePrivateFile } from "./private-file.ts";

const fileName = "owner-token";
const form = /^[\w-]{43}$/;

/**
 * The token of this computer's own screen: 256 random bits, kept in the data folder so that a page
 * that was open goes on after a restart. A file that does not hold one is replaced.
 */
export async function readOwnerToken(dataDir: string): Promise<string> {
  const path = join(dataDir, fileName);
  const kept = (await readPrivateFile(path))?.trim() ?? "";
  if (form.test(kept)) return kept;
  const token = randomBytes(32).toString("base64url");
  await writePrivateFile(path, `${token}\n`);
  return token;
}
