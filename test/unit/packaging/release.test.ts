import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isSigned, readFeed } from "#main/updates/update-feed.ts";
import { builderConfig } from "#packaging/builder-config.ts";
import { readRelease } from "#packaging/release.ts";
import { makeReleaseKey, signList } from "#test/support/packaging/update-server.ts";
import { projectRoot } from "#test/support/processes/programs.ts";

const key = makeReleaseKey();
const whole = {
  CHUTE_UPDATE_URL: "https://updates.example/chute",
  CHUTE_UPDATE_PUBLIC_KEY: key.publicKey,
  CHUTE_WINDOWS_PUBLISHER: "CN=Chute Timing",
};

test("without an address there is no feed, and nobody has to sign", () => {
  const config = builderConfig({}, "linux");
  expect(config.publish).toBeNull();
  expect(config.forceCodeSigning).toBe(false);
  expect(config.extraMetadata).not.toHaveProperty("updates");
});

test("with an address the feed is packed, and what is not signed is not made", () => {
  const config = builderConfig(whole, "win32");
  expect(config.publish).toEqual({ provider: "generic", url: whole.CHUTE_UPDATE_URL });
  expect(config.forceCodeSigning).toBe(true);
  expect(config.mac?.notarize).toBe(true);
  expect(config.win?.signtoolOptions?.publisherName).toBe("CN=Chute Timing");
  expect(readFeed(JSON.stringify(config.extraMetadata))).toEqual({
    url: whole.CHUTE_UPDATE_URL,
    publicKey: key.publicKey,
  });
});

test.each([
  ["no key", { CHUTE_UPDATE_PUBLIC_KEY: "" }, "publicKey"],
  ["a key that is none", { CHUTE_UPDATE_PUBLIC_KEY: "AAAA" }, "publicKey"],
  ["an open line", { CHUTE_UPDATE_URL: "http://updates.example/" }, "neither https"],
  ["no address at all", { CHUTE_UPDATE_URL: "updates" }, "url"],
  ["no publisher", { CHUTE_WINDOWS_PUBLISHER: "" }, "CHUTE_WINDOWS_PUBLISHER"],
])("half a release is none: %s", (_what, change, said) => {
  expect(() => readRelease({ ...whole, ...change })).toThrow(said);
});

test.each([
  "{}",
  '{"updates":null}',
  '{"updates":{"url":"https://updates.example"}}',
  '{"updates":{"url":"https://updates.example","publicKey":"AAAA"}}',
])("a program with %s looks for no updates", (packageJson) => {
  expect(readFeed(packageJson)).toBeNull();
});

test("in a checkout there are no updates", () => {
  expect(readFeed(readFileSync(join(projectRoot, "package.json"), "utf8"))).toBeNull();
});

test("a signature holds for exactly its text and key", () => {
  const signature = signList("version: 1.0.0\n", key);
  expect(isSigned("version: 1.0.0\n", signature, key.publicKey)).toBe(true);
  expect(isSigned("version: 1.0.1\n", signature, key.publicKey)).toBe(false);
  expect(isSigned("version: 1.0.0\n", signature, makeReleaseKey().publicKey)).toBe(false);
});

test.each(["linux-x64", "linux-arm64", "win32-x64", "darwin-x64", "darwin-arm64"])(
  "the native module brings its binary for %s",
  (target) => {
    const path = join(projectRoot, "node_modules/better-sqlite3/prebuilds", `${target}.node`);
    expect(existsSync(path)).toBe(true);
  },
);

test("on a Mac the program asks for no more than it needs, and says why", () => {
  const { mac } = builderConfig({}, "darwin");
  expect(mac?.hardenedRuntime).toBe(true);
  expect(mac?.extendInfo).toMatchObject({
    NSCameraUsageDescription: expect.stringContaining("camera") as string,
    NSLocalNetworkUsageDescription: expect.stringContaining("network") as string,
  });
  const granted = (path: string | null | undefined): string[] =>
    [...readFileSync(path ?? "", "utf8").matchAll(/<key>([^<]+)<\/key>\s*<true\/>/g)].map(
      ([, name]) => name ?? "",
    );
  expect(granted(mac?.entitlements)).toEqual([
    "com.apple.security.cs.allow-jit",
    "com.apple.security.device.camera",
  ]);
  expect(granted(mac?.entitlementsInherit)).toEqual(["com.apple.security.cs.allow-jit"]);
});

test("removing the program on Windows leaves the race where it is", () => {
  expect(builderConfig({}, "win32").nsis?.deleteAppDataOnUninstall).toBe(false);
});
