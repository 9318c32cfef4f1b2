export interface MarkProps {
  /** Width in design pixels; the proportions are 46 × 42. */
  readonly width?: number;
}

/** The logo of Chute: a runner who crosses the line. */
export function Mark({ width = 46 }: MarkProps) {
  return (
    <svg
      viewBox="0 0 46 42"
      aria-hidden="true"
      focusable="false"
      style={{
        width: `calc(${width} * var(--u))`,
        height: `calc(${(width * 42) / 46} * var(--u))`,
      }}
    >
      <g
        fill="none"
        stroke="var(--ink)"
        strokeWidth="6"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        <path d="M3 7 18.2 19.6V39" />
        <path d="M43 7 27.8 19.6V39" />
      </g>
      <circle cx="23" cy="7.9" r="6.4" fill="var(--enter)" stroke="var(--ink)" strokeWidth="2.6" />
    </svg>
  );
}
