import { useEffect, useMemo, useRef, useState } from "react";
import { useShallow } from "zustand/react/shallow";
import { useClient } from "#renderer/client/client-context.tsx";
import { useQuery } from "#renderer/client/queries/use-query.ts";
import type { Query } from "#renderer/client/queries/use-query.ts";
import type { OutputOf } from "#shared/contract/index.ts";
import type { PodiumSegment } from "#shared/contract/podium.ts";
import { setWork, usePodium, withLabel, workKey } from "../podium-store.ts";

export type PodiumAnswer = OutputOf<"podium.get">;
export type PodiumRun = PodiumAnswer["runs"][number];

const options = { topics: ["podium", "roster", "events", "download"], keep: true } as const;

/** The podium of a run. Without a chosen run, or if the chosen run is gone, the podium of the first run. */
export function usePodiumAnswer(eventId: string | null, runId: string | null): Query<"podium.get"> {
  const [goneId, setGoneId] = useState<string | null>(null);
  const hasRun = runId !== null && runId !== goneId;
  const query = useQuery(
    "podium.get",
    eventId === null ? null : { eventId, ...(hasRun ? { runId } : {}) },
    options,
  );
  const { value: answer } = query;
  const value = useMemo(
    () => answer && { ...answer, segments: answer.segments.map(withLabel) },
    [answer],
  );
  if (!hasRun || query.error?.code !== "not-found") return { ...query, value };
  setGoneId(runId);
  return { ...query, value, error: null };
}

/**
 * A change of the finish log may contradict a sheet (P4), so the podium is asked again after each one while it is shown,
 * and when it is shown again. Beside the finish log itself that would be one more query for each stamp.
 */
export function useFinishChanges(isShown: boolean, refresh: () => void): void {
  const client = useClient();
  const wasHidden = useRef(false);
  useEffect(() => {
    if (!isShown) {
      wasHidden.current = true;
      return undefined;
    }
    if (wasHidden.current) refresh();
    return client.onInvalidation((invalidation) => {
      if (invalidation?.topic === "finish") refresh();
    });
  }, [client, isShown, refresh]);
}

/** Milliseconds. An answer usually follows a reply at once, because the command caused an invalidation. */
const answerFollowsMs = 1_000;

/**
 * The segments to show. The reply to a command overrides the query until the query has a newer answer. A late reply may come
 * after the last answer, which knows more than the reply, so the query is asked again while a reply is shown.
 */
export function useSegments({
  value: answer,
  refresh,
}: Query<"podium.get">): readonly PodiumSegment[] {
  const [reuseSegments] = useState(createSegmentCache);
  const segments = useMemo(() => reuseSegments(answer?.segments ?? []), [reuseSegments, answer]);
  const runId = answer?.runId ?? "";

  useEffect(() => {
    if (answer === null) return;
    const { works } = usePodium.getState();
    for (const { segmentId, revision, state } of answer.segments) {
      const key = workKey(runId, segmentId);
      const fresh = works[key]?.fresh ?? null;
      if (fresh === null) continue;
      const hasReply = fresh.segment.revision === revision && fresh.segment.state === state;
      const answersLeft = hasReply ? 0 : fresh.answersLeft - 1;
      setWork(key, { fresh: answersLeft <= 0 ? null : { ...fresh, answersLeft } });
    }
  }, [answer, runId]);

  const isReplyShown = usePodium(({ works }) =>
    segments.some(({ segmentId }) => (works[workKey(runId, segmentId)]?.fresh ?? null) !== null),
  );
  useEffect(() => {
    if (!isReplyShown) return undefined;
    const timer = setTimeout(refresh, answerFollowsMs);
    return () => clearTimeout(timer);
  }, [isReplyShown, answer, refresh]);

  // `useShallow` skips the render of the screen while a person types: only the column of that segment renders.
  return usePodium(
    useShallow(({ works }) =>
      segments.map(
        (segment) => works[workKey(runId, segment.segmentId)]?.fresh?.segment ?? segment,
      ),
    ),
  );
}

/** Returns the former object for an unchanged segment, so that only the columns of changed segments render. */
function createSegmentCache(): (segments: readonly PodiumSegment[]) => readonly PodiumSegment[] {
  let known = new Map<string, PodiumSegment>();
  return (segments) => {
    known = new Map(
      segments.map((segment) => {
        const json = JSON.stringify(segment);
        return [json, known.get(json) ?? segment];
      }),
    );
    return [...known.values()];
  };
}
