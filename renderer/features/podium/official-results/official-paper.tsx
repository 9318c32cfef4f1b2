import type { ReactNode } from "react";
import { useDesk } from "#renderer/client/queries/use-desk.ts";
import { useNow } from "#renderer/client/queries/use-now.ts";
import { useQuery } from "#renderer/client/queries/use-query.ts";
import { words } from "#renderer/i18n/words.ts";
import type {
  Compared,
  ComparedSegment,
  Placed,
  PublicationView,
} from "#shared/contract/results.ts";
import type { OutputOf } from "#shared/contract/index.ts";
import type { TimePrecision } from "#shared/domain/podium/race-time.ts";
import { precisionOf, showTimeIn } from "#shared/domain/podium/race-time.ts";
import { PaperFrame } from "../print/paper-frame.tsx";
import { Paper, PracticeWord } from "../print/paper.tsx";
import paper from "../print/paper.module.css";
import { inOrder, outcomeOf, precisionOfRows } from "./compare-view.ts";
import type { Loss, Recall } from "./compare-view.ts";
import { RecallSentence } from "./recall-card.tsx";

const minuteMs = 60_000;
/** To be ticked by hand. */
const blank = "\u00A0";

export interface OfficialPaperProps {
  readonly eventId: string;
  readonly runId: string;
  readonly title: string;
  readonly children: ReactNode;
}

/** What stands on the tab, black on white. Only a printer sees it. */
export function OfficialPaper({ eventId, runId, title, children }: OfficialPaperProps) {
  const event = useQuery("event.get", { eventId }, { topics: ["events"] });
  const desk = useDesk();
  const printedAtMs = useNow(minuteMs);
  const run = event.value?.runs.find(({ id }) => id === runId);
  return (
    <Paper>
      <section className={paper["list"]}>
        <PaperFrame
          head={
            <>
              <p>
                <PracticeWord />
                <bdi dir="auto">{event.value?.name}</bdi>, <bdi dir="auto">{run?.label}</bdi>
              </p>
              <h2>{title}</h2>
            </>
          }
        >
          {children}
        </PaperFrame>
        <footer className={paper["foot"]}>
          <span>{words.podiumPrint.printed(printedAtMs, desk.value?.settings.desk ?? "")}</span>
        </footer>
      </section>
    </Paper>
  );
}

export interface ComparisonPaperProps {
  readonly segments: readonly ComparedSegment[];
  readonly recalls: readonly Recall[];
  /** Who keeps an award, for another place. */
  readonly changes: readonly Recall[];
  readonly loss: Loss;
  readonly standing: PublicationView["standing"];
}

/** Whose medal must come back, each with a box to tick, then every segment. */
export function ComparisonPaper(props: ComparisonPaperProps) {
  const { segments, recalls, changes, loss, standing } = props;
  const { official } = words;
  const isAnnounced = loss !== "award";
  const isCompared = segments.some(({ lacks }) => lacks === null);
  const quiet = isCompared
    ? isAnnounced
      ? official.noRecalls
      : official.noneLost
    : isAnnounced
      ? official.nothingAnnounced
      : official.nothingCommon;
  const notInForce = `${official.standing[standing]}. ${official.asksNothing(recalls.length)}`;
  return (
    <>
      <table className={paper["table"]}>
        <tbody>
          {loss === "not-in-force" ? (
            <tr>
              <td>{isCompared ? notInForce : quiet}</td>
            </tr>
          ) : null}
          {recalls.map((recall, index) => (
            <tr key={index}>
              {loss === "medal" ? <td className={paper["tick"]}>{blank}</td> : null}
              <td>
                <RecallSentence recall={recall} loss={loss} />
              </td>
            </tr>
          ))}
          {recalls.length === 0 && loss !== "not-in-force" ? (
            <tr>
              <td>{quiet}</td>
            </tr>
          ) : null}
        </tbody>
      </table>
      <ChangedTable changes={changes} loss={loss} />
      {segments.map(({ segmentId, label, rows }) =>
        rows.length === 0 ? null : (
          <section key={segmentId} className={paper["segment"]}>
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
                  <th>{isAnnounced ? official.heads.announced : official.announcedColumn}</th>
                  <th>{isAnnounced ? official.heads.official : official.officialColumn}</th>
                </tr>
              </thead>
              <tbody>
                {inOrder(rows).map((row, at) => (
                  <PaperLine key={at} row={row} loss={loss} precision={precisionOfRows(rows)} />
                ))}
              </tbody>
            </table>
          </section>
        ),
      )}
    </>
  );
}

/** Above the columns on each page that the segment goes on to. */
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
  readonly row: Compared;
  readonly loss: Loss;
  readonly precision: TimePrecision;
}

function PaperLine({ row, loss, precision }: PaperLineProps) {
  const { official } = words;
  const who = row.after ?? row.before;
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
        <bdi dir="auto">{who?.name ?? official.noName}</bdi>
      </td>
      <td>{placeAndTime(row.before, precision)}</td>
      <td>{placeAndTime(row.after, precision)}</td>
    </tr>
  );
}

const placeAndTime = (placed: Placed | null, precision: TimePrecision): string => {
  if (placed === null) return words.official.noPlace;
  const place = words.official.place(placed.place);
  return placed.hundredths === null
    ? place
    : `${place}, ${showTimeIn(placed.hundredths, precision)}`;
};

/** One publication as the organizer gave it, segment by segment. */
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
                <bdi dir="auto">{name ?? official.noName}</bdi>
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

function ChangedTable({ changes, loss }: Pick<ComparisonPaperProps, "changes" | "loss">) {
  const { official } = words;
  return (
    <>
      {changes.length === 0 ? null : (
        <table className={paper["table"]}>
          <thead>
            <tr>
              <th colSpan={2}>{official.changedTitle(changes.length)}</th>
            </tr>
          </thead>
          <tbody>
            {changes.map((change, index) => (
              <tr key={index}>
                {loss === "medal" ? <td className={paper["tick"]}>{blank}</td> : null}
                <td>
                  <RecallSentence
                    recall={change}
                    loss={loss === "award" ? "award" : "not-in-force"}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}
