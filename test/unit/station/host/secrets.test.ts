import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { Vault } from "#station/host/secrets.ts";
import { createFileSecrets, createRunSecrets } from "#station/host/secrets.ts";

const temporaryFile = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "chute-secrets-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, "secrets.json");
};

test("K1 secrets are kept, replaced and removed, in a file only this user may read", async () => {
  const path = temporaryFile();
  const secrets = createFileSecrets(path);
  expect(await secrets.read("a")).toBeNull();
  await Promise.all([secrets.write("a", "1"), secrets.write("b", "2"), secrets.write("a", "3")]);
  const again = createFileSecrets(path);
  expect([await again.read("a"), await again.read("b")]).toEqual(["3", "2"]);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  await again.remove("a");
  expect(await again.read("a")).toBeNull();
  expect(readFileSync(path, "utf8")).not.toContain("3");
});

test("K1 a file that holds something else holds no secret", async () => {
  const path = temporaryFile();
  for (const garbage of ["", "{", "[]", "null", '{"a":1}']) {
    writeFileSync(path, garbage);
    expect(await createFileSecrets(path).read("a")).toBeNull();
  }
});

test("K1 a folder or a pipe in the place of the file is refused at once, and is not touched", async () => {
  const folder = temporaryFile();
  mkdirSync(folder, { mode: 0o755 });
  await expect(createFileSecrets(folder).read("a")).rejects.toThrow("is no file");
  expect(statSync(folder).mode & 0o777).toBe(0o755);
  // Windows has no pipes among its files.
  if (process.platform === "win32") return;
  const pipe = temporaryFile();
  execFileSync("mkfifo", [pipe]);
  await expect(createFileSecrets(pipe).read("a")).rejects.toThrow("is no file");
  await expect(createFileSecrets(pipe).write("a", "1")).rejects.toThrow("is no file");
  expect(statSync(pipe).isFIFO()).toBe(true);
});

/** Reverses the letters; a vault cannot open what another user sealed. */
const vaultOf = (user: string, isStale = false): Vault => ({
  kind: "system",
  seal: async (value) => new TextEncoder().encode([user, ...value].toReversed().join("")),
  async open(sealed) {
    const [owner, ...value] = [...new TextDecoder().decode(sealed)].toReversed();
    if (owner !== user) throw new Error("Another key sealed this");
    return { value: value.join(""), isStale };
  },
});

test("K1 with a vault nothing readable lies in the file, and it is read again", async () => {
  const path = temporaryFile();
  await createFileSecrets(path, vaultOf("a")).write("key", "rd_live_secret");
  expect(readFileSync(path, "utf8")).not.toContain("rd_live_secret");
  const again = createFileSecrets(path, vaultOf("a"));
  expect([again.kind, await again.read("key"), await again.read("other")]).toEqual([
    "system",
    "rd_live_secret",
    null,
  ]);
});

test("K1 what another key sealed is refused, is never taken for a key, and stays where it is", async () => {
  const path = temporaryFile();
  await createFileSecrets(path, vaultOf("a")).write("key", "rd_live_secret");
  const before = readFileSync(path, "utf8");
  await expect(createFileSecrets(path, vaultOf("b")).read("key")).rejects.toThrow("Another key");
  await expect(createFileSecrets(path).read("key")).rejects.toThrow("key store");
  expect(readFileSync(path, "utf8")).toBe(before);
  expect(await createFileSecrets(path, vaultOf("a")).read("key")).toBe("rd_live_secret");
});

test("K1 a key given anew takes the place of one that cannot be opened", async () => {
  const path = temporaryFile();
  await createFileSecrets(path, vaultOf("a")).write("key", "old");
  const secrets = createFileSecrets(path, vaultOf("b"));
  await secrets.write("key", "new");
  expect(await secrets.read("key")).toBe("new");
});

test("K1 what a station wrote open is sealed when a desktop reads it, and what is stale is sealed anew", async () => {
  const path = temporaryFile();
  await createFileSecrets(path).write("key", "rd_live_secret");
  expect(await createFileSecrets(path, vaultOf("a")).read("key")).toBe("rd_live_secret");
  const sealed = readFileSync(path, "utf8");
  expect(sealed).not.toContain("rd_live_secret");
  let seals = 0;
  const stale: Vault = {
    ...vaultOf("a", true),
    async seal() {
      seals += 1;
      throw new Error("The key store is locked");
    },
  };
  expect(await createFileSecrets(path, stale).read("key")).toBe("rd_live_secret");
  expect([seals, readFileSync(path, "utf8")]).toEqual([1, sealed]);
});

test("K1 M3 with a key from the command line, keys are kept for this run, other secrets in the file", async () => {
  const path = temporaryFile();
  const secrets = createRunSecrets(createFileSecrets(path));
  expect(secrets.kind).toBe("memory");
  await secrets.write("api-key.a", "rd_live_secret");
  await secrets.write("peer-token.b", "token");
  expect(await secrets.read("api-key.a")).toBe("rd_live_secret");
  const again = createRunSecrets(createFileSecrets(path));
  expect([await again.read("api-key.a"), await again.read("peer-token.b")]).toEqual([
    null,
    "token",
  ]);
  expect(readFileSync(path, "utf8")).not.toContain("rd_live_secret");
  await createFileSecrets(path).write("api-key.a", "saved on the screen");
  expect(await again.read("api-key.a")).toBeNull();
  await again.remove("peer-token.b");
  expect(await again.read("peer-token.b")).toBeNull();
});

test("K1 a key that is forgotten is in no file, also if it was saved before a start with a key from the command line", async () => {
  const path = temporaryFile();
  await createFileSecrets(path).write("api-key.a", "rd_live_secret");
  const secrets = createRunSecrets(createFileSecrets(path));
  await secrets.write("api-key.a", "rd_live_secret");
  await secrets.remove("api-key.a");
  expect(await secrets.read("api-key.a")).toBeNull();
  expect(readFileSync(path, "utf8")).not.toContain("rd_live_secret");
});
