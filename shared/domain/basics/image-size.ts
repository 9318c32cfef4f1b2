/** The maximum size of a picture for a page, in pixels: a decoded pixel takes four bytes of memory (S12). */
export const mostPixels = 16_000_000;

/**
 * The number of pixels of a picture according to its header, without decoding it; null if the header does not contain
 * the size. The formats are those of `electron/core/partner/image-type.ts`.
 */
export function pixelsOf(bytes: Uint8Array, mime: string): number | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const pixels = readers[mime]?.(view) ?? null;
    return pixels === null || pixels < 1 ? null : pixels;
  } catch (error) {
    // The file was cut off before the size.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Each reader throws a RangeError when the bytes end early. */
const readers: Readonly<Record<string, (view: DataView) => number | null>> = {
  "image/png": readPng,
  "image/jpeg": readJpeg,
  "image/gif": readGif,
  "image/webp": readWebp,
  "image/avif": readAvif,
};

const textAt = (view: DataView, at: number, length: number): string =>
  String.fromCharCode(...Array.from({ length }, (_, index) => view.getUint8(at + index)));

/** The first chunk is IHDR (PNG, 11.2.1). */
function readPng(view: DataView): number | null {
  return textAt(view, 12, 4) === "IHDR" ? view.getUint32(16) * view.getUint32(20) : null;
}

/** Markers without a length: fill bytes, TEM and restarts (ITU T.81, B.1.1.3). */
const isBareMarker = (marker: number): boolean =>
  marker === 0xff || marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);
/** SOF0 to SOF15 contain the size; DHT, JPG and DAC have numbers in the same range. */
const isFrameMarker = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

function readJpeg(view: DataView): number | null {
  for (let at = 2; ;) {
    if (view.getUint8(at) !== 0xff) return null;
    const marker = view.getUint8(at + 1);
    if (isBareMarker(marker)) {
      at += marker === 0xff ? 1 : 2;
      continue;
    }
    if (isFrameMarker(marker)) return view.getUint16(at + 5) * view.getUint16(at + 7);
    // Entropy-coded data begins before a frame with a size.
    if (marker === 0xda || marker === 0xd9) return null;
    at += 2 + view.getUint16(at + 2);
  }
}

/**
 * The size of the logical screen, or of a larger frame, because browsers allocate memory for the larger one (GIF89a, 18
 * and 20).
 */
function readGif(view: DataView): number | null {
  let width = view.getUint16(6, true);
  let height = view.getUint16(8, true);
  let at = 13 + tableBytes(view.getUint8(10));
  while (at < view.byteLength) {
    const kind = view.getUint8(at);
    if (kind === 0x2c) {
      width = Math.max(width, view.getUint16(at + 1, true) + view.getUint16(at + 5, true));
      height = Math.max(height, view.getUint16(at + 3, true) + view.getUint16(at + 7, true));
      at = afterBlocks(view, at + 11 + tableBytes(view.getUint8(at + 9)));
    } else if (kind === 0x21) at = afterBlocks(view, at + 2);
    else break;
  }
  return width * height;
}

const tableBytes = (flags: number): number =>
  (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1);

/** The position after a sequence of sub-blocks; at most the end of a file that was cut off. */
function afterBlocks(view: DataView, from: number): number {
  let at = from;
  while (at < view.byteLength && view.getUint8(at) > 0) at += 1 + view.getUint8(at);
  return at + 1;
}

/** WebP container: a lossy, a lossless or an extended first chunk. */
function readWebp(view: DataView): number | null {
  const threeBytes = (at: number): number =>
    view.getUint16(at, true) + view.getUint8(at + 2) * 0x1_00_00;
  switch (textAt(view, 12, 4)) {
    case "VP8 ":
      return (view.getUint16(26, true) & 0x3fff) * (view.getUint16(28, true) & 0x3fff);
    case "VP8L": {
      const sizes = view.getUint32(21, true);
      return ((sizes & 0x3fff) + 1) * (((sizes >>> 14) & 0x3fff) + 1);
    }
    case "VP8X":
      return (threeBytes(24) + 1) * (threeBytes(27) + 1);
    default:
      return null;
  }
}

const ispe = [0x69, 0x73, 0x70, 0x65] as const;

/** The largest `ispe` property of the file's items (ISO/IEC 23008-12, 6.5.3). */
function readAvif(view: DataView): number | null {
  let most: number | null = null;
  for (let at = 0; at + ispe.length <= view.byteLength; at += 1) {
    const isFound = ispe.every((byte, index) => view.getUint8(at + index) === byte);
    if (isFound) most = Math.max(most ?? 0, view.getUint32(at + 8) * view.getUint32(at + 12));
  }
  return most;
}
