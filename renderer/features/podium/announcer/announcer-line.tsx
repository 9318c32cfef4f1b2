import { words } from "#renderer/i18n/words.ts";
import { Bib } from "#renderer/ui/bib.tsx";
import { PersonName } from "#renderer/ui/person-name.tsx";
import type { RunMark } from "#renderer/ui/run-mark.ts";
import type { Slot } from "#shared/contract/podium.ts";
import { SlotTime } from "../slot-parts.tsx";
import styles from "./announcer.module.css";

export interface AnnouncerLineProps {
  readonly slot: Slot;
  readonly run: RunMark;
  readonly bracket: "first" | "middle" | "last" | undefined;
  readonly isRevealed: boolean;
}

/** A place, and whoever has it once the name was revealed. */
export function AnnouncerLine({ slot, run, bracket, isRevealed }: AnnouncerLineProps) {
  const say = words.announcer;
  return (
    <li className={styles["line"]} data-revealed={isRevealed ? "" : undefined}>
      <span className={styles["place"]} data-bracket={isRevealed ? bracket : undefined}>
        {slot.place}
        {isRevealed && bracket !== undefined ? <small>{say.tie}</small> : null}
      </span>
      {isRevealed ? (
        <>
          <span className={styles["bib"]}>
            <Bib bib={slot.bib} run={run} size="l" checkedIn />
          </span>
          <span className={styles["who"]}>
            <PersonName className={styles["name"]}>{slot.name ?? say.noName}</PersonName>
            {slot.teamId === null ? null : (
              <span className={styles["team"]}>{say.team(slot.teamId)}</span>
            )}
          </span>
          <span className={styles["time"]}>
            <SlotTime time={slot.time} hundredths={slot.hundredths} />
          </span>
        </>
      ) : null}
    </li>
  );
}
