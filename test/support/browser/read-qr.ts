import type { Page } from "playwright";
import { decodeQR } from "qr/decode.js";

/** Pixels of one module in the decoded image. */
const scale = 4;

/**
 * The text that a camera reads from the QR code with this name on the page; its modules are drawn as an image and
 * decoded.
 */
export async function readQr(page: Page, name: RegExp): Promise<string> {
  const drawing = page.getByRole("img", { name });
  const size = Number((await drawing.getAttribute("viewBox"))?.split(" ")[2]);
  const path = (await drawing.locator("path").getAttribute("d")) ?? "";
  const width = size * scale;
  const data = new Uint8ClampedArray(width * width * 4).fill(255);
  for (const [, x, y] of path.matchAll(/M(\d+) (\d+)h1/g)) {
    for (let row = 0; row < scale; row += 1) {
      const start = ((Number(y) * scale + row) * width + Number(x) * scale) * 4;
      for (let at = 0; at < scale; at += 1) data.fill(0, start + at * 4, start + at * 4 + 3);
    }
  }
  return decodeQR({ width, height: width, data });
}
