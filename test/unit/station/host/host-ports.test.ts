import { expect, test } from "vitest";
import { systemRandom } from "#station/host/host-ports.ts";

test("J6 random bytes are given out once, and nobody shares what they were given", () => {
  const seen = new Set<string>();
  const kept = Array.from({ length: 2_000 }, (_each, at) => systemRandom.bytes(8 + (at % 25)));
  const texts = kept.map((bytes) => Buffer.from(bytes).toString("hex"));
  for (const [at, bytes] of kept.entries()) {
    expect(bytes).toHaveLength(8 + (at % 25));
    seen.add(texts[at] ?? "");
    bytes.fill(0);
  }
  expect(seen.size).toBe(kept.length);
  expect(systemRandom.bytes(5_000)).toHaveLength(5_000);
  expect(systemRandom.bytes(4_096).some((byte) => byte !== 0)).toBe(true);
});
