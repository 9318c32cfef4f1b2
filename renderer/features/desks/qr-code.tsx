import { encodeQR } from "qr";
import styles from "./pairing-card.module.css";

export interface QrCodeProps {
  readonly text: string;
  /** The accessible name. */
  readonly label: string;
}

/** Modules around the code that stay white (ISO/IEC 18004: four). */
const quiet = 4;

/** A QR code, dark on white in both themes, because many cameras do not read an inverted one. */
export function QrCode({ text, label }: QrCodeProps) {
  const modules = encodeQR(text, "raw", { ecc: "low", border: quiet });
  const size = modules.length;
  const dark = modules.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return (
    <svg
      className={styles["qr"]}
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <path d={dark.join("")} />
    </svg>
  );
}
