/**
 * Signs the version lists that electron-builder wrote (`latest*.yml`); installed programs accept only signed lists. Adds
 * each list's name and its expiry, `listLifeDays` from now. Run it again before the expiry of the newest release:
 *
 *   CHUTE_UPDATE_SIGNING_KEY=… CHUTE_UPDATE_PUBLIC_KEY=… node resources/packaging/sign-lists.ts <folder>
 *
 * The signing key is Ed25519, PKCS #8 in base64. Writes nothing if there is no list, or if the key is missing or is not
 * the key that the packed programs trust.
 */
import { createPrivateKey, sign } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bindList, isSigned } from "#main/updates/update-feed.ts";

const [folder = "."] = process.argv.slice(2);
const { CHUTE_UPDATE_SIGNING_KEY: secret = "", CHUTE_UPDATE_PUBLIC_KEY: publicKey = "" } =
  process.env;
if (secret === "") throw new Error("CHUTE_UPDATE_SIGNING_KEY is missing: nothing is signed.");

const key = createPrivateKey({
  key: Buffer.from(secret, "base64"),
  format: "der",
  type: "pkcs8",
});
const lists = readdirSync(folder).filter((name) => /^latest.*\.yml$/.test(name));
if (lists.length === 0) throw new Error(`There is no list of versions in ${folder}.`);

const signatures = lists.map((name) => {
  const text = bindList(readFileSync(join(folder, name), "utf8"), name, Date.now());
  const signature = sign(null, Buffer.from(text, "utf8"), key).toString("base64");
  if (!isSigned(text, signature, publicKey)) {
    throw new Error("The signing key is not the one of CHUTE_UPDATE_PUBLIC_KEY.");
  }
  return { path: join(folder, name), text, signature };
});
for (const { path, text, signature } of signatures) {
  writeFileSync(path, text);
  writeFileSync(`${path}.sig`, signature);
}
