import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from "node:crypto";
import type { Db } from "#core/db/open/database.ts";
import type { MetaStore } from "#core/db/stores/small-stores.ts";

/** Signs what this database writes into journal files (J11). */
export interface JournalSigner {
  /** The public key (Ed25519, base64url): who wrote a file. */
  readonly id: string;
  /** A signature of this text, base64url. */
  sign(text: string): string;
}

/** Stands in `meta`, and never in a backup or a copy (S11). */
export const signingKeyName = "journal-signing-key";

/** Whose files a person let in before: a JSON list of public keys. Stands in `meta` as well, and in no copy (J11, S11). */
export const knownSignersKey = "known-signers";

/**
 * The signer of a database, made when it is first needed.
 *
 * @throws NotSavedError when the disk does not take a new key.
 */
export function openSigner(db: Db, meta: MetaStore): JournalSigner {
  const kept = meta.get(signingKeyName) ?? "";
  const privateKey =
    kept === ""
      ? generateKeyPairSync("ed25519").privateKey
      : createPrivateKey({ key: Buffer.from(kept, "base64"), format: "der", type: "pkcs8" });
  if (kept === "") {
    const text = privateKey.export({ format: "der", type: "pkcs8" }).toString("base64");
    db.transaction(() => meta.set(signingKeyName, text));
  }
  const id = createPublicKey(privateKey).export({ format: "jwk" }).x ?? "";
  return {
    id,
    sign: (text) => sign(null, Buffer.from(text), privateKey).toString("base64url"),
  };
}

/** Whether this signer signed this text; false for what is no key or no signature. */
export function isSignedBy(signer: string, text: string, signature: string): boolean {
  try {
    const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x: signer }, format: "jwk" });
    return verify(null, Buffer.from(text), key, Buffer.from(signature, "base64url"));
  } catch {
    return false;
  }
}
