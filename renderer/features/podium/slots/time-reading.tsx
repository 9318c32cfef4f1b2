import { words } from "#renderer/i18n/words.ts";
import { Icon } from "#renderer/ui/controls/icon.tsx";
import { isLikely, showRaceTime } from "#shared/domain/podium/race-time.ts";
import { likelyOthers, readTypedTime } from "#shared/domain/podium/typed-time.ts";
import { Choice } from "./slot-parts.tsx";
import styles from "./slot.module.css";

export interface TimeReadingProps {
  /** The text of the time field. */
  readonly time: string;
  readonly distanceMeters: number;
  readonly onChoose: (time: string) => void;
}

/** How the typed time is read before Enter saves it, and other readings if the time is unlikely for the distance (P2). */
export function TimeReading({ time, distanceMeters, onChoose }: TimeReadingProps) {
  const say = words.podium;
  if (time.trim() === "") return null;
  const read = readTypedTime(time);
  if (!read.ok) {
    return (
      <span className={styles["reading"]} role="status">
        {say.notATime}
      </span>
    );
  }
  const { hundredths } = read.value;
  const unlikely = !isLikely(hundredths, distanceMeters);
  const others = likelyOthers(read.value, distanceMeters);
  return (
    <>
      <span className={styles["reading"]} role="status">
        {say.readAs} <b>{showRaceTime(hundredths)}</b>
        {unlikely ? "" : others.map((other) => say.notReadAs(showRaceTime(other))).join("")}
      </span>
      {unlikely ? (
        <>
          <span className={styles["strip"]}>
            <Icon name="look" size={19} />
            <span>{say.unlikelyTime}</span>
          </span>
          {others.map((other) => (
            <Choice
              key={other}
              text={say.orIsIt(showRaceTime(other))}
              onPress={() => onChoose(showRaceTime(other))}
            />
          ))}
        </>
      ) : null}
    </>
  );
}
