import { describe, expect, test } from "vitest";
import { fingerprintOf, isSendableKey } from "#core/partner/credential.ts";
import type { BaseAddress } from "#core/partner/base-address.ts";
import { readTransportFailure } from "#core/partner/transport-failure.ts";
import { isSamePerson } from "#shared/domain/registrations/same-person.ts";

const failure = (code: string): Error =>
  new TypeError("fetch failed", { cause: Object.assign(new Error("x"), { code }) });

describe("O5 what an error of the line proves", () => {
  test.each([
    "ECONNREFUSED",
    "ENOTFOUND",
    "EAI_AGAIN",
    "EHOSTUNREACH",
    "UND_ERR_CONNECT_TIMEOUT",
    "CERT_HAS_EXPIRED",
  ])("O5 %s: nothing was sent", (code) => {
    expect(readTransportFailure(failure(code))).toBe("unreachable");
  });

  test.each(["ECONNRESET", "EPIPE", "UND_ERR_SOCKET", "Z_DATA_ERROR", "SOMETHING_NEW"])(
    "O5 %s: it may have arrived",
    (code) => {
      expect(readTransportFailure(failure(code))).toBe("broken");
    },
  );

  test("O5 of several addresses one that was reached puts it in doubt", () => {
    const both = (...codes: string[]) =>
      new TypeError("fetch failed", {
        cause: new AggregateError(codes.map((code) => Object.assign(new Error("x"), { code }))),
      });
    expect(readTransportFailure(both("ECONNREFUSED", "ENETUNREACH"))).toBe("unreachable");
    expect(readTransportFailure(both("ECONNREFUSED", "ECONNRESET"))).toBe("broken");
  });

  test.each([undefined, null, "text", new Error("no code"), {}])(
    "O5 %s: it may have arrived",
    (error) => {
      expect(readTransportFailure(error)).toBe("broken");
    },
  );
});

describe("K1 the name of a credential", () => {
  const base = "https://api.example.org" as BaseAddress;

  test("K1 the same for the same key, address and database, and nothing of the key in it", () => {
    const name = fingerprintOf(base, "sk_live_abcdef", "salt");
    expect(name).toBe(fingerprintOf(base, "sk_live_abcdef", "salt"));
    expect(name).not.toBe(fingerprintOf(base, "sk_live_abcdeg", "salt"));
    expect(name).not.toBe(fingerprintOf(base, "sk_live_abcdef", "other"));
    expect(name).not.toBe(
      fingerprintOf("https://b.example.org" as BaseAddress, "sk_live_abcdef", "salt"),
    );
    expect(name).toMatch(/^[0-9a-f]{32}$/);
  });

  test.each(["", "a b", "a\nb", "a\u0000", "schlüssel\u2713"])(
    "K1 %j cannot be sent as a key",
    (key) => {
      expect(isSendableKey(key)).toBe(false);
    },
  );
});

describe("O10 the same person", () => {
  const zoe = { runId: "r1", email: "zoe@example.org", name: "Zoë Nakamura" };

  test.each([
    ["case and spaces", { ...zoe, email: "ZOE@Example.org", name: " zoë  NAKAMURA" }, true],
    ["another encoding of the accent", { ...zoe, name: "Zoe\u0308 Nakamura" }, true],
    ["no name there", { ...zoe, name: null }, true],
    ["another name", { ...zoe, name: "Kai Nakamura" }, false],
    ["another run", { ...zoe, runId: "r2" }, false],
    ["another e-mail", { ...zoe, email: "kai@example.org" }, false],
  ])("O10 %s", (_title, other, same) => {
    expect(isSamePerson(zoe, other)).toBe(same);
  });
});
