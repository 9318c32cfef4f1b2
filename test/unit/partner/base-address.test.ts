import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { joinAddress, parseBaseAddress } from "#core/partner/base-address.ts";
import type { BaseAddress } from "#core/partner/base-address.ts";

describe("K2 base addresses", () => {
  test.each([
    ["https://api.example.org", "https://api.example.org"],
    [" https://api.example.org/ ", "https://api.example.org"],
    ["https://api.example.org/partner/v1//", "https://api.example.org/partner/v1"],
    ["HTTPS://API.example.org:8443/x", "https://api.example.org:8443/x"],
    ["http://127.0.0.1:4010", "http://127.0.0.1:4010"],
    ["http://127.9.9.9", "http://127.9.9.9"],
    ["http://localhost:4010/", "http://localhost:4010"],
    ["http://[::1]:4010", "http://[::1]:4010"],
  ])("K2 %s is taken as %s", (typed, base) => {
    expect(parseBaseAddress(typed)).toEqual({ ok: true, value: base });
  });

  test.each([
    "http://api.example.org",
    "http://192.168.1.10:4010",
    "http://127.0.0.1.example.org",
    "http://localhost.example.org",
    "http://0.0.0.0:80",
    "http://[::2]",
  ])("K2 %s is insecure", (typed) => {
    expect(parseBaseAddress(typed)).toMatchObject({ error: { code: "insecure-address" } });
  });

  test.each([
    "",
    "api.example.org",
    "ftp://api.example.org",
    "file:///etc/passwd",
    "javascript:alert(1)",
    "https://user:secret@api.example.org",
    "https://api.example.org/?key=1",
    "https://api.example.org/#x",
    "https://",
  ])("K2 %s is no address", (typed) => {
    expect(parseBaseAddress(typed)).toMatchObject({ error: { code: "wrong-address" } });
  });

  test("K2 an id never leaves its place in the path", () => {
    const base = "https://api.example.org/v1" as BaseAddress;
    expect(joinAddress(base, ["events", "../organization?x=1#y"])).toBe(
      "https://api.example.org/v1/events/..%2Forganization%3Fx%3D1%23y",
    );
    for (const id of [".", ".."]) {
      const { pathname } = new URL(joinAddress(base, ["collections", id, "events"]));
      expect(pathname).toMatch(/^\/v1\/collections\/[^/]+\/events$/);
    }
    fc.assert(
      fc.property(
        fc.string({ unit: "binary" }).filter((id) => id.isWellFormed() && id !== ""),
        (id) => {
          const url = new URL(joinAddress(base, ["events", id]));
          const stays = url.pathname.split("/").length === 4;
          return url.origin === "https://api.example.org" && url.hash === "" && stays;
        },
      ),
    );
  });

  test("K2 parameters are encoded, undefined ones left out", () => {
    const base = "https://api.example.org" as BaseAddress;
    expect(
      joinAddress(base, ["registration"], { eventId: "a&b", after: undefined, limit: 100 }),
    ).toBe("https://api.example.org/registration?eventId=a%26b&limit=100");
  });
});
