import type { ReactNode } from "react";
import { isBibCut } from "./bib-scale.ts";
import styles from "./bib-text.module.css";

export interface BibTextProps {
  readonly bib: string;
}

/**
 * A bib as text with slashed zeros, which nobody confuses with an O. The bundled font has no slashed zero, and system fonts
 * differ between desks, so CSS draws the slash; the text stays unchanged for copying and for screen readers.
 */
export function BibText({ bib }: BibTextProps) {
  // In a cut bib the slashes would be drawn over the ellipsis.
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
