import { useQuery } from "#renderer/client/queries/use-query.ts";
import { words } from "#renderer/i18n/words.ts";
import { FailureNotice } from "#renderer/ui/controls/dialogs/error-notice.tsx";
import { keyScrolled } from "#renderer/ui/controls/lists/key-scrolled.ts";
import type { OutputOf } from "#shared/contract/index.ts";
import { precisionOf } from "#shared/domain/podium/race-time.ts";
import type { Edition } from "./compare-view.ts";
import { OfficialPaper, VersionPaper } from "./official-paper.tsx";
import { PlacedTime, Runner, SegmentSection } from "./placed.tsx";
import styles from "./official.module.css";

export interface VersionViewProps {
  readonly eventId: string;
  readonly runId: string;
  readonly shown: Edition;
  /** The title on paper. */
  readonly title: string;
}

/** A publication of the organizer. */
export function VersionView({ eventId, runId, shown, title }: VersionViewProps) {
  const { official } = words;
  const { version, edition } = shown;
  const asked = { eventId, runId, version, edition };
  const answer = useQuery("results.version", asked, { topics: ["results"] });
  const segments = answer.value?.segments ?? [];
  return (
    <div className={styles["sheets"]} {...keyScrolled} aria-busy={answer.loading}>
      <FailureNotice failure={answer.error} own={official.failures} />
      {segments.map((segment, index) => (
        <PublishedSegment key={index} segment={segment} />
      ))}
      {segments.length === 0 ? null : (
        <OfficialPaper eventId={eventId} runId={runId} title={title}>
          <VersionPaper segments={segments} />
        </OfficialPaper>
      )}
      {answer.value?.segments.length === 0 ? (
        <p className={styles["quiet"]}>{official.nothingPlaced}</p>
      ) : null}
    </div>
  );
}

type Segment = OutputOf<"results.version">["segments"][number];

function PublishedSegment({ segment }: { readonly segment: Segment }) {
  const { official } = words;
  const { label, podium } = segment;
  const precision = precisionOf(podium.map(({ hundredths }) => hundredths));
  return (
    <SegmentSection label={label}>
      {podium.length === 0 ? (
        <p className={styles["nobody"]}>{official.segmentEmpty}</p>
      ) : (
        <table>
          <tbody>
            {podium.map((placed, at) => (
              <tr key={at}>
                <td className={styles["place"]}>{official.place(placed.place)}</td>
                <td>
                  <Runner placed={placed} />
                </td>
                <td>
                  <PlacedTime hundredths={placed.hundredths} precision={precision} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </SegmentSection>
  );
}
