import { useEffect, useLayoutEffect, useMemo, useState } from "react";
import { useClient } from "#renderer/client/client-context.tsx";
import { hasKeyboard } from "#renderer/client/input/keyboard.ts";
import { useScan } from "#renderer/client/input/use-scan.ts";
import { failureMessage } from "#renderer/i18n/failure-messages.ts";
import { words } from "#renderer/i18n/words.ts";
import { useToast } from "#renderer/ui/controls/dialogs/toast-store.ts";
import type { PodiumSegment } from "#shared/contract/podium.ts";
import { AwardsNote } from "./awards-note.tsx";
import type { Editor } from "./slots/slot-editing.ts";
import { createEditor } from "./slots/slot-editing.ts";
import { createSheetCommands } from "./board/sheet-commands.ts";
import { PodiumDialogs } from "./podium-dialogs.tsx";
import { usePodiumLocation } from "./podium-location.ts";
import { usePodium } from "./podium-store.ts";
import { SegmentColumn } from "./board/segment-column.tsx";
import { findNextEmpty } from "./slots/draft-sheet.ts";
import { useBoardKeys } from "./board/use-board-keys.ts";
import type { PodiumAnswer } from "./board/use-segments.ts";
import { PlaceExplanation } from "./place-explanation.tsx";
import styles from "./board/board.module.css";

export interface PodiumTabProps {
  readonly eventId: string;
  readonly runId: string;
  readonly answer: PodiumAnswer;
  readonly segments: readonly PodiumSegment[];
}

/** A run's segments side by side, and why a place is what it is. */
export function PodiumTab({ eventId, runId, answer, segments }: PodiumTabProps) {
  const client = useClient();
  const run = answer.runs.find(({ id }) => id === runId);
  const isRelay = run?.isRelay === true;
  const [shown] = useState(createShown);
  useLayoutEffect(() => shown.set(segments), [shown, segments]);
  const orders = useMemo(
    () => createSheetCommands(client, eventId, runId),
    [client, eventId, runId],
  );
  const editor = useMemo(
    () => createEditor(runId, isRelay, shown.get, orders),
    [runId, isRelay, orders, shown],
  );
  useBoardKeys();

  // With a keyboard the first empty place is ready to be typed into; a tablet's stays folded.
  const isEmpty = segments.length === 0;
  useEffect(() => {
    if (isEmpty || !hasKeyboard() || usePodium.getState().active !== null) return;
    const first =
      findNextEmpty(lastTypedSegment(shown.get()), null) ?? findNextEmpty(shown.get(), null);
    if (first !== null) editor.open(first.segmentId, first.index);
  }, [isEmpty, editor, shown]);
  useEffect(() => usePodium.subscribe(keepTypedSegment), []);
  useEffect(
    () => () => {
      const { activate, open } = usePodium.getState();
      activate(null);
      open(null);
    },
    [runId],
  );

  const onUndo = useMemo(
    () => (segment: PodiumSegment) => {
      void orders.undo(segment).then((outcome) => {
        const { show } = useToast.getState();
        if (outcome === "undone") show({ tone: "done", text: words.podium.undone(segment.label) });
        else if (outcome !== null) {
          show({ tone: "look", text: failureMessage(outcome, words.podium.failures).title });
        }
      });
    },
    [orders],
  );

  useBoardScans(eventId, editor, shown);

  return (
    <div className={styles["tab"]}>
      <AwardsNote eventId={eventId} answer={answer} hasSegments={!isEmpty} />
      {isEmpty ? null : (
        <>
          <div className={styles["board"]}>
            {segments.map((segment) => (
              <SegmentColumn
                key={segment.segmentId}
                eventId={eventId}
                runId={runId}
                distanceMeters={run?.distanceMeters ?? 0}
                segment={segment}
                editor={editor}
                orders={orders}
                onUndo={onUndo}
              />
            ))}
          </div>
          <PlaceExplanation eventId={eventId} runId={runId} segments={segments} />
        </>
      )}
      <PodiumDialogs
        eventId={eventId}
        runId={runId}
        answer={answer}
        segments={segments}
        orders={orders}
        onChange={(segment) => editor.open(segment.segmentId, 0)}
      />
    </div>
  );
}

/** The segment that was typed into last is where typing goes on. */
function lastTypedSegment(segments: readonly PodiumSegment[]): readonly PodiumSegment[] {
  const last = usePodiumLocation.getState().segmentId;
  return segments.filter(({ segmentId }) => segmentId === last);
}

function keepTypedSegment(): void {
  const segmentId = usePodium.getState().active?.segmentId;
  if (segmentId === undefined || segmentId === usePodiumLocation.getState().segmentId) return;
  usePodiumLocation.setState({ segmentId });
}

interface Shown {
  readonly get: () => readonly PodiumSegment[];
  readonly set: (segments: readonly PodiumSegment[]) => void;
}

/** The segments as they were drawn last, for what happens between two drawings. */
function createShown(): Shown {
  let shown: readonly PodiumSegment[] = [];
  return {
    get: () => shown,
    set(segments) {
      shown = segments;
    },
  };
}

/** A scanned bib or name is typed into the open place, or into the first empty one. */
function useBoardScans(
  eventId: string,
  editor: Editor,
  shown: ReturnType<typeof createShown>,
): void {
  const client = useClient();
  useScan((code) => {
    void client.call("roster.scan", { eventId, text: code }).then((reply) => {
      if (!reply.ok) return;
      const [only, second] = reply.value.rows;
      if (usePodium.getState().active === null) {
        const first = findNextEmpty(shown.get(), null);
        if (first !== null) editor.open(first.segmentId, first.index);
      }
      if (only !== undefined && second === undefined) editor.choose(only);
      else if (reply.value.reading.kind === "bib") editor.type({ bib: reply.value.reading.text });
      else useToast.getState().show({ tone: "look", text: words.podium.scanNobody(code) });
    });
  });
}
