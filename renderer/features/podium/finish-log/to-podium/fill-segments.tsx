import { words } from "#renderer/i18n/words.ts";
import { Checkbox } from "#renderer/ui/controls/buttons/checkbox.tsx";
import type { FinishFill } from "#shared/contract/finish-log.ts";
import type { TimePrecision } from "#shared/domain/podium/race-time.ts";
import { showTimeIn } from "#shared/domain/podium/race-time.ts";
import styles from "./to-podium.module.css";

/** Which segments get the times of the log, and in which segments they replace typed times. */
export interface FillChoice {
  /** By segment: whether a person included it. */
  readonly isIncluded: Readonly<Record<string, boolean>>;
  readonly isReplacing: Readonly<Record<string, boolean>>;
}

export const overallId = "overall";

export const noChoice: FillChoice = { isIncluded: {}, isReplacing: {} };

/** A segment that was announced, or that counts chip times, is not filled unless a person includes it. */
const isIncluded = ({ isIncluded: included }: FillChoice, fill: FinishFill): boolean =>
  fill.fills.length > 0 &&
  (included[fill.segmentId] ?? (!fill.isAnnounced && fill.clock === "gun"));

export const isReplacing = ({ isReplacing: replacing }: FillChoice, fill: FinishFill): boolean =>
  fill.differs.length > 0 && replacing[fill.segmentId] === true;

/** The segments that the command writes. */
export const writtenFills = (choice: FillChoice, fills: readonly FinishFill[]): FinishFill[] =>
  fills.filter((fill) => isIncluded(choice, fill) || isReplacing(choice, fill));

export interface FillSegmentsProps {
  readonly fills: readonly FinishFill[];
  readonly choice: FillChoice;
  readonly precision: TimePrecision;
  readonly onChoose: (choice: FillChoice) => void;
}

/** The times for each segment. A person can exclude a segment, and must allow that typed times are replaced. */
export function FillSegments({ fills, choice, precision, onChoose }: FillSegmentsProps) {
  const { finishLog } = words;
  const concerned = fills.filter(
    (fill) => fill.differs.length > 0 || (fill.segmentId !== overallId && fill.fills.length > 0),
  );
  if (concerned.length === 0) return null;
  const choose = (what: keyof FillChoice, segmentId: string, isChosen: boolean): void =>
    onChoose({ ...choice, [what]: { ...choice[what], [segmentId]: isChosen } });
  return (
    <section className={styles["fills"]} aria-label={finishLog.fillsTitle}>
      <h3>{finishLog.fillsTitle}</h3>
      {concerned.map((fill) => (
        <div key={fill.segmentId}>
          {fill.segmentId === overallId || fill.fills.length === 0 ? null : (
            <Checkbox
              isChosen={isIncluded(choice, fill)}
              onChange={(isChosen) => choose("isIncluded", fill.segmentId, isChosen)}
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
              onChange={(isChosen) => choose("isReplacing", fill.segmentId, isChosen)}
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
