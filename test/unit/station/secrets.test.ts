import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createFileSecrets } from "#station/secrets.ts";

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
