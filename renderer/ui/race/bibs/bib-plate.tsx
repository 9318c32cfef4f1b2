import { BibText } from "./bib-text.tsx";
import { bibWidth } from "./bib-scale.ts";
import styles from "./bib-plate.module.css";

/** Digits' widths that the plate holds; beyond, the bib is cut and its title has it whole. */
const room = 7;

export interface BibPlateProps {
  readonly bib: string;
}

/** A bib in a line of text: its number alone on white paper, the run beside it. */
export function BibPlate({ bib }: BibPlateProps) {
  const isWhole = bibWidth(bib) <= room;
  return (
    <span className={styles["plate"]} title={isWhole ? undefined : bib}>
      {isWhole ? <BibText bib={bib} /> : <bdi>{bib}</bdi>}
    </span>
  );
}
