import { expect, test } from "vitest";
import { addressToSend } from "#renderer/client/transport/typed-address.ts";
import { parseBaseAddress } from "#core/partner/base-address.ts";

test.each([
  ["api.example.org", "https://api.example.org"],
  [" api.example.org/v1 ", "https://api.example.org/v1"],
  ["api.example.org:8443", "https://api.example.org:8443"],
  ["https://api.example.org", "https://api.example.org"],
])("K2 the typed address %s is sent as %s", (typed, sent) => {
  expect(addressToSend(typed)).toBe(sent);
  expect(parseBaseAddress(addressToSend(typed))).toEqual({ ok: true, value: sent });
});

test.each([
  "",
  "harbour hills",
  "https//api.example.org",
  "https;//api.example.org",
  "http://api.example.org",
  "ftp://api.example.org",
  "file:/etc/passwd",
  "javascript:alert(1)",
  "user:secret@api.example.org",
])("K2 the typed address %j is refused also where https is added", (typed) => {
  expect(parseBaseAddress(addressToSend(typed)).ok).toBe(false);
});
