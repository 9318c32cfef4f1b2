import { words } from "#renderer/i18n/words.ts";
import { BibPlate } from "#renderer/ui/race/bibs/bib-plate.tsx";
import { PersonName } from "#renderer/ui/race/people/person-name.tsx";
import type { Placed } from "#shared/contract/results.ts";
import type { TimePrecision } from "#shared/domain/podium/race-time.ts";
import { showTimeIn } from "#shared/domain/podium/race-time.ts";
import styles from "./official.module.css";

/** Who it is: the bib on its plate, and the name. */
export function Runner({ placed }: { readonly placed: Placed | null }) {
  if (placed === null) return null;
  return (
    <span className={styles["runner"]}>
      {placed.bib === null ? null : <BibPlate bib={placed.bib} />}
      <PersonName className={styles["name"]}>{placed.name ?? words.official.noName}</PersonName>
    </span>
  );
}

export interface PlacedTimeProps {
  readonly hundredths: number | null;
  /** That of the whole list. */
  readonly precision: TimePrecision;
}

/** To the hundredth where the list has hundredths: two times that print alike may still place two people. */
export function PlacedTime({ hundredths, precision }: PlacedTimeProps) {
  return (
    <span className={styles["time"]}>
      {hundredths === null ? words.official.noTime : showTimeIn(hundredths, precision)}
    </span>
  );
}
