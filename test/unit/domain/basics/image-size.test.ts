import { describe, expect, test } from "vitest";
import { mostPixels, pixelsOf } from "#shared/domain/basics/image-size.ts";
import { imageTypeOf } from "#core/partner/image-type.ts";

const u16 = (value: number): number[] => [value >> 8, value & 0xff];
const u16le = (value: number): number[] => [value & 0xff, value >> 8];
const u24le = (value: number): number[] => [value & 0xff, (value >> 8) & 0xff, value >> 16];
const u32 = (value: number): number[] => [...u16(value >>> 16), ...u16(value & 0xffff)];
const u32le = (value: number): number[] => u32(value).toReversed();
const latin = (text: string): number[] => [...Buffer.from(text, "latin1")];

/** Picture headers of this size, as encoders write them. */
const headers: Readonly<Record<string, (width: number, height: number) => number[]>> = {
  png: (width, height) => [
    ...latin("\u0089PNG\r\n\u001a\n\0\0\0\rIHDR"),
    ...u32(width),
    ...u32(height),
  ],
  jpeg: (width, height) => [
    ...latin("\u00ff\u00d8\u00ff\u00e0\0\u0010JFIF\0\u0001\u0001\0\0\u0001\0\u0001\0\0"),
    // A table before the frame, whose marker is in the range of frame markers, and a fill byte.
    0xff,
    0xc4,
    0,
    4,
    1,
    2,
    0xff,
    0xff,
    0xdb,
    0,
    3,
    9,
    0xff,
    0xc2,
    0,
    17,
    8,
    ...u16(height),
    ...u16(width),
    3,
  ],
  gif: (width, height) => [...latin("GIF89a"), ...u16le(width), ...u16le(height), 0, 0, 0, 0x3b],
  "gif of a larger frame": (width, height) => [
    ...latin("GIF89a"),
    ...u16le(1),
    ...u16le(1),
    0x80,
    0,
    0,
    1,
    2,
    3,
    4,
    5,
    6,
    0x21,
    0xf9,
    4,
    0,
    0,
    0,
    0,
    0,
    0x2c,
    ...u16le(0),
    ...u16le(0),
    ...u16le(width),
    ...u16le(height),
    0,
    2,
    1,
    0,
    0,
    0x3b,
  ],
  "lossy webp": (width, height) => [
    ...latin("RIFF\0\0\0\0WEBPVP8 \0\0\0\0"),
    1,
    2,
    3,
    0x9d,
    0x01,
    0x2a,
    ...u16le(width),
    ...u16le(height),
  ],
  "lossless webp": (width, height) => [
    ...latin("RIFF\0\0\0\0WEBPVP8L\0\0\0\0\u002f"),
    ...u32le(((height - 1) * 2 ** 14 + (width - 1)) >>> 0),
  ],
  "extended webp": (width, height) => [
    ...latin("RIFF\0\0\0\0WEBPVP8X\0\0\0\0\0\0\0\0"),
    ...u24le(width - 1),
    ...u24le(height - 1),
  ],
  avif: (width, height) => [
    ...latin("\0\0\0\u001cftypavif\0\0\0\0avifmif1miaf"),
    // The size of the thumbnail is first.
    ...latin("\0\0\0\u0014ispe\0\0\0\0"),
    ...u32(16),
    ...u32(9),
    ...latin("\0\0\0\u0014ispe\0\0\0\0"),
    ...u32(width),
    ...u32(height),
  ],
};

const read = (bytes: readonly number[]): number | null => {
  const picture = Uint8Array.from(bytes);
  return pixelsOf(picture, imageTypeOf(picture) ?? "");
};

describe("S12 how many pixels a picture has, by its header", () => {
  test.each(Object.keys(headers))("S12 %s", (kind) => {
    const header = headers[kind] ?? (() => []);
    expect(read(header(640, 480))).toBe(640 * 480);
    expect(read(header(8_000, 8_000))).toBe(64_000_000);
    expect(read(header(8_000, 8_000)) ?? 0).toBeGreaterThan(mostPixels);
    expect(read(header(4_000, 4_000))).toBe(mostPixels);
  });

  test.each(Object.keys(headers))("S12 %s that ends before its size", (kind) => {
    expect(read((headers[kind]?.(640, 480) ?? []).slice(0, 9))).toBeNull();
  });

  test("S12 an extended webp has sizes of three bytes", () => {
    expect(read(headers["extended webp"]?.(70_000, 300) ?? [])).toBe(70_000 * 300);
  });

  test("S12 bytes that say no size have none", () => {
    expect(read(latin("\u00ff\u00d8\u00ff\u00da\0\u0003\0"))).toBeNull();
    expect(read(latin("\u0089PNG\r\n\u001a\n\0\0\0\rIDAT\0\0\0\u0001\0\0\0\u0001"))).toBeNull();
    expect(read(headers["png"]?.(0, 5) ?? [])).toBeNull();
    expect(pixelsOf(Uint8Array.from(latin("<svg/>")), "image/svg+xml")).toBeNull();
  });
});

describe("S12 a jpeg", () => {
  const start = latin("\u00ff\u00d8");
  const frame = (marker: number): number[] => [0xff, marker, 0, 17, 8, ...u16(480), ...u16(640), 3];
  const scan = [0xff, 0xda, 0, 3, 0];

  test("S12 says its size in a frame of any kind, and in nothing else of the same range", () => {
    for (const marker of Array.from({ length: 16 }, (_, at) => 0xc0 + at)) {
      const isTable = [0xc4, 0xc8, 0xcc].includes(marker);
      expect(read([...start, ...frame(marker)]), String(marker)).toBe(isTable ? null : 640 * 480);
    }
    for (const marker of [0xbf, 0xe0]) expect(read([...start, ...frame(marker)])).toBeNull();
  });

  test("S12 may have markers without a length before its frame", () => {
    for (const marker of [0xff, 0x01, 0xd0, 0xd4, 0xd7, 0xd8]) {
      const bare = marker === 0xff ? [0xff] : [0xff, marker];
      expect(read([...start, ...bare, ...frame(0xc0)]), String(marker)).toBe(640 * 480);
    }
  });

  test("S12 says no size after its first scan, after its end, or between two markers", () => {
    for (const before of [scan, [0xff, 0xd9, 0, 2], [0xff, 0xe0, 0, 2, 0, 0xc0]]) {
      expect(read([...start, ...before, ...frame(0xc0)])).toBeNull();
    }
  });
});

describe("S12 a gif", () => {
  /** The bytes of a colour table of `2 ** bits` colours, which look like a huge frame. */
  const table = (bits: number): number[] =>
    Array.from({ length: 3 * 2 ** bits }, (_, at) => (at % 10 === 0 ? 0x2c : 0xff));
  const screen = (flags: number): number[] => [
    ...latin("GIF89a"),
    ...u16le(10),
    ...u16le(10),
    flags,
    0,
    0,
  ];
  /** Two blocks of data, and the empty block that ends them. */
  const blocks = [2, 0x2c, 0x2c, 1, 0x21, 0];
  const image = (left: number, top: number, width: number, height: number, flags = 0): number[] => [
    0x2c,
    ...[left, top, width, height].flatMap(u16le),
    flags,
    ...((flags & 0x80) === 0 ? [] : table((flags & 7) + 1)),
    2,
    ...blocks,
  ];

  test("S12 is as large as its frames reach, wherever they are", () => {
    expect(read([...screen(0), ...image(300, 0, 5, 5), 0x3b])).toBe(305 * 10);
    expect(read([...screen(0), ...image(0, 700, 5, 5), 0x3b])).toBe(10 * 705);
    expect(read([...screen(0), ...image(0, 0, 5, 5), ...image(0, 0, 900, 20), 0x3b])).toBe(18_000);
  });

  test("S12 has colour tables of the sizes that it says, before its frames and in them", () => {
    for (const flags of [0x00, 0x07, 0x80, 0x83, 0x87]) {
      const colours = (flags & 0x80) === 0 ? [] : table((flags & 7) + 1);
      const frames = [...image(0, 0, 5, 5, flags), ...image(0, 0, 900, 20), 0x3b];
      expect(read([...screen(flags), ...colours, ...frames]), String(flags)).toBe(18_000);
    }
  });

  test("S12 is read up to its end, also where it was cut off", () => {
    const whole = [...screen(0), ...image(0, 0, 900, 20)];
    expect(read([...whole, 0x3b, 0, 0, ...image(0, 0, 9_000, 9_000)])).toBe(18_000);
    expect(read(whole)).toBe(18_000);
    expect(read(whole.slice(0, -1))).toBe(18_000);
    expect(read(whole.slice(0, -2))).toBe(18_000);
  });
});
