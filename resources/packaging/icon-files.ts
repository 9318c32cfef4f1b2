/** A square PNG. */
export interface Picture {
  /** Pixels wide and high. */
  readonly size: number;
  readonly png: Uint8Array;
}

/** Windows: a directory of pictures, each a whole PNG (as Windows reads them since Vista). */
export function packIco(pictures: readonly Picture[]): Buffer {
  const headerBytes = 6 + 16 * pictures.length;
  const header = Buffer.alloc(headerBytes);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(pictures.length, 4);
  let offset = headerBytes;
  for (const [index, { size, png }] of pictures.entries()) {
    const at = 6 + 16 * index;
    // 256 is written as 0: there is one byte for it.
    header.writeUInt8(size % 256, at);
    header.writeUInt8(size % 256, at + 1);
    header.writeUInt16LE(1, at + 4);
    header.writeUInt16LE(32, at + 6);
    header.writeUInt32LE(png.length, at + 8);
    header.writeUInt32LE(offset, at + 12);
    offset += png.length;
  }
  return Buffer.concat([header, ...pictures.map(({ png }) => png)]);
}

/** Apple's names for a PNG by its pixels; the doubled ones are the same pictures for dense screens. */
const icnsTypes: Readonly<Record<number, readonly string[]>> = {
  16: ["icp4"],
  32: ["icp5", "ic11"],
  64: ["ic12"],
  128: ["ic07"],
  256: ["ic08", "ic13"],
  512: ["ic09", "ic14"],
  1024: ["ic10"],
};

/** macOS: a list of named chunks, each a whole PNG. */
export function packIcns(pictures: readonly Picture[]): Buffer {
  const chunks = pictures.flatMap(({ size, png }) =>
    (icnsTypes[size] ?? []).map((type) => Buffer.concat([chunkHead(type, png.length), png])),
  );
  const bytes = chunks.reduce((sum, { length }) => sum + length, 0);
  return Buffer.concat([chunkHead("icns", bytes), ...chunks]);
}

/** A chunk's length counts its own head of eight bytes. */
function chunkHead(type: string, bytes: number): Buffer {
  const head = Buffer.alloc(8);
  head.write(type, "ascii");
  head.writeUInt32BE(bytes + 8, 4);
  return head;
}
