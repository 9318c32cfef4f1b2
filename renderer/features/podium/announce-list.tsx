import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { words } from "#renderer/i18n/words.ts";
import { IconButton } from "#renderer/ui/controls/buttons/button.tsx";
import { PersonName } from "#renderer/ui/race/people/person-name.tsx";
import { PronunciationForm } from "#renderer/ui/race/people/pronunciation-form.tsx";
import type { PodiumSegment } from "#shared/contract/podium.ts";
import { precisionOf } from "#shared/domain/podium/race-time.ts";
import { bracketPart } from "./slots/draft-sheet.ts";
import { SlotBib, SlotTime, WarningStrips } from "./slots/slot-parts.tsx";
import styles from "./dialogs.module.css";

export interface AnnounceListProps {
  readonly eventId: string;
  readonly segment: PodiumSegment;
}

/** The names of the announcement in large type, by place: the last check before the names are read out. */
export function AnnounceList({ eventId, segment }: AnnounceListProps) {
  const { slots, label } = segment;
  // The runner, not the place: another desk may change the sheet while the form is open.
  const [editedId, setEdited] = useState<string | null>(null);
  const listRef = useRef<HTMLOListElement>(null);
  /** Closes the form, and gives the focus to the button that opened it. */
  function closeForm(index: number): void {
    const line = listRef.current?.children[index];
    flushSync(() => setEdited(null));
    line?.querySelector<HTMLElement>(":scope > button")?.focus();
  }
  const precision = precisionOf(slots.map(({ hundredths }) => hundredths));
  return (
    <ol ref={listRef} className={styles["names"]} aria-label={words.podium.announceNames(label)}>
      {slots.map((slot, index) => (
        <li key={keyOf(slots, index)}>
          <span className={styles["namePlace"]}>
            {slot.place}
            {bracketPart(slots, index) === undefined ? null : <small>{words.podium.tie}</small>}
          </span>
          <span className={styles["nameWho"]}>
            <PersonName className={styles["nameLarge"]}>
              {slot.name ?? words.podium.noName}
            </PersonName>
            {slot.teamId === null ? null : (
              <bdi dir="auto" className={styles["quiet"]}>
                {words.podium.team(slot.teamId)}
              </bdi>
            )}
            {slot.pronunciation === null ? null : (
              <bdi dir="auto" className={styles["hint"]}>
                {slot.pronunciation}
              </bdi>
            )}
            {slot.beyondDepth ? (
              <span className={styles["quiet"]}>{words.podium.noAward}</span>
            ) : null}
          </span>
          <SlotBib bib={slot.bib} />
          <span className={styles["nameTime"]}>
            <SlotTime time={slot.time} hundredths={slot.hundredths} precision={precision} />
          </span>
          {slot.runnerId === null ? null : (
            <IconButton
              icon="announce"
              label={words.podium.sayLabel(slot.name ?? words.podium.noName)}
              onPress={() => setEdited(editedId === slot.runnerId ? null : slot.runnerId)}
            />
          )}
          {slot.runnerId !== null && editedId === slot.runnerId ? (
            <PronunciationForm
              eventId={eventId}
              runnerId={slot.runnerId}
              name={slot.name ?? words.podium.noName}
              said={slot.pronunciation}
              onDone={() => closeForm(index)}
            />
          ) : null}
          {slot.warnings.length === 0 ? null : (
            <span className={styles["nameWarnings"]}>
              <WarningStrips warnings={slot.warnings} />
            </span>
          )}
        </li>
      ))}
    </ol>
  );
}

/** The runner's key, so that what is typed in their line moves with them. A sheet may have a runner twice (P4). */
function keyOf(slots: PodiumSegment["slots"], index: number): string {
  const who = slots[index]?.runnerId ?? "";
  const before = slots.slice(0, index).filter(({ runnerId }) => (runnerId ?? "") === who);
  return `${who} ${before.length}`;
}
