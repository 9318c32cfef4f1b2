import { describe, expect, test } from "vitest";
import { addressFor, isOwnHost, ownNames } from "#station/http/own-address.ts";

describe("S1 the names of this server", () => {
  test.each([
    ["127.0.0.1:4180", true],
    ["localhost:4180", true],
    ["LocalHost:4180", true],
    ["[::1]:4180", true],
    ["localhost", false],
    ["localhost:80", false],
    ["localhost:4180.evil.example", false],
    ["localhost.evil.example:4180", false],
    ["evil.example:4180", false],
    ["10.0.0.5:4180", false],
    ["127.0.0.1:4180@evil.example", false],
    ["[::1", false],
    ["", false],
  ])("a station on loopback is called %s: %s", (header, expected) => {
    expect(isOwnHost(header, 4180, "127.0.0.1")).toBe(expected);
  });

  test("no Host header is nobody's", () => {
    expect(isOwnHost(undefined, 4180, "127.0.0.1")).toBe(false);
  });

  test("a given address is one of its names, in brackets if it is IPv6", () => {
    expect(isOwnHost("10.0.0.5:80", 80, "10.0.0.5")).toBe(true);
    expect(isOwnHost("10.0.0.5", 80, "10.0.0.5")).toBe(true);
    expect(isOwnHost("[fe80::1]:4180", 4180, "fe80::1%eth0")).toBe(true);
    expect(addressFor("fe80::1%eth0", 4180)).toBe("https://[fe80::1]:4180");
  });

  test("one that listens everywhere has every address of this computer, and still no other", () => {
    for (const name of ownNames("0.0.0.0")) {
      expect(isOwnHost(`${name}:4180`, 4180, "0.0.0.0")).toBe(true);
    }
    expect(isOwnHost("evil.example:4180", 4180, "0.0.0.0")).toBe(false);
    expect(addressFor("0.0.0.0", 4180)).toBe("http://127.0.0.1:4180");
  });
});
