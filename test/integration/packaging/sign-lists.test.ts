import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { isSigned, rejectionOf } from "#main/updates/update-feed.ts";
import { makeReleaseKey } from "#test/support/packaging/update-server.ts";
import { startChild } from "#test/support/processes/child.ts";
import type { Ended } from "#test/support/processes/child.ts";
import { projectRoot } from "#test/support/processes/programs.ts";

const program = join(projectRoot, "resources/packaging/sign-lists.ts");
const key = makeReleaseKey();
const secretOf = ({ secret }: typeof key): string =>
  secret.export({ type: "pkcs8", format: "der" }).toString("base64");

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "chute-lists-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
});

function signLists(secret: string, publicKey = key.publicKey): Promise<Ended> {
  const env = { CHUTE_UPDATE_SIGNING_KEY: secret, CHUTE_UPDATE_PUBLIC_KEY: publicKey };
  return startChild(program, [folder], { env }).ended();
}

test("each list gets a signature that the programs take, and nothing else does", async () => {
  writeFileSync(join(folder, "latest.yml"), "version: 1.0.0\n");
  writeFileSync(join(folder, "latest-linux.yml"), "version: 1.0.0 ü\n");
  writeFileSync(join(folder, "builder-debug.yml"), "x: 1\n");
  expect(await signLists(secretOf(key))).toMatchObject({ code: 0 });
  expect(readdirSync(folder).filter((name) => name.endsWith(".sig"))).toEqual([
    "latest-linux.yml.sig",
    "latest.yml.sig",
  ]);
  for (const name of ["latest.yml", "latest-linux.yml"]) {
    const text = readFileSync(join(folder, name), "utf8");
    const signature = readFileSync(join(folder, `${name}.sig`), "utf8");
    expect(isSigned(text, signature, key.publicKey)).toBe(true);
    expect(rejectionOf(text, { name, nowMs: Date.now() })).toBeNull();
  }
});

test("S12 a list that is signed again says once which it is, and ends later", async () => {
  const path = join(folder, "latest.yml");
  writeFileSync(path, "version: 1.0.0\n");
  await signLists(secretOf(key));
  writeFileSync(
    path,
    readFileSync(path, "utf8").replace(/chuteExpires: '\d+/, "chuteExpires: '2001"),
  );
  await signLists(secretOf(key));
  const text = readFileSync(path, "utf8");
  expect(text.match(/chute/g)).toHaveLength(2);
  expect(text.startsWith("version: 1.0.0\n")).toBe(true);
  expect(rejectionOf(text, { name: "latest.yml", nowMs: Date.now() })).toBeNull();
});

test.each([
  ["no key", "", key.publicKey, "CHUTE_UPDATE_SIGNING_KEY is missing"],
  ["a key the programs do not trust", secretOf(makeReleaseKey()), key.publicKey, "not the one"],
  ["no key that the programs trust", secretOf(key), "", "not the one"],
])("nothing is written with %s", async (_what, secret, publicKey, said) => {
  writeFileSync(join(folder, "latest.yml"), "version: 1.0.0\n");
  const { code, stderr } = await signLists(secret, publicKey);
  expect(code).not.toBe(0);
  expect(stderr).toContain(said);
  expect(readdirSync(folder)).toEqual(["latest.yml"]);
});

test("a folder without a list is no release", async () => {
  const { code, stderr } = await signLists(secretOf(key));
  expect(code).not.toBe(0);
  expect(stderr).toContain("no list of versions");
});
