import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { prepareZXingModule, writeBarcode } from "zxing-wasm/writer";

/** What the camera sees for a while; null means an empty table. */
export interface Scene {
  readonly code: { readonly text: string; readonly format: "Code128" | "QRCode" } | null;
  readonly seconds: number;
}

const width = 640;
const height = 480;
const framesPerSecond = 5;
const table = 0x90;
const noColour = 0x80;

/**
 * Writes a film of the scenes for a browser that plays a file in place of its camera and repeats it at the end. The
 * format is uncompressed YUV4MPEG2, which needs no encoder.
 */
export async function filmScenes(path: string, scenes: readonly Scene[]): Promise<void> {
  const parts: Uint8Array[] = [
    Buffer.from(`YUV4MPEG2 W${width} H${height} F${framesPerSecond}:1 Ip A1:1 C420jpeg\n`),
  ];
  for (const { code, seconds } of scenes) {
    const luma = new Uint8Array(width * height).fill(table);
    if (code !== null) await draw(luma, code);
    const chroma = new Uint8Array((width * height) / 2).fill(noColour);
    for (let frame = 0; frame < seconds * framesPerSecond; frame += 1) {
      parts.push(Buffer.from("FRAME\n"), luma, chroma);
    }
  }
  writeFileSync(path, Buffer.concat(parts));
}

/** Draws a white label with the code in the middle of the picture. */
async function draw(luma: Uint8Array, code: NonNullable<Scene["code"]>): Promise<void> {
  const { data, ...symbol } = await drawSymbol(code);
  const isWide = symbol.width > symbol.height * 2 || code.format === "Code128";
  const scale = Math.floor((isWide ? width * 0.7 : height * 0.6) / symbol.width);
  const tall = isWide ? 150 : symbol.height * scale;
  const wide = symbol.width * scale;
  const left = Math.floor((width - wide) / 2);
  const top = Math.floor((height - tall) / 2);
  const quiet = 12 * scale;
  for (let y = -quiet; y < tall + quiet; y += 1) {
    for (let x = -quiet; x < wide + quiet; x += 1) {
      if (left + x < 0 || left + x >= width || top + y < 0 || top + y >= height) continue;
      const isInside = x >= 0 && x < wide && y >= 0 && y < tall;
      const row = isWide ? 0 : Math.floor(y / scale);
      const module = isInside ? data[row * symbol.width + Math.floor(x / scale)] : 255;
      luma[(top + y) * width + left + x] = module === 0 ? 0x18 : 0xf0;
    }
  }
}

/** One point for each module of the symbol. */
async function drawSymbol({ text, format }: NonNullable<Scene["code"]>) {
  const wasm = readFileSync(
    createRequire(import.meta.url).resolve("zxing-wasm/writer/zxing_writer.wasm"),
  );
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer } });
  const { symbol, error } = await writeBarcode(text, { format, addQuietZones: false });
  if (error !== "") throw new Error(`“${text}” cannot be drawn: ${error}`);
  return symbol;
}
