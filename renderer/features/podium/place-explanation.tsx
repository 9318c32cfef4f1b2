import { words } from "#renderer/i18n/words.ts";
import { Icon } from "#renderer/ui/controls/icon.tsx";
import { SayName } from "#renderer/ui/race/people/say-name.tsx";
import type { PodiumSegment } from "#shared/contract/podium.ts";
import { explainPlace } from "#shared/domain/podium/explain-place.ts";
import { linesOf } from "./slots/open-slot.ts";
import { noWork, usePodium, workKey } from "./podium-store.ts";
import styles from "./board/board.module.css";

export interface PlaceExplanationProps {
  readonly eventId: string;
  readonly runId: string;
  readonly segments: readonly PodiumSegment[];
}

/** Explains the place of the line that was opened or saved last. */
export function PlaceExplanation({ eventId, runId, segments }: PlaceExplanationProps) {
  const explained = usePodium((state) => state.explained);
  const segment = segments.find(({ segmentId }) => segmentId === explained?.segmentId);
  // Renders when a line of the segment is typed, before it is saved.
  usePodium((state) => state.works[workKey(runId, explained?.segmentId ?? "")] ?? noWork);
  const lines = segment === undefined ? [] : linesOf(runId, segment);
  const index = explained?.index ?? 0;
  const slot = lines[index];
  return (
    <section className={styles["why"]} aria-live="polite">
      <Icon name="unknown" size={30} />
      {segment === undefined || slot === undefined ? (
        <p>{words.podium.whyHint}</p>
      ) : (
        <p>
          <b>
            <bdi dir="auto">{words.podium.why(slot.name ?? slot.bib, slot.place)}</bdi>
          </b>{" "}
          {words.podium.whyText(
            explainPlace({ clock: segment.clock, depth: segment.depth, slots: lines }, index),
            slot.hundredths,
          )}
        </p>
      )}
      {segment === undefined || slot === undefined || slot.runnerId === null ? null : (
        <SayName
          key={slot.runnerId}
          eventId={eventId}
          runnerId={slot.runnerId}
          name={slot.name ?? slot.bib}
          said={slot.pronunciation}
        />
      )}
    </section>
  );
}
