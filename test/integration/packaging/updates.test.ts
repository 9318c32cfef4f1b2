import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { UpdateSource } from "#main/updates/update-source.ts";
import { createUpdateSource } from "#main/updates/update-source.ts";
import { listLifeDays } from "#main/updates/update-feed.ts";
import { createNodeUpdater } from "#test/support/packaging/node-updater.ts";
import {
  makeReleaseKey,
  offerVersion,
  signList,
  startUpdateServer,
} from "#test/support/packaging/update-server.ts";
import type { UpdateServer } from "#test/support/packaging/update-server.ts";

const key = makeReleaseKey();
const bytes = Buffer.from("the next Chute");

let folder: string;
let server: UpdateServer;
let source: UpdateSource;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "chute-update-"));
  server = await startUpdateServer(offerVersion("0.2.0", key, bytes));
  source = createUpdateSource(createNodeUpdater(folder, "0.1.0"), {
    url: server.url,
    publicKey: key.publicKey,
  });
});

afterEach(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The packages that were downloaded completely and verified. */
function takenPackages(): string[] {
  const pending = join(folder, "cache", "chute-updater", "pending");
  if (!existsSync(pending)) return [];
  return readdirSync(pending).filter((name) => name.endsWith(".AppImage"));
}

test("a newer version, rightly signed, is found, downloaded and not installed by itself", async () => {
  expect(await source.check()).toBe("0.2.0");
  expect(takenPackages()).toEqual([]);
  await source.download().done;
  expect(takenPackages()).toEqual(["chute-0.2.0.AppImage"]);
  expect(readFileSync(join(folder, "chute.AppImage"), "utf8")).toBe("0.1.0");
});

test("a list without a signature is no list", async () => {
  server.offer.signature = null;
  await expect(source.check()).rejects.toThrow(/404/);
});

test("a list signed by another key is no list", async () => {
  server.offer.signature = signList(server.offer.list, makeReleaseKey());
  await expect(source.check()).rejects.toThrow("not signed by the release key");
});

test.each(["", "AAAA", "not base64 at all"])("the signature %j is none", async (signature) => {
  server.offer.signature = signature;
  await expect(source.check()).rejects.toThrow("not signed by the release key");
});

test("a list that was changed after it was signed is no list", async () => {
  server.offer.list = server.offer.list.replaceAll("0.2.0", "0.3.0");
  await expect(source.check()).rejects.toThrow("not signed by the release key");
});

test("S12 a list whose time is over is no list, though rightly signed", async () => {
  const nowMs = Date.now() - (listLifeDays + 1) * 86_400_000;
  Object.assign(server.offer, offerVersion("0.2.0", key, bytes, { nowMs }));
  await expect(source.check()).rejects.toThrow("expired");
});

test.each([
  "latest-another.yml",
  "latest-another-arm64.yml",
  "latest.yml\nchuteList: latest-linux.yml",
])("S12 a list of another system is no list, though rightly signed: %j", async (name) => {
  Object.assign(server.offer, offerVersion("0.2.0", key, bytes, { name }));
  await expect(source.check()).rejects.toThrow("another system");
});

test("S12 a list that says neither is no list, though rightly signed", async () => {
  server.offer.list = server.offer.list.replaceAll(/^chute.*\n/gm, "");
  server.offer.signature = signList(server.offer.list, key);
  await expect(source.check()).rejects.toThrow("another system");
});

test("a package other than the signed one is not taken", async () => {
  expect(await source.check()).toBe("0.2.0");
  server.offer.package = Buffer.from("another Chute!");
  await expect(source.download().done).rejects.toThrow(/sha512/);
  expect(takenPackages()).toEqual([]);
});

test.each(["0.1.0", "0.0.9"])("%s, rightly signed, is not newer than 0.1.0", async (version) => {
  Object.assign(server.offer, offerVersion(version, key, bytes));
  expect(await source.check()).toBeNull();
});

test("a download that is stopped leaves nothing behind", async () => {
  expect(await source.check()).toBe("0.2.0");
  const download = source.download();
  download.cancel();
  await expect(download.done).rejects.toThrow("cancelled");
  expect(takenPackages()).toEqual([]);
});
