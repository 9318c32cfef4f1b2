import { words } from "#renderer/i18n/words.ts";
import { BibPlate } from "#renderer/ui/bib-plate.tsx";
import { PersonName } from "#renderer/ui/person-name.tsx";
import type { Placed } from "#shared/contract/results.ts";
import { showRaceTime } from "#shared/domain/race-time.ts";
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

/** To the hundredth: two times that print alike may still place two people. */
export function PlacedTime({ hundredths }: { readonly hundredths: number | null }) {
  return (
    <span className={styles["time"]}>
      {hundredths === null ? words.official.noTime : showRaceTime(hundredths)}
    </span>
  );
}
