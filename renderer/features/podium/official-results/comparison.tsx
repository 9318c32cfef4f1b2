import { useQuery } from "#renderer/client/queries/use-query.ts";
import { words } from "#renderer/i18n/words.ts";
import { FailureNotice } from "#renderer/ui/controls/dialogs/error-notice.tsx";
import { Icon } from "#renderer/ui/controls/icon.tsx";
import type { IconName } from "#renderer/ui/controls/icon.tsx";
import type { ComparedSegment, PublicationView } from "#shared/contract/results.ts";
import type { ComparedPerson, PlacedPerson } from "#shared/domain/results/publication.ts";
import {
  countOutcomes,
  formerName,
  inOrder,
  listChangedPlaces,
  listRecalls,
  lossBetween,
  outcomeOf,
  precisionOfRows,
} from "./compare-view.ts";
import { keyScrolled } from "#renderer/ui/controls/lists/key-scrolled.ts";
import type { Edition, Loss, Outcome } from "./compare-view.ts";
import { columnHeads, ComparisonPaper, OfficialPaper } from "./official-paper.tsx";
import type { TimePrecision } from "#shared/domain/podium/race-time.ts";
import { PlacedTime, Runner, SegmentSection } from "./placed.tsx";
import { ChangedPlacesCard, RecallCard } from "./recall-card.tsx";
import styles from "./official.module.css";

const icons: Readonly<Record<Outcome, IconName>> = {
  same: "done",
  up: "up",
  down: "down",
  new: "add",
  missing: "clear",
};

export interface ComparisonProps {
  readonly eventId: string;
  readonly runId: string;
  readonly shown: PublicationView;
  /** Null: the announced podium. */
  readonly before: Edition | null;
  /** The title on paper. */
  readonly title: string;
}

/** Two podiums side by side: first the awards to return, then each segment by place (P6). */
export function Comparison({ eventId, runId, shown, before, title }: ComparisonProps) {
  const { official } = words;
  const compared = useQuery(
    "results.compare",
    {
      eventId,
      runId,
      version: shown.version,
      edition: shown.edition,
      ...(before === null ? {} : { beforeVersion: before.version, beforeEdition: before.edition }),
    },
    { topics: ["results", "podium"] },
  );
  const segments = compared.value?.segments ?? [];
  const recalls = listRecalls(segments);
  const changes = listChangedPlaces(segments);
  const { standing } = shown;
  const loss = lossBetween(before, shown);
  return (
    <div className={styles["sheets"]} {...keyScrolled} aria-busy={compared.loading}>
      <FailureNotice failure={compared.error} own={official.failures} />
      {compared.value === null ? null : (
        <>
          <RecallCard recalls={recalls} segments={segments} loss={loss} standing={standing} />
          <ChangedPlacesCard changes={changes} loss={loss} />
          {segments.map((segment) => (
            <SegmentTable key={segment.segmentId} segment={segment} loss={loss} />
          ))}
          {segments.length === 0 ? (
            <p className={styles["quiet"]}>{official.nothingPlaced}</p>
          ) : null}
          <OfficialPaper eventId={eventId} runId={runId} title={title}>
            <ComparisonPaper
              segments={segments}
              recalls={recalls}
              changes={changes}
              loss={loss}
              standing={standing}
            />
          </OfficialPaper>
        </>
      )}
    </div>
  );
}

interface SegmentTableProps {
  readonly segment: ComparedSegment;
  readonly loss: Loss;
}

function SegmentTable({ segment, loss }: SegmentTableProps) {
  const { official } = words;
  const isAnnounced = loss !== "award";
  const { label, lacks, rows } = segment;
  const counts = countOutcomes(rows);
  const precision = precisionOfRows(rows);
  const heads = columnHeads(loss);
  const note =
    lacks === null
      ? official.counts(counts.same, counts.moved, counts.new, counts.missing)
      : lacks === "after"
        ? official.lacks.after
        : isAnnounced
          ? official.lacks.announced
          : official.lacks.beforeVersion;
  return (
    <SegmentSection label={label} note={note}>
      {rows.length === 0 ? null : (
        <table>
          <thead>
            <tr>
              <th scope="col">{official.what}</th>
              <th scope="col">{official.runner}</th>
              <th scope="col">{heads.announced}</th>
              <th scope="col">{heads.official}</th>
            </tr>
          </thead>
          <tbody>
            {inOrder(rows).map((row, index) => (
              <Line key={index} row={row} loss={loss} precision={precision} />
            ))}
          </tbody>
        </table>
      )}
    </SegmentSection>
  );
}

interface LineProps {
  readonly row: ComparedPerson;
  readonly loss: Loss;
  readonly precision: TimePrecision;
}

function Line({ row, loss, precision }: LineProps) {
  const { official } = words;
  const outcome = outcomeOf(row);
  const former = formerName(row);
  const { before, after, recall, changedPlace, timeDiffers } = row;
  return (
    <tr data-outcome={outcome}>
      <td>
        <span className={styles["outcome"]}>
          <Icon name={icons[outcome]} size={22} />
          <span>
            {official.outcomes[outcome]}
            {timeDiffers ? <small>{official.timeDiffers}</small> : null}
          </span>
        </span>
      </td>
      <td>
        <Runner placed={after ?? before} />
        {former === null ? null : (
          <p className={styles["quiet"]}>
            {official.namedBefore(columnHeads(loss).announced, former.bib, former.name)}
          </p>
        )}
        {recall ? (
          <span className={styles["back"]}>
            <Icon name="look" size={19} />
            {official.recallMark[loss]}
          </span>
        ) : null}
        {changedPlace ? <small className={styles["quiet"]}>{official.changedMark}</small> : null}
      </td>
      <td>
        <PlaceAndTime placed={before} precision={precision} />
      </td>
      <td>
        <PlaceAndTime placed={after} precision={precision} />
      </td>
    </tr>
  );
}

interface PlaceAndTimeProps {
  readonly placed: PlacedPerson | null;
  readonly precision: TimePrecision;
}

function PlaceAndTime({ placed, precision }: PlaceAndTimeProps) {
  if (placed === null) return <span className={styles["quiet"]}>{words.official.noPlace}</span>;
  return (
    <span className={styles["placeTime"]}>
      <b>{words.official.place(placed.place)}</b>
      <PlacedTime hundredths={placed.hundredths} precision={precision} />
    </span>
  );
}
