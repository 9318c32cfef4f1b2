import { createHash, generateKeyPairSync, sign } from "node:crypto";
import type { KeyObject } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { bindList } from "#main/updates/update-feed.ts";

export interface ReleaseKey {
  readonly secret: KeyObject;
  /** SPKI in base64, as a feed names it. */
  readonly publicKey: string;
}

export function makeReleaseKey(): ReleaseKey {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const bytes = publicKey.export({ type: "spki", format: "der" });
  return { secret: privateKey, publicKey: bytes.toString("base64") };
}

/** What the server answers; a test may change it. */
export interface Offer {
  list: string;
  /** Null if there is no signature. */
  signature: string | null;
  package: Buffer;
}

export interface UpdateServer {
  readonly url: string;
  readonly offer: Offer;
  /** The requested paths, in order. */
  readonly asked: string[];
  close(): Promise<void>;
}

/** The name of the list that programs on this computer request. */
const listName =
  process.platform === "linux"
    ? `latest-linux${process.arch === "arm64" ? "-arm64" : ""}.yml`
    : `latest${process.platform === "darwin" ? "-mac" : ""}.yml`;

/** A list of one version, as electron-builder writes it, with a valid signature. */
export function offerVersion(
  version: string,
  key: ReleaseKey,
  bytes: Buffer,
  { name = listName, nowMs = Date.now() } = {},
): Offer {
  const digest = createHash("sha512").update(bytes).digest("base64");
  const written = [
    `version: ${version}`,
    "files:",
    `  - url: chute-${version}.AppImage`,
    `    sha512: ${digest}`,
    `    size: ${bytes.length}`,
    "releaseDate: '2026-11-22T00:00:00.000Z'",
    "",
  ].join("\n");
  const list = bindList(written, name, nowMs);
  return { list, signature: signList(list, key), package: bytes };
}

/** Signs as resources/packaging/sign-lists.ts does. */
export const signList = (list: string, { secret }: ReleaseKey): string =>
  sign(null, Buffer.from(list), secret).toString("base64");

export async function startUpdateServer(offer: Offer): Promise<UpdateServer> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://127.0.0.1");
    asked.push(pathname);
    const answer = answerOf(offer, pathname);
    response.writeHead(answer === null ? 404 : 200);
    response.end(answer ?? "not here");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/feed`,
    offer,
    asked,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

function answerOf(offer: Offer, pathname: string): string | Buffer | null {
  if (/\/latest[^/]*\.yml$/.test(pathname)) return offer.list;
  if (/\/latest[^/]*\.yml\.sig$/.test(pathname)) return offer.signature;
  return pathname.endsWith(".AppImage") ? offer.package : null;
}
