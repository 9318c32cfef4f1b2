import { createPublicKey, verify } from "node:crypto";
import { z } from "zod";

/** An Ed25519 public key: its SPKI bytes in base64, on one line. */
const publicKeySchema = z.string().refine((text) => keyOf(text) !== null, {
  message: "not an Ed25519 public key (SPKI, base64)",
});

/** The same rule as for the partner API (K2): HTTPS, or this computer. */
const addressSchema = z.string().refine(
  (text) => {
    if (!URL.canParse(text)) return false;
    const { protocol, hostname } = new URL(text);
    return protocol === "https:" || (protocol === "http:" && hostname === "127.0.0.1");
  },
  { message: "neither https nor this computer" },
);

/** The address of the update feed, and the public key that must have signed it. */
export const updateFeedSchema = z.object({ url: addressSchema, publicKey: publicKeySchema });
export type UpdateFeed = z.infer<typeof updateFeedSchema>;

/** The update feed in the program's packed package.json; null: there are no updates. */
export function readFeed(packageJson: string): UpdateFeed | null {
  const read = z.object({ updates: updateFeedSchema }).safeParse(JSON.parse(packageJson));
  return read.success ? read.data.updates : null;
}

/** Whether `signature` (base64) is the release key's signature of exactly this text. */
export function isSigned(text: string, signature: string, publicKey: string): boolean {
  const key = keyOf(publicKey);
  const bytes = Buffer.from(signature, "base64");
  return key !== null && verify(null, Buffer.from(text, "utf8"), key, bytes);
}

/** How long a signed version list is valid, in days; an active feed is signed again before that. */
export const listLifeDays = 180;

/**
 * Adds the list's file name, which stands for one system and processor, and its expiry time. Both are signed
 * with the list, so an old list, or one of another system, cannot replace it.
 */
export function bindList(list: string, name: string, nowMs: number): string {
  const lines = list
    .split("\n")
    .filter((line) => line !== "" && !/^chute(?:List|Expires):/.test(line));
  const expires = new Date(nowMs + listLifeDays * 86_400_000).toISOString();
  return [...lines, `chuteList: ${name}`, `chuteExpires: '${expires}'`, ""].join("\n");
}

/** Why a signed list is rejected; null if it is accepted. */
export function rejectionOf(
  list: string,
  { name, nowMs }: { readonly name: string; readonly nowMs: number },
): "other-list" | "expired" | null {
  const [own, ...more] = [...list.matchAll(/^chuteList: (.+)$/gm)].map(([, text]) => text);
  const [expires, ...later] = [...list.matchAll(/^chuteExpires: '(.+)'$/gm)].map(
    ([, text]) => text,
  );
  if (own !== name || more.length > 0 || later.length > 0) return "other-list";
  // An unreadable date counts as expired.
  return Date.parse(expires ?? "") > nowMs ? null : "expired";
}

function keyOf(text: string): ReturnType<typeof createPublicKey> | null {
  try {
    const key = createPublicKey({ key: Buffer.from(text, "base64"), format: "der", type: "spki" });
    return key.asymmetricKeyType === "ed25519" ? key : null;
  } catch {
    return null;
  }
}
