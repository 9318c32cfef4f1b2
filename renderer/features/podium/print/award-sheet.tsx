import { words } from "#renderer/i18n/words.ts";
import type { PodiumSegment, Slot } from "#shared/contract/podium.ts";
import { precisionOf, showTimeIn } from "#shared/domain/podium/race-time.ts";
import { showClockMinute } from "#shared/domain/basics/venue-time.ts";
import { bracketPart } from "../slots/draft-sheet.ts";
import type { PodiumRun } from "../board/use-segments.ts";
import { blank, PaperEvent, PaperFooter, PaperFrame } from "./paper.tsx";
import styles from "./paper.module.css";

/** Maximum number of empty places on a sheet. */
const mostEmpty = 40;

export interface AwardSheetProps {
  readonly eventName: string;
  readonly run: PodiumRun;
  readonly segment: PodiumSegment;
  readonly timeZone: string | null;
}

/** One segment on its own page, for the announcer, and to tick the prizes that were handed out. */
export function AwardSheet({ eventName, run, segment, timeZone }: AwardSheetProps) {
  const say = words.podiumPrint;
  const { slots, depth, prizes } = segment;
  const precision = precisionOf(slots.map(({ hundredths }) => hundredths));
  const empty = depth === null ? 0 : Math.max(0, depth - slots.length);
  const prizeOf = (place: number): string =>
    prizes.find((prize) => prize.place === place)?.prize ?? "";
  return (
    <section className={styles["page"]}>
      <PaperFrame
        head={
          <>
            <p>
              <PaperEvent name={eventName} />, <bdi dir="auto">{run.label}</bdi>
            </p>
            <h2>
              <bdi dir="auto">{segment.label}</bdi>
            </h2>
            <p>
              {say.clock(segment.clock)}
              {". "}
              <SegmentState segment={segment} timeZone={timeZone} />
            </p>
          </>
        }
      >
        <table className={styles["table"]}>
          <thead>
            <tr>
              <th>{say.place}</th>
              <th>{say.bib}</th>
              <th>{say.name}</th>
              <th className={styles["end"]}>{say.time}</th>
              <th>{say.prize}</th>
              <th>{say.handedOut}</th>
            </tr>
          </thead>
          <tbody>
            <FilledRows slots={slots} prizeOf={prizeOf} precision={precision} />
            {Array.from({ length: Math.min(empty, mostEmpty) }, (_, index) => (
              <tr key={`empty ${index}`}>
                <td className={styles["place"]}>{slots.length + index + 1}</td>
                <td>{blank}</td>
                <td>{blank}</td>
                <td>{blank}</td>
                <td className={styles["prize"]}>
                  <bdi dir="auto">{prizeOf(slots.length + index + 1)}</bdi>
                </td>
                <td className={styles["tick"]}>{blank}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </PaperFrame>
      <PaperFooter timeZone={timeZone}>
        <span className={styles["sign"]}>{say.signature}</span>
      </PaperFooter>
    </section>
  );
}

function nameOf({ name, teamId }: Slot): string {
  const who = name ?? words.podium.noName;
  return teamId === null ? who : `${who} (${words.podium.team(teamId)})`;
}

function SegmentState({ segment, timeZone }: Pick<AwardSheetProps, "segment" | "timeZone">) {
  const say = words.podiumPrint;
  if (segment.state === "announced" && segment.announced !== null) {
    const { atMs, operator } = segment.announced.announcedBy;
    return <>{say.announced(showClockMinute(atMs, timeZone), operator)}</>;
  }
  const warnings = segment.openWarnings === 0 ? "" : `, ${say.openWarnings(segment.openWarnings)}`;
  return <strong>{`${segment.state === "changed" ? say.changed : say.draft}${warnings}`}</strong>;
}

interface FilledRowsProps {
  readonly slots: PodiumSegment["slots"];
  readonly prizeOf: (place: number) => string;
  readonly precision: ReturnType<typeof precisionOf>;
}

function FilledRows({ slots, prizeOf, precision }: FilledRowsProps) {
  return slots.map((slot, index) => (
    <tr key={index}>
      <td className={styles["place"]}>
        {slot.place}
        {bracketPart(slots, index) === undefined ? null : <small>{words.podium.tie}</small>}
      </td>
      <td className={styles["bib"]}>
        <bdi>{slot.bib}</bdi>
      </td>
      <td className={styles["name"]}>
        <bdi dir="auto">{nameOf(slot)}</bdi>
        {slot.warnings.map((warning, at) => (
          <small key={at}>{words.podium.warning(warning)}</small>
        ))}
      </td>
      <td className={styles["end"]}>
        {slot.hundredths === null ? slot.time : showTimeIn(slot.hundredths, precision)}
      </td>
      <td className={styles["prize"]}>
        <bdi dir="auto">{slot.beyondDepth ? "" : prizeOf(slot.place)}</bdi>
      </td>
      <td className={styles["tick"]}>{blank}</td>
    </tr>
  ));
}
