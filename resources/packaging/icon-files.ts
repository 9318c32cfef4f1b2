/** A square PNG. */
export interface Picture {
  /** Width and height in pixels. */
  readonly size: number;
  readonly png: Uint8Array;
}

/** An .ico file for Windows: a directory of PNG files, which Windows supports since Vista. */
export function packIco(pictures: readonly Picture[]): Buffer {
  const headerBytes = 6 + 16 * pictures.length;
  const header = Buffer.alloc(headerBytes);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(pictures.length, 4);
  let offset = headerBytes;
  for (const [index, { size, png }] of pictures.entries()) {
    const at = 6 + 16 * index;
    // The size has one byte; 0 means 256.
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

/** Apple's chunk names by PNG size in pixels; the second name is for high-resolution screens. */
const icnsTypes: Readonly<Record<number, readonly string[]>> = {
  16: ["icp4"],
  32: ["icp5", "ic11"],
  64: ["ic12"],
  128: ["ic07"],
  256: ["ic08", "ic13"],
  512: ["ic09", "ic14"],
  1024: ["ic10"],
};

/** An .icns file for macOS: a list of named chunks, each one PNG file. */
export function packIcns(pictures: readonly Picture[]): Buffer {
  const chunks = pictures.flatMap(({ size, png }) =>
    (icnsTypes[size] ?? []).map((type) => Buffer.concat([chunkHead(type, png.length), png])),
  );
  const bytes = chunks.reduce((sum, { length }) => sum + length, 0);
  return Buffer.concat([chunkHead("icns", bytes), ...chunks]);
}

/** The length of a chunk includes its header of eight bytes. */
function chunkHead(type: string, bytes: number): Buffer {
  const head = Buffer.alloc(8);
  head.write(type, "ascii");
  head.writeUInt32BE(bytes + 8, 4);
  return head;
}
