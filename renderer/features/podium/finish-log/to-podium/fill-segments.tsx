import { words } from "#renderer/i18n/words.ts";
import { Checkbox } from "#renderer/ui/controls/buttons/checkbox.tsx";
import type { FinishFill } from "#shared/contract/finish-log.ts";
import type { TimePrecision } from "#shared/domain/podium/race-time.ts";
import { showTimeIn } from "#shared/domain/podium/race-time.ts";
import styles from "../finish-side.module.css";

/** Which segments get the log's times, and where they take the place of typed ones. */
export interface FillChoice {
  /** Segments that a person left out, or took in. */
  readonly isTaken: Readonly<Record<string, boolean>>;
  readonly isReplacing: Readonly<Record<string, boolean>>;
}

export const noChoice: FillChoice = { isTaken: {}, isReplacing: {} };

/** What was announced is left alone unless a person takes it in. */
const isTaken = ({ isTaken: taken }: FillChoice, fill: FinishFill): boolean =>
  fill.fills.length > 0 && (taken[fill.segmentId] ?? !fill.isAnnounced);

export const isReplacing = ({ isReplacing: replacing }: FillChoice, fill: FinishFill): boolean =>
  fill.differs.length > 0 && replacing[fill.segmentId] === true;

/** The segments besides Overall that an order writes. */
export const writtenFills = (choice: FillChoice, fills: readonly FinishFill[]): FinishFill[] =>
  fills.filter((fill) => isTaken(choice, fill) || isReplacing(choice, fill));

export interface FillSegmentsProps {
  readonly overallId: string;
  readonly fills: readonly FinishFill[];
  readonly choice: FillChoice;
  readonly precision: TimePrecision;
  readonly onChoose: (choice: FillChoice) => void;
}

/** What the log's times do to each segment: each can be left out, and no typed time is replaced unless a person says so. */
export function FillSegments({ overallId, fills, choice, precision, onChoose }: FillSegmentsProps) {
  const { finishLog } = words;
  const concerned = fills.filter(
    (fill) => fill.differs.length > 0 || (fill.segmentId !== overallId && fill.fills.length > 0),
  );
  if (concerned.length === 0) return null;
  return (
    <section className={styles["fills"]} aria-label={finishLog.fillsTitle}>
      <h3>{finishLog.fillsTitle}</h3>
      {concerned.map((fill) => (
        <div key={fill.segmentId}>
          {fill.segmentId === overallId || fill.fills.length === 0 ? null : (
            <Checkbox
              isChosen={isTaken(choice, fill)}
              onChange={(taken) =>
                onChoose({
                  ...choice,
                  isTaken: { ...choice.isTaken, [fill.segmentId]: taken },
                })
              }
            >
              <b>
                <bdi dir="auto">{fill.label}</bdi>
              </b>
              {`: ${finishLog.fillTimes(fill.fills.length)}`}
              <span className={styles["fillLine"]}>
                {fill.fills
                  .map(({ bib, hundredths }) => `${bib}  ${showTimeIn(hundredths, precision)}`)
                  .join(" · ")}
              </span>
              {fill.clock === "chip" ? (
                <span className={styles["fillLine"]}>{finishLog.fillChip}</span>
              ) : null}
              {fill.isAnnounced ? (
                <span className={styles["fillLine"]}>{finishLog.fillAnnounced}</span>
              ) : null}
            </Checkbox>
          )}
          {fill.differs.length === 0 ? null : (
            <Checkbox
              isChosen={isReplacing(choice, fill)}
              onChange={(replaces) =>
                onChoose({
                  ...choice,
                  isReplacing: { ...choice.isReplacing, [fill.segmentId]: replaces },
                })
              }
            >
              {finishLog.fillReplace(fill.label, fill.differs.length)}
              {fill.differs.map(({ bib, name, typed, hundredths }) => (
                <span key={bib} className={styles["fillLine"]}>
                  <bdi>{bib}</bdi> <bdi dir="auto">{name ?? words.ui.noName}</bdi>{" "}
                  {finishLog.fillDiffers(typed, showTimeIn(hundredths, precision))}
                </span>
              ))}
            </Checkbox>
          )}
        </div>
      ))}
    </section>
  );
}
