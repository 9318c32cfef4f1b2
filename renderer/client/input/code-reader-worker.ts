import { BarcodeDetector, prepareZXingModule } from "barcode-detector/ponyfill";
import type { DetectedBarcode } from "barcode-detector/ponyfill";
import wasmUrl from "zxing-wasm/reader/zxing_reader.wasm?url";

/** A picture to read; null asks only whether the reader is loaded. */
export interface ReaderQuestion {
  readonly id: number;
  readonly picture: ImageData | null;
}

/** The codes in the picture, nearest to the middle first; null if the reader did not load. */
export interface ReaderAnswer {
  readonly id: number;
  readonly codes: readonly string[] | null;
}

/** The formats on bibs, chips, confirmations and club cards. Each further format costs time and causes misreadings. */
const formats = ["code_128", "code_39", "code_93", "ean_13", "qr_code", "data_matrix"] as const;

const loading = load();

self.addEventListener("message", ({ data }: MessageEvent<ReaderQuestion>) => void answer(data));

async function load(): Promise<BarcodeDetector | null> {
  try {
    // Without `locateFile` the library would fetch its wasm file from the internet.
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
  self.postMessage({ id, codes } satisfies ReaderAnswer, { transfer: [] });
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
