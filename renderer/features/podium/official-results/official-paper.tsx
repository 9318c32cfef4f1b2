import type { ReactNode } from "react";
import { useQuery } from "#renderer/client/queries/use-query.ts";
import { words } from "#renderer/i18n/words.ts";
import type { ComparedSegment } from "#shared/contract/results.ts";
import type { ComparedPerson, PlacedPerson } from "#shared/domain/results/publication.ts";
import type { OutputOf } from "#shared/contract/index.ts";
import type { TimePrecision } from "#shared/domain/podium/race-time.ts";
import { precisionOf, showTimeIn } from "#shared/domain/podium/race-time.ts";
import { blank, Paper, PaperEvent, PaperFooter, PaperFrame } from "../print/paper.tsx";
import paper from "../print/paper.module.css";
import { formerName, inOrder, outcomeOf, precisionOfRows } from "./compare-view.ts";
import type { Loss, Recall } from "./compare-view.ts";
import type { RecallCardProps } from "./recall-card.tsx";
import { lossOfChange, nothingLost, RecallSentence } from "./recall-card.tsx";

export interface OfficialPaperProps {
  readonly eventId: string;
  readonly runId: string;
  readonly title: string;
  readonly children: ReactNode;
}

/** The content of the tab for the printer. */
export function OfficialPaper({ eventId, runId, title, children }: OfficialPaperProps) {
  const event = useQuery("event.get", { eventId }, { topics: ["events"] });
  const run = event.value?.runs.find(({ id }) => id === runId);
  return (
    <Paper>
      <section className={paper["list"]}>
        <PaperFrame
          head={
            <>
              <p>
                <PaperEvent name={event.value?.name} />, <bdi dir="auto">{run?.label}</bdi>
              </p>
              <h2>{title}</h2>
            </>
          }
        >
          {children}
        </PaperFrame>
        <PaperFooter timeZone={event.value?.timeZone ?? null} />
      </section>
    </Paper>
  );
}

export interface ComparisonPaperProps extends RecallCardProps {
  /** Runners who keep an award for another place. */
  readonly changes: readonly Recall[];
}

/** The medals to return, each with a box to tick, then each segment. */
export function ComparisonPaper(props: ComparisonPaperProps) {
  const { segments, recalls, changes, loss, standing } = props;
  const { official } = words;
  const isCompared = segments.some(({ lacks }) => lacks === null);
  const note =
    loss === "not-in-force" && isCompared
      ? `${official.standing[standing]}. ${official.asksNothing(recalls.length)}`
      : loss === "not-in-force" || recalls.length === 0
        ? nothingLost(loss, segments)
        : null;
  return (
    <>
      <table className={paper["table"]}>
        <tbody>
          {note === null ? null : (
            <tr>
              <td>{note}</td>
            </tr>
          )}
          <RecallRows recalls={recalls} loss={loss} hasTick={loss === "medal"} />
        </tbody>
      </table>
      {changes.length === 0 ? null : (
        <table className={paper["table"]}>
          <thead>
            <tr>
              <th colSpan={2}>{official.changedTitle(changes.length)}</th>
            </tr>
          </thead>
          <tbody>
            <RecallRows recalls={changes} loss={lossOfChange(loss)} hasTick={loss === "medal"} />
          </tbody>
        </table>
      )}
      {segments.map((segment) =>
        segment.rows.length === 0 ? null : (
          <ComparedTable key={segment.segmentId} segment={segment} loss={loss} />
        ),
      )}
    </>
  );
}

interface RecallRowsProps {
  readonly recalls: readonly Recall[];
  readonly loss: Loss;
  readonly hasTick: boolean;
}

function RecallRows({ recalls, loss, hasTick }: RecallRowsProps) {
  return recalls.map((recall, index) => (
    <tr key={index}>
      {hasTick ? <td className={paper["tick"]}>{blank}</td> : null}
      <td>
        <RecallSentence recall={recall} loss={loss} />
      </td>
    </tr>
  ));
}

/** The heads of the two columns that are compared. */
export const columnHeads = (loss: Loss): typeof words.official.heads =>
  loss === "award"
    ? { announced: words.official.announcedColumn, official: words.official.officialColumn }
    : words.official.heads;

interface ComparedTableProps {
  readonly segment: ComparedSegment;
  readonly loss: Loss;
}

function ComparedTable({ segment: { label, rows }, loss }: ComparedTableProps) {
  const { official } = words;
  const heads = columnHeads(loss);
  return (
    <section className={paper["segment"]}>
      <table className={paper["table"]}>
        <colgroup>
          <col className={paper["what"]} />
          <col className={paper["bibOf"]} />
          <col />
          <col className={paper["when"]} />
          <col className={paper["when"]} />
        </colgroup>
        <thead>
          <SegmentLabel label={label} columns={5} />
          <tr>
            <th>{official.what}</th>
            <th>{official.bib}</th>
            <th>{official.runner}</th>
            <th>{heads.announced}</th>
            <th>{heads.official}</th>
          </tr>
        </thead>
        <tbody>
          {inOrder(rows).map((row, at) => (
            <PaperLine key={at} row={row} loss={loss} precision={precisionOfRows(rows)} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** The label of the segment, repeated on each of its pages. */
function SegmentLabel({ label, columns }: { readonly label: string; readonly columns: number }) {
  return (
    <tr>
      <td colSpan={columns} className={paper["label"]}>
        <bdi dir="auto">{label}</bdi>
      </td>
    </tr>
  );
}

interface PaperLineProps {
  readonly row: ComparedPerson;
  readonly loss: Loss;
  readonly precision: TimePrecision;
}

function PaperLine({ row, loss, precision }: PaperLineProps) {
  const { official } = words;
  const who = row.after ?? row.before;
  const former = formerName(row);
  return (
    <tr>
      <td>
        {official.outcomes[outcomeOf(row)]}
        {row.recall ? <b>, {official.recallMark[loss]}</b> : null}
        {row.changedPlace ? `, ${official.changedMark}` : null}
      </td>
      <td>
        <bdi>{who?.bib}</bdi>
      </td>
      <td>
        <bdi dir="auto">{who?.name ?? words.ui.noName}</bdi>
        {former === null
          ? null
          : ` (${official.namedBefore(columnHeads(loss).announced, former.bib, former.name)})`}
      </td>
      <td>{placeAndTime(row.before, precision)}</td>
      <td>{placeAndTime(row.after, precision)}</td>
    </tr>
  );
}

const placeAndTime = (placed: PlacedPerson | null, precision: TimePrecision): string => {
  if (placed === null) return words.official.noPlace;
  const place = words.official.place(placed.place);
  return placed.hundredths === null
    ? place
    : `${place}, ${showTimeIn(placed.hundredths, precision)}`;
};

/** A publication of the organizer, by segment. */
export function VersionPaper({ segments }: Pick<OutputOf<"results.version">, "segments">) {
  const { official } = words;
  const say = words.podiumPrint;
  return segments.map(({ label, podium }, index) => (
    <section key={index} className={paper["segment"]}>
      <table className={paper["table"]}>
        <colgroup>
          <col className={paper["bibOf"]} />
          <col className={paper["bibOf"]} />
          <col />
          <col className={paper["when"]} />
        </colgroup>
        <thead>
          <SegmentLabel label={label} columns={4} />
          <tr>
            <th>{say.place}</th>
            <th>{say.bib}</th>
            <th>{say.name}</th>
            <th className={paper["end"]}>{say.time}</th>
          </tr>
        </thead>
        <tbody>
          {podium.map(({ place, bib, name, hundredths }, at) => (
            <tr key={at}>
              <td>{official.place(place)}</td>
              <td>
                <bdi>{bib}</bdi>
              </td>
              <td>
                <bdi dir="auto">{name ?? words.ui.noName}</bdi>
              </td>
              <td className={paper["end"]}>
                {hundredths === null
                  ? official.noTime
                  : showTimeIn(hundredths, precisionOf(podium.map((each) => each.hundredths)))}
              </td>
            </tr>
          ))}
          {podium.length === 0 ? (
            <tr>
              <td colSpan={4}>{official.segmentEmpty}</td>
            </tr>
          ) : null}
        </tbody>
      </table>
    </section>
  ));
}
