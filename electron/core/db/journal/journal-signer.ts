import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from "node:crypto";
import type { Db } from "#core/db/open/database.ts";
import type { MetaStore } from "#core/db/stores/small-stores.ts";

/** Key in `meta`. The value is never in a backup or a cloned folder (S11). */
export const signingKeyName = "journal-signing-key";

/** Key in `meta`: a JSON list of the writers whose files a person accepted. The list is never in a backup either. */
export const knownSignersKey = "known-signers";

/**
 * Opens the signer of a database; the first call creates its key.
 *
 * @throws NotSavedError if the new key cannot be saved.
 */
export function openSigner(db: Db, meta: MetaStore) {
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
    /** The public key (Ed25519, base64url); it identifies the writer of a file. */
    id,
    /** The signature, base64url. */
    sign: (text: string): string => sign(null, Buffer.from(text), privateKey).toString("base64url"),
  };
}

/** Signs the entries that this database writes to journal files (J11). */
export type JournalSigner = ReturnType<typeof openSigner>;

/** Whether this signer signed this text; false for an invalid key or signature. */
export function isSignedBy(signer: string, text: string, signature: string): boolean {
  try {
    const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x: signer }, format: "jwk" });
    return verify(null, Buffer.from(text), key, Buffer.from(signature, "base64url"));
  } catch {
    return false;
  }
}
