import { useEffect, useMemo, useState } from "react";
import { useShallow } from "zustand/react/shallow";
import { useQuery } from "#renderer/client/use-query.ts";
import type { Query } from "#renderer/client/use-query.ts";
import type { OutputOf } from "#shared/contract/index.ts";
import type { PodiumSegment } from "#shared/contract/podium.ts";
import { usePodium, workKey } from "./podium-store.ts";

export type PodiumAnswer = OutputOf<"podium.get">;
export type PodiumRun = PodiumAnswer["runs"][number];

const questions = { topics: ["podium", "roster", "events", "download"], keep: true } as const;

/** A run's segments as the program has them. */
export const usePodiumAnswer = (
  eventId: string | null,
  runId: string | undefined,
): Query<"podium.get"> =>
  useQuery(
    "podium.get",
    eventId === null ? null : { eventId, ...(runId === undefined ? {} : { runId }) },
    questions,
  );

/** The segments as they are shown: a reply's own stands before the room's question is answered anew. */
export function useSegments(answer: PodiumAnswer | null): readonly PodiumSegment[] {
  const [keep] = useState(createKeeper);
  const answered = answer?.segments ?? none;
  const kept = useMemo(() => keep(answered), [keep, answered]);
  const runId = answer?.runId ?? "";

  useEffect(() => {
    if (answer === null) return;
    const { works, setWork } = usePodium.getState();
    for (const { segmentId, revision, state } of answer.segments) {
      const key = workKey(runId, segmentId);
      const fresh = works[key]?.fresh ?? null;
      if (fresh === null) continue;
      const isThere = fresh.segment.revision === revision && fresh.segment.state === state;
      const answersLeft = isThere ? 0 : fresh.answersLeft - 1;
      setWork(key, { fresh: answersLeft <= 0 ? null : { ...fresh, answersLeft } });
    }
  }, [answer, runId]);

  // What is being typed and saved is its column's alone: the room is drawn again when a segment is another.
  return usePodium(
    useShallow(({ works }) =>
      kept.map((segment) => works[workKey(runId, segment.segmentId)]?.fresh?.segment ?? segment),
    ),
  );
}

const none: readonly PodiumSegment[] = [];

/** The same segments as the very objects they were, so that only columns that changed are drawn again. */
function createKeeper(): (segments: readonly PodiumSegment[]) => readonly PodiumSegment[] {
  let known = new Map<string, { readonly json: string; readonly segment: PodiumSegment }>();
  return (segments) => {
    const next: typeof known = new Map();
    const kept = segments.map((segment) => {
      const json = JSON.stringify(segment);
      const before = known.get(segment.segmentId);
      const entry = before?.json === json ? before : { json, segment };
      next.set(segment.segmentId, entry);
      return entry.segment;
    });
    known = next;
    return kept;
  };
}
