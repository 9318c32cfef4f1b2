import { describe, expect, test } from "vitest";
import { readHubAddress } from "#core/services/desks/hub-address.ts";
import {
  fingerprintGroups,
  hubLink,
  isSameFingerprint,
  readLinkFragment,
} from "#shared/domain/desks/hub-link.ts";

const fingerprint =
  "C8:C5:ED:A1:BE:A7:1D:3D:BF:DC:16:E2:4B:73:88:51:E1:DA:39:72:6B:C3:DB:E6:97:12:B3:38:AD:E3:0B:05";
const address = "https://192.168.1.20:4180";

describe("the link in the hub's QR code", () => {
  test("M3 core and screens read the address, the fingerprint and the code that the hub put into it", () => {
    const link = hubLink({ address, fingerprint, code: "481729" });
    const read = readHubAddress(link);
    expect(read).toMatchObject({ ok: true, value: { address, code: "481729" } });
    expect(readLinkFragment(link)).toEqual({
      fingerprint: fingerprint.replaceAll(":", ""),
      code: "481729",
    });
    expect(isSameFingerprint(readLinkFragment(link).fingerprint ?? "", fingerprint)).toBe(true);
  });

  test("M3 a link that was pasted with spaces around it is read all the same", () => {
    const link = hubLink({ address, fingerprint, code: "481729" });
    expect(readLinkFragment(`  ${link}\n`)).toEqual(readLinkFragment(link));
  });

  test("M3 an address without a fragment has neither, and a broken one does not fail", () => {
    const neither = { fingerprint: null, code: null };
    for (const text of [
      address,
      `${address}/#`,
      "#code=%E0%A4%A",
      "#code=",
      "",
      "#/check-in",
      `${address}/?q&code=481729`,
    ]) {
      expect(readLinkFragment(text)).toEqual(neither);
    }
  });

  test("M3 people compare a fingerprint in sixteen groups of four digits", () => {
    const groups = fingerprintGroups(fingerprint);
    expect(groups).toHaveLength(16);
    expect(groups[0]).toBe("C8C5");
    expect(isSameFingerprint(groups.join(" ").toLowerCase(), fingerprint)).toBe(true);
    expect(isSameFingerprint(groups.slice(1).join(" "), fingerprint)).toBe(false);
  });
});
