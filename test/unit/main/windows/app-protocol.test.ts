import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  createAppHandler,
  isAnnouncerUrl,
  isAppUrl,
  isOwnPage,
} from "#main/windows/app-protocol.ts";
import { contentSecurityPolicy } from "#shared/csp.ts";
import { createStaticRenderer } from "#station/http/static-renderer.ts";
import { temporaryFolder } from "#test/support/test-core.ts";

const built: Readonly<Record<string, string>> = {
  "/index.html": "page",
  "/mark.svg": "mark",
  "/assets/x-Ab_1.js": "script",
};

/** The files by the path in their address; the page also has a short path. */
const files: Readonly<Record<string, string>> = { ...built, "/": "page" };

/** The parts of addresses that try to leave the folder. */
const pathBits: readonly string[] = [
  "index.html secrets.json assets x-Ab_1.js chute".split(" "),
  ".. . / \\ %2e %2E%2e %2f %5c %252e %00 % : @ ? # é %c3%a9".split(" "),
  ["\0"],
].flat();

/** The handler with real files, and beside them files that it must never return. */
async function openScreens() {
  const outside = temporaryFolder();
  const folder = join(outside, "renderer");
  mkdirSync(join(folder, "assets"), { recursive: true });
  for (const [name, text] of Object.entries(built)) writeFileSync(join(folder, name), text);
  for (const name of ["secrets.json", "index.html"]) writeFileSync(join(outside, name), "secret");
  const handler = createAppHandler(await createStaticRenderer(folder));
  return async (url: string, method = "GET") => {
    const answer = await handler({ url, method });
    const policy = answer.headers.get("content-security-policy");
    return { status: answer.status, text: await answer.text(), policy };
  };
}

describe("app://", () => {
  test.each([
    ["app://chute/", true],
    ["app://chute/index.html#/check-in", true],
    ["app://chute", true],
    ["app://evil/", false],
    ["app://chute.evil.example/", false],
    ["app://chute@evil/", false],
    ["app://me@chute/", false],
    ["app://me:secret@chute/", false],
    ["app://chute:1@chute/", false],
    ["app://chute:80/", false],
    ["app://chute%2eevil/", false],
    ["app:chute/", false],
    ["app:///chute/", false],
    ["https://chute/", false],
    ["file:///etc/passwd", false],
    ["javascript:alert(1)", false],
    ["data:text/html,app://chute/", false],
    ["blob:app://chute/0b6b", false],
    ["about:blank", false],
    ["about:srcdoc", false],
    ["null", false],
    ["", false],
  ])("S2 %s is of this program: %s", (address, expected) => {
    expect(isAppUrl(address)).toBe(expected);
  });

  test.each([
    ["app://chute/#/settings", true],
    ["app://chute/?a=b#/check-in", true],
    ["app://chute", true],
    ["app://chute/index.html", false],
    ["app://chute/assets/x-Ab_1.js", false],
    ["app://chute//", false],
    ["app://evil/", false],
  ])("S2 %s is our page: %s", (address, expected) => {
    expect(isOwnPage(address)).toBe(expected);
  });

  test.each([
    ["app://chute/#/announcer?event=e&run=r", true],
    ["app://chute/#/announcer", true],
    ["app://chute/#/settings", false],
    ["app://chute/#/announcers", false],
    ["app://chute/mark.svg#/announcer", false],
    ["app://evil/#/announcer", false],
    ["app://me@chute/#/announcer", false],
    ["https://chute/#/announcer", false],
  ])("S2 %s may be a second window: %s", (address, expected) => {
    expect(isAnnouncerUrl(address)).toBe(expected);
  });

  test("S2 it answers with the built files, whatever follows ? and #", async () => {
    const ask = await openScreens();
    for (const [name, text] of Object.entries(built)) {
      expect(await ask(`app://chute${name}?y=../z#w`)).toEqual({
        status: 200,
        text,
        policy: contentSecurityPolicy,
      });
    }
    expect(await ask("app://chute")).toMatchObject({ status: 200, text: "page" });
  });

  test.each([
    "app://chute/../secrets.json",
    "app://chute/%2e%2e/secrets.json",
    "app://chute/..%2fsecrets.json",
    "app://chute/..%5csecrets.json",
    "app://chute/..\\secrets.json",
    "app://chute/%252e%252e%252fsecrets.json",
    "app://chute/assets/../../secrets.json",
    "app://chute/%00",
    "app://chute/index.html%00.png",
    "app://chute/index.html/",
    "app://chute//index.html",
    "app://chute/INDEX.HTML",
    "app://chute/%69ndex.html",
    "app://chute/assets",
    "app://chute/assets/",
    "app://chute//etc/passwd",
    "app://chute/C:/Windows/win.ini",
    "app://chute/__proto__",
    "app://chute/%",
    "app://chute/%ff%fe",
    "app://evil/index.html",
    "app://me@chute/index.html",
    "app://chute:8/index.html",
    "file:///index.html",
  ])("S2 %s is not there", async (address) => {
    const ask = await openScreens();
    const answer = await ask(address);
    expect(answer).toMatchObject({ status: 404, policy: contentSecurityPolicy });
    expect(answer.text).not.toContain("secret");
  });

  test("S2 a path of a million letters is not there", async () => {
    const ask = await openScreens();
    const answer = await ask(`app://chute/${"a/".repeat(500_000)}`);
    expect(answer).toMatchObject({ status: 404, policy: contentSecurityPolicy });
  });

  test("S2 other methods get nothing", async () => {
    const ask = await openScreens();
    for (const method of ["POST", "PUT", "DELETE", "OPTIONS", "HEAD", "get", ""]) {
      expect((await ask("app://chute/", method)).status).toBe(404);
    }
  });

  test("S2 whatever is asked, only a built file comes out, by its own name and with the policy", async () => {
    const ask = await openScreens();
    const bit = fc.constantFrom(...pathBits);
    const tail = fc.array(bit, { maxLength: 12 }).map((bits) => bits.join(""));
    const start = fc.constantFrom("app://chute/", "app://chute", "app:", "app://");
    await fc.assert(
      fc.asyncProperty(start, tail, async (head, end) => {
        const { status, text, policy } = await ask(head + end);
        expect(policy).toBe(contentSecurityPolicy);
        if (status === 404) {
          expect(text).not.toContain("secret");
        } else {
          const { pathname } = new URL(head + end);
          expect([status, text]).toEqual([200, pathname === "" ? "page" : files[pathname]]);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});
