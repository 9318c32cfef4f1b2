import { useEffect, useMemo, useState } from "react";
import { useShallow } from "zustand/react/shallow";
import { useQuery } from "#renderer/client/queries/use-query.ts";
import type { Query } from "#renderer/client/queries/use-query.ts";
import type { OutputOf } from "#shared/contract/index.ts";
import type { PodiumSegment } from "#shared/contract/podium.ts";
import { words } from "#renderer/i18n/words.ts";
import { readSegmentId } from "#shared/domain/podium/segment.ts";
import { usePodium, workKey } from "../podium-store.ts";

export type PodiumAnswer = OutputOf<"podium.get">;
export type PodiumRun = PodiumAnswer["runs"][number];

const questions = { topics: ["podium", "roster", "events", "download"], keep: true } as const;

/** A run's segments as the program has them; those of the first run where that run is gone, or none was chosen. */
export function usePodiumAnswer(eventId: string | null, runId: string | null): Query<"podium.get"> {
  const [goneId, setGoneId] = useState<string | null>(null);
  const isAsked = runId !== null && runId !== goneId;
  const query = useQuery(
    "podium.get",
    eventId === null ? null : { eventId, ...(isAsked ? { runId } : {}) },
    questions,
  );
  const { value: answer } = query;
  const value = useMemo(
    () => answer && { ...answer, segments: answer.segments.map(nameSegment) },
    [answer],
  );
  if (!isAsked || query.error?.code !== "not-found") return { ...query, value };
  setGoneId(runId);
  return { ...query, value, error: null };
}

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
      kept.map((segment) =>
        nameSegment(works[workKey(runId, segment.segmentId)]?.fresh?.segment ?? segment),
      ),
    ),
  );
}

const named = new WeakMap<PodiumSegment, PodiumSegment>();

/** A segment that nobody called anything has its id for a label: a screen says it in words. The same object each time. */
function nameSegment(segment: PodiumSegment): PodiumSegment {
  if (segment.label !== segment.segmentId) return segment;
  const known = named.get(segment) ?? {
    ...segment,
    label: words.podiumSetup.segmentLabel(readSegmentId(segment.segmentId)),
  };
  named.set(segment, known);
  return known;
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
