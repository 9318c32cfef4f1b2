import type { ReactNode } from "react";
import { Card } from "#renderer/ui/controls/page/card.tsx";
import { words } from "#renderer/i18n/words.ts";
import { BibPlate } from "#renderer/ui/race/bibs/bib-plate.tsx";
import { PersonName } from "#renderer/ui/race/people/person-name.tsx";
import type { PlacedPerson } from "#shared/domain/results/publication.ts";
import type { TimePrecision } from "#shared/domain/podium/race-time.ts";
import { showTimeIn } from "#shared/domain/podium/race-time.ts";
import styles from "./official.module.css";

/** The bib and the name of a runner. */
export function Runner({ placed }: { readonly placed: PlacedPerson | null }) {
  if (placed === null) return null;
  return (
    <span className={styles["runner"]}>
      {placed.bib === null ? null : <BibPlate bib={placed.bib} />}
      <PersonName className={styles["name"]}>{placed.name ?? words.ui.noName}</PersonName>
    </span>
  );
}

export interface PlacedTimeProps {
  readonly hundredths: number | null;
  /** One precision for all times of the list. */
  readonly precision: TimePrecision;
}

/** The time, with hundredths if the list has them, because they can decide a place. */
export function PlacedTime({ hundredths, precision }: PlacedTimeProps) {
  return (
    <span className={styles["time"]}>
      {hundredths === null ? words.official.noTime : showTimeIn(hundredths, precision)}
    </span>
  );
}

export interface SegmentSectionProps {
  readonly label: string;
  readonly note?: string;
  readonly children: ReactNode;
}

/** A segment of the official results. */
export function SegmentSection({ label, note, children }: SegmentSectionProps) {
  return (
    <Card isBare kind="quiet" label={label} className={styles["segment"]}>
      <header>
        <h3>
          <bdi dir="auto">{label}</bdi>
        </h3>
        {note === undefined ? null : <p>{note}</p>}
      </header>
      {children}
    </Card>
  );
}
