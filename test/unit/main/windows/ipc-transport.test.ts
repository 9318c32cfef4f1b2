import { describe, expect, test } from "vitest";
import { answerCall } from "#main/windows/ipc-transport.ts";
import { owner } from "#core/handlers.ts";
import { openTestCore } from "#test/support/test-core.ts";

const own = { url: "app://chute/#/check-in", isMainFrame: true, window: 1 };

describe("the window's calls", () => {
  test.each([
    ["a frame in our page", { ...own, isMainFrame: false, window: 1 }],
    ["an empty frame in our page", { url: "about:blank", isMainFrame: false, window: 1 }],
    ["an empty page", { url: "about:blank", isMainFrame: true, window: 1 }],
    ["a page made of text", { url: "data:text/html,<p>", isMainFrame: true, window: 1 }],
    ["a page made by ours", { url: "blob:app://chute/1", isMainFrame: true, window: 1 }],
    ["a file of ours", { url: "app://chute/assets/x.svg", isMainFrame: true, window: 1 }],
    ["another host", { url: "app://evil/", isMainFrame: true, window: 1 }],
    ["another page", { url: "https://evil.example/", isMainFrame: true, window: 1 }],
    ["a frame that is gone", { url: null, isMainFrame: false, window: 1 }],
    ["a page that is gone", { url: null, isMainFrame: true, window: 1 }],
  ])("S1 %s is not answered", async (_who, sender) => {
    const desk = await openTestCore();
    expect(await answerCall(desk.core, sender, "desk.get", {})).toMatchObject({
      ok: false,
      error: { code: "not-allowed" },
    });
  });

  test("S1 our own page is answered as the owner", async () => {
    const desk = await openTestCore();
    const reply = await answerCall(desk.core, own, "backup.list", {});
    expect(reply).toEqual(await desk.core.dispatch("backup.list", {}, owner));
    expect(reply.ok).toBe(true);
  });

  test.each<[string, unknown]>([
    ["of Object", "constructor"],
    ["of Object, too", "__proto__"],
    ["of a function", "toString"],
    ["that nobody knows", "desk.Get"],
    ["of great length", "a".repeat(5_000_000)],
    ["that is empty", ""],
    ["that is none", undefined],
    ["that is a list", ["desk.get"]],
    ["that only reads as one", { toString: () => "desk.get" }],
  ])("S1 a name %s is unknown", async (_what, name) => {
    const desk = await openTestCore();
    expect(await answerCall(desk.core, own, name, {})).toMatchObject({
      ok: false,
      error: { code: "unknown-procedure" },
    });
  });

  test.each<[string, unknown]>([
    ["text", "text"],
    ["a number", Number.NaN],
    ["a list", []],
    ["bytes", new Uint8Array(20_000_000)],
    ["a map", new Map([["commandId", "command-1"]])],
    ["a date", new Date(0)],
    ["a number of any size", 10n],
    ["another prototype", JSON.parse('{"__proto__":{"commandId":"command-1"}}')],
    ["a long text", { commandId: "command-1", desk: "d".repeat(20_000_000) }],
    ["a deep one", { commandId: "command-1", desk: JSON.parse("[".repeat(900) + "]".repeat(900)) }],
  ])("S1 an input that is %s is refused, and the next one is answered", async (_what, input) => {
    const desk = await openTestCore();
    expect(await answerCall(desk.core, own, "settings.save", input)).toMatchObject({
      ok: false,
      error: { code: "invalid-input" },
    });
    expect(await answerCall(desk.core, own, "desk.get", undefined)).toMatchObject({ ok: true });
  });
});
