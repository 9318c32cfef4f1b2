import { words } from "#renderer/i18n/words.ts";
import { BibText } from "#renderer/ui/bib-text.tsx";
import { Icon } from "#renderer/ui/icon.tsx";
import type { SlotWarning } from "#shared/contract/podium.ts";
import { showRoadTime } from "#shared/domain/race-time.ts";
import styles from "./slot.module.css";

export interface PlaceProps {
  readonly place: number;
  readonly isTied: boolean;
  readonly bracket: "first" | "middle" | "last" | undefined;
  readonly isEmpty?: boolean;
  readonly isBeyond?: boolean;
}

/** The place, and the bracket that holds ties together. */
export function Place({ place, isTied, bracket, isEmpty = false, isBeyond = false }: PlaceProps) {
  return (
    <span
      className={styles["place"]}
      data-bracket={bracket}
      data-long={place > 99 ? "" : undefined}
      data-faint={isEmpty || isBeyond ? "" : undefined}
    >
      {place}
      {isTied ? <small>{words.podium.tie}</small> : null}
    </span>
  );
}

/** A bib as it is read on the finish sheet. */
export function BibPlate({ bib }: { readonly bib: string }) {
  return (
    <span className={styles["plate"]} title={bib.length > 8 ? bib : undefined}>
      <BibText bib={bib} />
    </span>
  );
}

/** A time as road races print it; as it was typed where it is none. */
export function SlotTime({
  time,
  hundredths,
}: {
  readonly time: string | null;
  readonly hundredths: number | null;
}) {
  if (time === null) return null;
  return (
    <span className={styles["time"]} title={time}>
      {hundredths === null ? time : showRoadTime(hundredths)}
    </span>
  );
}

/** The orange strips within a line. */
export function WarningStrips({ warnings }: { readonly warnings: readonly SlotWarning[] }) {
  if (warnings.length === 0) return null;
  return (
    <span className={styles["strips"]}>
      {warnings.map((warning, index) => (
        <span key={index} className={styles["strip"]}>
          <Icon name="look" size={19} />
          <span>{words.podium.warning(warning)}</span>
        </span>
      ))}
    </span>
  );
}
