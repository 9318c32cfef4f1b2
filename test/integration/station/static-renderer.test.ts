import { readdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { contentSecurityPolicy } from "#shared/csp.ts";
import { createStaticRenderer } from "#station/http/static-renderer.ts";
import { projectRoot } from "#test/support/processes/programs.ts";
import { startStationProcess } from "#test/support/processes/station-process.ts";
import { temporaryFolder } from "#test/support/test-core.ts";

test("S2 the policy names no foreign origin and allows no inline script", () => {
  expect(contentSecurityPolicy).toContain("default-src 'self'");
  expect(contentSecurityPolicy).toMatch(/script-src 'self' 'wasm-unsafe-eval'(;|$)/);
  expect(contentSecurityPolicy).not.toMatch(/unsafe-inline|https?:|\*/);
  expect(contentSecurityPolicy).not.toMatch(/'unsafe-eval'/);
});

test("S2 every answer, errors included, carries the policy and its companions", async () => {
  const station = await startStationProcess(temporaryFolder());
  const answers = await Promise.all([
    fetch(`${station.url}/`),
    fetch(`${station.url}/nowhere`),
    fetch(`${station.url}/rpc`),
    fetch(`${station.url}/`, { headers: { origin: "https://evil.example" } }),
    station.request("/rpc/none", { method: "POST" }),
  ]);
  for (const { headers } of answers) {
    expect(headers.get("content-security-policy")).toBe(contentSecurityPolicy);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("x-frame-options")).toBe("DENY");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect(headers.get("cross-origin-opener-policy")).toBe("same-origin");
    expect(headers.get("cross-origin-resource-policy")).toBe("same-origin");
    expect(headers.get("cross-origin-embedder-policy")).toBe("require-corp");
    expect(headers.get("permissions-policy")).toContain("camera=(self)");
    expect(headers.get("access-control-allow-origin")).toBeNull();
    expect(headers.get("x-powered-by")).toBeNull();
  }
});

test("S1 the shell serves the built files by their exact names and nothing else", async () => {
  const station = await startStationProcess(temporaryFolder());
  const page = await fetch(`${station.url}/`);
  expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(page.headers.get("cache-control")).toBe("no-cache");
  const html = await page.text();
  expect(html).not.toMatch(/<script>|<style|https?:\/\//);

  const assets = readdirSync(join(projectRoot, "out/renderer/assets"));
  const types = { js: "text/javascript", css: "text/css", woff2: "font/woff2" };
  for (const [extension, type] of Object.entries(types)) {
    const name = assets.find((file) => file.endsWith(`.${extension}`)) ?? "";
    const asset = await fetch(`${station.url}/assets/${name}`);
    expect([name, asset.status]).toEqual([name, 200]);
    expect(asset.headers.get("content-type")).toContain(type);
    expect(asset.headers.get("cache-control")).toContain("immutable");
  }

  for (const path of [
    "/package.json",
    "/../main/station.js",
    "/%2e%2e/main/station.js",
    "/..%2fmain%2fstation.js",
    "/assets",
    "/assets/../../main/station.js",
    "//etc/passwd",
    "/owner-token",
    "/%00",
    "/%",
  ]) {
    expect([path, (await fetch(`${station.url}${path}`)).status]).toEqual([path, 404]);
  }
});

test("an unchanged file is not sent again, and text goes out compressed", async () => {
  const station = await startStationProcess(temporaryFolder());
  const first = await fetch(`${station.url}/`);
  const tag = first.headers.get("etag") ?? "";
  expect(first.headers.get("content-encoding")).toBe("gzip");
  const second = await fetch(`${station.url}/`, { headers: { "if-none-match": tag } });
  expect([second.status, await second.text()]).toEqual([304, ""]);
});

test("a file of the screens that could not be read for a moment is served once it can be read", async () => {
  const folder = temporaryFolder();
  const page = join(folder, "index.html");
  writeFileSync(page, "<p>Chute</p>");
  const renderer = (await createStaticRenderer(folder)).onError((_error, c) => c.body(null, 500));
  const status = async (): Promise<number> => (await renderer.request("/")).status;
  renameSync(page, `${page}.away`);
  expect(await status()).toBe(500);
  renameSync(`${page}.away`, page);
  expect(await status()).toBe(200);
});
