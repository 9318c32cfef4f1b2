import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { packIcns, packIco } from "#packaging/icon-files.ts";
import { projectRoot } from "#test/support/processes/programs.ts";

const icons = join(projectRoot, "resources/icons");
const pngHead = Buffer.from([0x89, 0x50, 0x4e, 0x47]);

/** Width and height from the header of a PNG. */
function sizeOf(png: Buffer): string {
  expect(png.subarray(0, 4)).toEqual(pngHead);
  return `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`;
}

test("Linux: each picture has the size its name says, up to 512", () => {
  const names = readdirSync(join(icons, "linux"));
  expect(names).toContain("512x512.png");
  for (const name of names) {
    expect(sizeOf(readFileSync(join(icons, "linux", name)))).toBe(name.replace(".png", ""));
  }
});

/** The pictures of the ICO's directory, each read at its offset. */
function readIco(file: Buffer): string[] {
  return Array.from({ length: file.readUInt16LE(4) }, (_none, index) => {
    const at = 6 + 16 * index;
    const offset = file.readUInt32LE(at + 12);
    return sizeOf(file.subarray(offset, offset + file.readUInt32LE(at + 8)));
  });
}

/** The chunks of an ICNS file, by their names. */
function readIcns(file: Buffer): Record<string, string> {
  expect(file.toString("ascii", 0, 4)).toBe("icns");
  expect(file.readUInt32BE(4)).toBe(file.length);
  const found: Record<string, string> = {};
  for (let at = 8; at < file.length; at += file.readUInt32BE(at + 4)) {
    found[file.toString("ascii", at, at + 4)] = sizeOf(file.subarray(at + 8));
  }
  return found;
}

test("Windows: one file of pictures from 16 to 256", () => {
  const sizes = readIco(readFileSync(join(icons, "icon.ico")));
  expect(sizes).toEqual(["16x16", "24x24", "32x32", "48x48", "64x64", "128x128", "256x256"]);
});

test("macOS: one file of pictures from 16 to 1024, under Apple's names", () => {
  expect(readIcns(readFileSync(join(icons, "icon.icns")))).toEqual({
    icp4: "16x16",
    icp5: "32x32",
    ic11: "32x32",
    ic12: "64x64",
    ic07: "128x128",
    ic08: "256x256",
    ic13: "256x256",
    ic09: "512x512",
    ic14: "512x512",
    ic10: "1024x1024",
  });
});

test("what is packed is read again", () => {
  const png = readFileSync(join(icons, "linux/32x32.png"));
  expect(readIco(packIco([{ size: 32, png }]))).toEqual(["32x32"]);
  expect(readIcns(packIcns([{ size: 32, png }]))).toEqual({ icp5: "32x32", ic11: "32x32" });
});
