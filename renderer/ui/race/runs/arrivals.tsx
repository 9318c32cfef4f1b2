import styles from "./arrivals.module.css";

export interface ArrivalsProps {
  /** "Arrivals, last hour". */
  readonly label: string;
  /** "31 last minute". */
  readonly rate: string;
  /** Arrivals per equal span of time, oldest first. */
  readonly counts: readonly number[];
}

const width = 292;
const height = 40;

/** The arrivals as a line without axes, and their rate as a text. */
export function Arrivals({ label, rate, counts }: ArrivalsProps) {
  return (
    <figure className="stack">
      <figcaption className={styles["head"]}>
        <span className={styles["label"]}>{label}</span>
        <span className={styles["rate"]}>{rate}</span>
      </figcaption>
      <svg
        className={styles["line"]}
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <polyline
          points={linePoints(counts)}
          fill="none"
          stroke="currentColor"
          strokeWidth="2.25"
          strokeLinejoin="round"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
    </figure>
  );
}

function linePoints(counts: readonly number[]): string {
  const top = Math.max(1, ...counts);
  const step = width / Math.max(1, counts.length - 1);
  return counts
    .map((count, index) => `${(index * step).toFixed(1)},${(39 - (count / top) * 36).toFixed(1)}`)
    .join(" ");
}
