import { useQuery } from "#renderer/client/use-query.ts";
import { words } from "#renderer/i18n/words.ts";
import { FailureNotice } from "#renderer/ui/failure-notice.tsx";
import { Icon } from "#renderer/ui/icon.tsx";
import type { IconName } from "#renderer/ui/icon.tsx";
import type {
  Compared,
  ComparedSegment,
  Placed,
  PublicationView,
} from "#shared/contract/results.ts";
import { countOutcomes, inOrder, listRecalls, lossBetween, outcomeOf } from "./compare-view.ts";
import type { Edition, Loss, Outcome } from "./compare-view.ts";
import { ComparisonPaper, OfficialPaper } from "./official-paper.tsx";
import { PlacedTime, Runner } from "./placed.tsx";
import { RecallCard } from "./recall-card.tsx";
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
  /** Null: what was announced here. */
  readonly before: Edition | null;
  /** What is held against what, on paper. */
  readonly title: string;
}

/** Two podiums side by side: whose award must come back first, then every segment, place by place (P6). */
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
  const { standing } = shown;
  const loss = lossBetween(before, shown);
  return (
    <div className={styles["sheets"]} aria-busy={compared.loading}>
      <FailureNotice failure={compared.error} own={official.failures} />
      {compared.value === null ? null : (
        <>
          <RecallCard recalls={recalls} segments={segments} loss={loss} standing={standing} />
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
  const heads = isAnnounced
    ? official.heads
    : { announced: official.announcedColumn, official: official.officialColumn };
  return (
    <section className={styles["segment"]} aria-label={label}>
      <header>
        <h3>
          <bdi dir="auto">{label}</bdi>
        </h3>
        <p>
          {lacks === null
            ? official.counts(counts.same, counts.moved, counts.new, counts.missing)
            : lacks === "after"
              ? official.lacks.after
              : isAnnounced
                ? official.lacks.announced
                : official.lacks.beforeVersion}
        </p>
      </header>
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
              <Line key={index} row={row} loss={loss} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function Line({ row, loss }: { readonly row: Compared; readonly loss: Loss }) {
  const { official } = words;
  const outcome = outcomeOf(row);
  const { before, after, recall, timeDiffers } = row;
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
        {recall ? (
          <span className={styles["back"]}>
            <Icon name="look" size={19} />
            {official.recallMark[loss]}
          </span>
        ) : null}
      </td>
      <td>
        <PlaceAndTime placed={before} />
      </td>
      <td>
        <PlaceAndTime placed={after} />
      </td>
    </tr>
  );
}

function PlaceAndTime({ placed }: { readonly placed: Placed | null }) {
  if (placed === null) return <span className={styles["quiet"]}>{words.official.noPlace}</span>;
  return (
    <span className={styles["placeTime"]}>
      <b>{words.official.place(placed.place)}</b>
      <PlacedTime hundredths={placed.hundredths} />
    </span>
  );
}
