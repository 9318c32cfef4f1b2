import { BarcodeDetector, prepareZXingModule, purgeZXingModule } from "barcode-detector/ponyfill";
import type { DetectedBarcode } from "barcode-detector/ponyfill";
import wasmUrl from "zxing-wasm/reader/zxing_reader.wasm?url";

/** Reads the codes of one picture. */
export interface CodeReader {
  /** What the codes say, nearest to the middle of the picture first; none where there is no picture yet. */
  read(video: HTMLVideoElement): Promise<readonly string[]>;
}

/** What stands on bibs, chips, confirmations and club cards; each more makes every picture slower and misreadings likelier. */
const formats = ["code_128", "code_39", "code_93", "ean_13", "qr_code", "data_matrix"] as const;

/** The longer side of what is read; a larger picture is made smaller first. */
const longestSide = 1280;

// One object for all calls: a new one would load the reader again. The file is this program's own.
const overrides = { locateFile: () => wasmUrl };

/**
 * Loads the reader, once per page. The same everywhere: what one desk's browser reads, every other reads as well.
 *
 * @throws where its file cannot be had; the next call tries again.
 */
export async function openCodeReader(): Promise<CodeReader> {
  try {
    await prepareZXingModule({ overrides, fireImmediately: true });
  } catch (thrown) {
    purgeZXingModule();
    throw thrown;
  }
  const detector = new BarcodeDetector({ formats: [...formats] });
  const canvas = document.createElement("canvas");
  const drawing = canvas.getContext("2d", { willReadFrequently: true });
  return {
    async read(video) {
      const { videoWidth, videoHeight } = video;
      if (drawing === null || videoWidth === 0 || videoHeight === 0) return [];
      const scale = Math.min(1, longestSide / Math.max(videoWidth, videoHeight));
      const width = Math.round(videoWidth * scale);
      const height = Math.round(videoHeight * scale);
      // To set a size empties the canvas and makes a new one.
      if (canvas.width !== width) canvas.width = width;
      if (canvas.height !== height) canvas.height = height;
      drawing.drawImage(video, 0, 0, width, height);
      const found = await detector.detect(drawing.getImageData(0, 0, width, height));
      return found
        .filter(({ rawValue }) => rawValue !== "")
        .toSorted((one, other) => offset(one, width, height) - offset(other, width, height))
        .map(({ rawValue }) => rawValue);
    },
  };
}

function offset({ boundingBox }: DetectedBarcode, width: number, height: number): number {
  const { x, y } = boundingBox;
  return Math.hypot(x + boundingBox.width / 2 - width / 2, y + boundingBox.height / 2 - height / 2);
}
