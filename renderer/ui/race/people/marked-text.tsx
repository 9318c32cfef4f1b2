import type { ReactNode } from "react";
import styles from "./marked-text.module.css";

/** A half-open range of UTF-16 positions. Ranges of a text are ordered and do not overlap. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

export interface MarkedTextProps {
  readonly text: string;
  readonly ranges: readonly TextRange[] | undefined;
}

/** A text with underlined matches. */
export function MarkedText({ text, ranges = [] }: MarkedTextProps) {
  const parts: ReactNode[] = [];
  let from = 0;
  for (const range of ranges) {
    const start = Math.max(from, Math.min(range.start, text.length));
    const end = Math.max(start, Math.min(range.end, text.length));
    if (end === start) continue;
    if (start > from) parts.push(text.slice(from, start));
    parts.push(
      <mark key={start} className={styles["mark"]}>
        {text.slice(start, end)}
      </mark>,
    );
    from = end;
  }
  if (from < text.length) parts.push(text.slice(from));
  return <>{parts}</>;
}
