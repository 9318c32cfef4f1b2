import type { ReactNode } from "react";
import { isBibCut } from "./bib-scale.ts";
import styles from "./bib-text.module.css";

export interface BibTextProps {
  readonly bib: string;
}

/**
 * A bib as text, its zeros slashed so that no one reads an O. The bundled font has no slashed zero
 * of its own, and a system font would differ from desk to desk, so the stroke is drawn here; the
 * text itself stays as it is for copying and for reading aloud.
 */
export function BibText({ bib }: BibTextProps) {
  // The strokes would still be drawn over the ellipsis of a bib that is cut.
  if (isBibCut(bib)) return <bdi>{bib}</bdi>;
  const parts: ReactNode[] = [];
  let at = 0;
  for (const part of bib.split(/(0)/u)) {
    parts.push(
      part === "0" ? (
        <span key={at} className={styles["zero"]}>
          0
        </span>
      ) : (
        part
      ),
    );
    at += part.length;
  }
  return <bdi>{parts}</bdi>;
}
