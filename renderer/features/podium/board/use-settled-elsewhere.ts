import { useEffect, useRef } from "react";
import { useDesk } from "#renderer/client/queries/use-query.ts";
import { words } from "#renderer/i18n/words.ts";
import { showToast } from "#renderer/ui/controls/dialogs/toast-store.ts";
import type { PodiumSegment } from "#shared/contract/podium.ts";
import type { PodiumAnswer } from "./use-segments.ts";

/** The segments in which another desk chose between the sheets that were shown before. */
export function settledElsewhere(
  before: readonly PodiumSegment[],
  now: readonly PodiumSegment[],
  ownDesk: string,
): PodiumSegment[] {
  const hadRivals = new Set(
    before.filter(({ rivals }) => rivals.length > 0).map(({ segmentId }) => segmentId),
  );
  return now.filter(
    ({ segmentId, rivals, actor }) =>
      rivals.length === 0 && actor?.desk !== ownDesk && hadRivals.has(segmentId),
  );
}

/** Says that another desk chose between rival sheets: the lines of this desk may have gone from the column (J4). */
export function useSettledElsewhere(answer: PodiumAnswer | null): void {
  const ownDesk = useDesk().value?.settings.desk ?? null;
  const before = useRef(answer);
  useEffect(() => {
    const former = before.current;
    before.current = answer;
    if (answer === null || former?.runId !== answer.runId || ownDesk === null) return;
    for (const segment of settledElsewhere(former.segments, answer.segments, ownDesk)) {
      showToast("look", words.podium.settledElsewhere(segment.label, segment.actor));
    }
  }, [answer, ownDesk]);
}
