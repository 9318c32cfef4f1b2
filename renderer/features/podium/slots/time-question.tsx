import { useId, useLayoutEffect, useRef } from "react";
import { words } from "#renderer/i18n/words.ts";
import { Icon } from "#renderer/ui/controls/icon.tsx";
import type { ActiveSlot } from "../podium-store.ts";
import { asksWhoseTime, isFromLog, isTimeOfOther } from "./draft-sheet.ts";
import type { DraftSlot } from "./draft-sheet.ts";
import { Choice } from "./slot-parts.tsx";
import styles from "./slot.module.css";

export interface TimeQuestionProps {
  readonly active: ActiveSlot;
  /** The line that the typed line replaces. */
  readonly slot: DraftSlot | null;
  /** The time of the new runner in the finish log; empty without one. */
  readonly logged: string;
  readonly onChoose: (time: string) => void;
  readonly onLeave: () => void;
}

/** For another runner on a line with a time: says that the time of the finish log was replaced, or asks about a typed time. */
export function TimeQuestion({ active, slot, logged, onChoose, onLeave }: TimeQuestionProps) {
  const say = words.podium;
  const textId = useId();
  const safest = useRef<HTMLButtonElement>(null);
  const { timeAsked } = active;
  // Saving waits for the answer, so the safest answer is focused.
  useLayoutEffect(() => {
    if (timeAsked > 0) safest.current?.focus();
  }, [timeAsked]);
  const time = slot?.time ?? null;
  if (slot === null || time === null || !isTimeOfOther(active, slot)) return null;
  if (isFromLog(slot)) {
    return (
      <span className={styles["note"]} role="status">
        {active.time === time ? "" : say.timeFromLog(active.time)}
      </span>
    );
  }
  if (!asksWhoseTime(active, slot)) return null;
  const answers = [
    { time, text: say.keepTime(time) },
    ...(logged === "" || logged === time ? [] : [{ time: logged, text: say.takeLogged(logged) }]),
    { time: "", text: say.noTime },
  ];
  return (
    <>
      <span className={styles["strip"]} id={textId}>
        <Icon name="look" size={19} />
        <span>{say.timeOfOther(time, slot.bib, slot.name)}</span>
      </span>
      {answers.map((answer) => (
        <Choice
          key={answer.text}
          text={answer.text}
          describedBy={textId}
          // The safest answer is the runner's own time in the log, else no time.
          ref={answer.time === logged ? safest : null}
          onPress={() => onChoose(answer.time)}
          onLeave={onLeave}
        />
      ))}
    </>
  );
}
