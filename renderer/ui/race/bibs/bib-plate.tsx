import { BibText } from "./bib-text.tsx";
import { bibWidth } from "./bib-scale.ts";
import styles from "./bib-plate.module.css";

/** Width of the plate in digits. A wider bib is cut, and its title contains the full bib. */
const plateWidth = 7;

export interface BibPlateProps {
  readonly bib: string;
}

/** A bib in a line of text: only its number, on white. */
export function BibPlate({ bib }: BibPlateProps) {
  const isWhole = bibWidth(bib) <= plateWidth;
  return (
    <span className={styles["plate"]} title={isWhole ? undefined : bib}>
      {isWhole ? <BibText bib={bib} /> : <bdi>{bib}</bdi>}
    </span>
  );
}
