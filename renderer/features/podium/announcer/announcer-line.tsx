import { words } from "#renderer/i18n/words.ts";
import { Bib } from "#renderer/ui/race/bibs/bib.tsx";
import { PersonName } from "#renderer/ui/race/people/person-name.tsx";
import { SayName } from "#renderer/ui/race/people/say-name.tsx";
import type { RunMark } from "#renderer/ui/race/runs/run-mark.ts";
import type { Slot } from "#shared/contract/podium.ts";
import type { TimePrecision } from "#shared/domain/podium/race-time.ts";
import type { Bracket } from "../slots/draft-sheet.ts";
import { SlotTime } from "../slots/slot-parts.tsx";
import styles from "./announcer.module.css";

export interface AnnouncerLineProps {
  readonly eventId: string | null;
  readonly slot: Slot;
  readonly run: RunMark;
  readonly bracket: Bracket | undefined;
  readonly isRevealed: boolean;
  /** One precision for all times of the segment. */
  readonly precision: TimePrecision;
}

/** A place, and its runner once the name is revealed. */
export function AnnouncerLine(props: AnnouncerLineProps) {
  const { eventId, slot, run, bracket, isRevealed, precision } = props;
  const say = words.podium;
  return (
    <li className={styles["line"]} data-revealed={isRevealed ? "" : undefined}>
      <span className={styles["place"]} data-bracket={isRevealed ? bracket : undefined}>
        {slot.place}
        {isRevealed && bracket !== undefined ? <small>{say.tie}</small> : null}
      </span>
      {isRevealed ? (
        <>
          <span className={styles["bib"]}>
            <Bib bib={slot.bib === "" ? null : slot.bib} run={run} size="l" checkedIn />
          </span>
          <span className="stack">
            <PersonName className={styles["name"]}>{slot.name ?? say.noName}</PersonName>
            {slot.pronunciation === null ? null : (
              <bdi dir="auto" className={styles["said"]}>
                {slot.pronunciation}
              </bdi>
            )}
            {slot.teamId === null ? null : (
              <span className={styles["team"]}>{say.team(slot.teamId)}</span>
            )}
          </span>
          {eventId === null || slot.runnerId === null ? null : (
            <span className={styles["say"]}>
              <SayName
                eventId={eventId}
                runnerId={slot.runnerId}
                name={slot.name ?? say.noName}
                said={slot.pronunciation}
                isIcon
              />
            </span>
          )}
          <span className={styles["time"]}>
            <SlotTime time={slot.time} hundredths={slot.hundredths} precision={precision} />
          </span>
        </>
      ) : null}
    </li>
  );
}
