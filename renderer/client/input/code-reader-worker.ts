import { BarcodeDetector, prepareZXingModule } from "barcode-detector/ponyfill";
import type { DetectedBarcode } from "barcode-detector/ponyfill";
import wasmUrl from "zxing-wasm/reader/zxing_reader.wasm?url";

/** One picture to read; null only asks whether the reader is there. */
export interface ReaderQuestion {
  readonly id: number;
  readonly picture: ImageData | null;
}

/** What its codes say, nearest to the middle first; null: the reader cannot be had. */
export interface ReaderAnswer {
  readonly id: number;
  readonly codes: readonly string[] | null;
}

/** What stands on bibs, chips, confirmations and club cards; each more makes every picture slower and misreadings likelier. */
const formats = ["code_128", "code_39", "code_93", "ean_13", "qr_code", "data_matrix"] as const;

const loading = load();

self.addEventListener("message", ({ data }: MessageEvent<ReaderQuestion>) => void answer(data));

async function load(): Promise<BarcodeDetector | null> {
  try {
    // The file is this program's own; the library would fetch one from elsewhere.
    await prepareZXingModule({
      overrides: { locateFile: () => wasmUrl },
      fireImmediately: true,
    });
    return new BarcodeDetector({ formats: [...formats] });
  } catch {
    return null;
  }
}

async function answer({ id, picture }: ReaderQuestion): Promise<void> {
  const detector = await loading;
  const codes = detector === null ? null : await read(detector, picture);
  const told: ReaderAnswer = { id, codes };
  self.postMessage(told, { transfer: [] });
}

async function read(
  detector: BarcodeDetector,
  picture: ImageData | null,
): Promise<readonly string[] | null> {
  if (picture === null) return [];
  const offset = ({ boundingBox: box }: DetectedBarcode): number =>
    Math.hypot(
      box.x + box.width / 2 - picture.width / 2,
      box.y + box.height / 2 - picture.height / 2,
    );
  try {
    const found = await detector.detect(picture);
    return found
      .filter(({ rawValue }) => rawValue !== "")
      .toSorted((one, other) => offset(one) - offset(other))
      .map(({ rawValue }) => rawValue);
  } catch {
    return null;
  }
}
