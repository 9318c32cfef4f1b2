import { describe, expect, test } from "vitest";
import { createAppHandler, isAnnouncerUrl, isAppUrl } from "#main/app-protocol.ts";
import { answerCall } from "#main/ipc-wire.ts";
import { contentSecurityPolicy } from "#shared/csp.ts";
import { ok } from "#shared/result.ts";

describe("app://", () => {
  test.each([
    ["app://chute/", true],
    ["app://chute/index.html#/check-in", true],
    ["app://evil/", false],
    ["app://chute.evil.example/", false],
    ["https://chute/", false],
    ["file:///etc/passwd", false],
    ["javascript:alert(1)", false],
    ["", false],
  ])("S2 %s is our page: %s", (address, expected) => {
    expect(isAppUrl(address)).toBe(expected);
  });

  test.each([
    ["app://chute/#/announcer?event=e&run=r", true],
    ["app://chute/#/announcer", true],
    ["app://chute/#/settings", false],
    ["app://chute/#/announcers", false],
    ["app://evil/#/announcer", false],
    ["https://chute/#/announcer", false],
  ])("S2 %s may be a second window: %s", (address, expected) => {
    expect(isAnnouncerUrl(address)).toBe(expected);
  });

  test("S2 it answers with the shell's files and the station's headers", async () => {
    const asked: string[] = [];
    const handler = createAppHandler({
      fetch: ({ url }) => {
        asked.push(new URL(url).pathname);
        return new Response("page", { headers: { "content-type": "text/html" } });
      },
    });
    const answer = await handler(new Request("app://chute/assets/x.js?y#z"));
    expect([answer.status, await answer.text()]).toEqual([200, "page"]);
    expect(answer.headers.get("content-security-policy")).toBe(contentSecurityPolicy);
    await handler(new Request("app://chute/../../secrets.json"));
    // The address parser takes the dots away; the shell then knows no such name.
    expect(asked).toEqual(["/assets/x.js", "/secrets.json"]);
  });

  test("S2 other hosts and methods get nothing", async () => {
    const handler = createAppHandler({ fetch: () => new Response("page") });
    for (const request of [
      new Request("app://evil/"),
      new Request("app://chute/", { method: "POST" }),
    ]) {
      expect((await handler(request)).status).toBe(404);
    }
  });
});

describe("the window's calls", () => {
  const core = { dispatch: async (name: string) => ok(name) };

  test("S1 only the main frame of our own page is answered", async () => {
    const strangers = [
      { url: "app://chute/", isMainFrame: false },
      { url: "https://evil.example/", isMainFrame: true },
      { url: null, isMainFrame: true },
    ];
    for (const sender of strangers) {
      expect(await answerCall(core, sender, "desk.get", {})).toMatchObject({
        ok: false,
        error: { code: "not-allowed" },
      });
    }
    const own = { url: "app://chute/", isMainFrame: true };
    expect(await answerCall(core, own, "desk.get", {})).toEqual(ok("desk.get"));
    expect(await answerCall(core, own, { toString: () => "desk.get" }, {})).toMatchObject({
      error: { code: "unknown-procedure" },
    });
  });
});
