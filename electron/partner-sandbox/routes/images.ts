import { crc32, deflateSync } from "node:zlib";
import { mix } from "#sandbox/data/prng.ts";
import type { SandboxApp } from "#sandbox/env.ts";
import { respondError } from "#sandbox/http/answers.ts";

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Sizes in pixels of the hosted images. */
const imageSizes = {
  card: { width: 160, height: 90 },
  cover: { width: 320, height: 100 },
} as const;
type ImageKind = keyof typeof imageSizes;

/** GET /images/{id}-card.png and -cover.png: open to everyone, like hosted images (X12). */
export function routeImages(app: SandboxApp): void {
  app.get("/images/:name", (c) => {
    const name = /^([0-9a-f]{24})-(card|cover)\.png$/.exec(c.req.param("name"));
    if (name === null) return respondError("NOT_FOUND", "Image not found.");
    const [, id = "", kind = "card"] = name;
    return new Response(new Uint8Array(drawImage(kind as ImageKind, id)), {
      headers: { "Content-Type": "image/png", "Cache-Control": "public, max-age=3600" },
    });
  });
}

/** A small PNG: hills in two colours, which depend on the id. */
function drawImage(kind: ImageKind, id: string): Buffer {
  const { width, height } = imageSizes[kind];
  const hash = mix(Number.parseInt(id.slice(-8), 16) || id.length, 77);
  const sky = colourOf(hash, 150);
  const hill = colourOf(hash >>> 9, 20);
  const raw = Buffer.alloc((width * 3 + 1) * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const ridge = height * (0.6 + 0.2 * Math.sin((x / width) * 9 + (hash % 7)));
      raw.set(y < ridge ? sky : hill, y * (width * 3 + 1) + 1 + x * 3);
    }
  }
  return Buffer.concat([
    signature,
    chunk("IHDR", headerOf(width, height)),
    chunk("IDAT", deflateSync(raw)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

const colourOf = (hash: number, base: number): readonly [number, number, number] => [
  base + (hash & 63),
  base + ((hash >>> 6) & 63),
  base + ((hash >>> 12) & 63),
];

/** Eight bits per channel, true colour, no interlace. */
function headerOf(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return header;
}

function chunk(type: string, data: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(typed));
  return Buffer.concat([length, typed, check]);
}
