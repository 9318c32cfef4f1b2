import { describe, expect, test } from "vitest";
import type { PermissionAsk } from "#main/security/permissions.ts";
import { mayUse } from "#main/security/permissions.ts";

const camera: PermissionAsk = {
  permission: "media",
  asker: "app://chute/",
  isMainFrame: true,
  media: ["video"],
};

describe("what the desktop's page may use", () => {
  test("B4 S2 the camera's picture is allowed to our own page", () => {
    expect(mayUse(camera)).toBe(true);
    expect(mayUse({ ...camera, asker: "app://chute" })).toBe(true);
  });

  test.each<[string, Partial<PermissionAsk>]>([
    ["another page", { asker: "https://chute.example/" }],
    ["a page that looks like ours", { asker: "app://chute.example/" }],
    ["a frame in our page", { isMainFrame: false }],
    ["the microphone", { media: ["audio"] }],
    ["camera and microphone together", { media: ["video", "audio"] }],
    ["what is not named", { media: [] }],
    ["the screen", { permission: "display-capture" }],
    ["the place", { permission: "geolocation", media: [] }],
    ["reading the clipboard", { permission: "clipboard-read", media: [] }],
  ])("S2 %s is not", (_who, ask) => {
    expect(mayUse({ ...camera, ...ask })).toBe(false);
  });

  test("S2 writing the clipboard and full screen are allowed to it, and to nobody else", () => {
    for (const permission of ["clipboard-sanitized-write", "fullscreen"]) {
      expect(mayUse({ ...camera, permission, media: [] })).toBe(true);
      expect(mayUse({ ...camera, permission, media: [], asker: "file:///" })).toBe(false);
    }
  });
});
