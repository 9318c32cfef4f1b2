import { expect, test } from "vitest";
import { judgeDiskSpace } from "#shared/domain/basics/disk-space.ts";

test.each([
  [null, "unknown"],
  [0, "none"],
  [199_999_999, "none"],
  [200_000_000, "little"],
  [999_999_999, "little"],
  [1_000_000_000, "enough"],
])("J1 a disk with %s bytes free has %s space", (bytes, room) => {
  expect(judgeDiskSpace(bytes)).toBe(room);
});
