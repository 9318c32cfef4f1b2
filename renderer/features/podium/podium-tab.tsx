import { useEffect, useLayoutEffect, useMemo, useRef } from "react";
import { useClient } from "#renderer/client/client-context.tsx";
import { hasKeyboard } from "#renderer/client/input/keyboard.ts";
import { useScan } from "#renderer/client/input/use-scan.ts";
import { words } from "#renderer/i18n/words.ts";
import { afterDialog } from "#renderer/ui/controls/dialogs/after-dialog.ts";
import { showToast } from "#renderer/ui/controls/dialogs/toast-store.ts";
import type { PodiumSegment } from "#shared/contract/podium.ts";
import { AwardsNote } from "./awards-note.tsx";
import { SegmentColumn } from "./board/segment-column.tsx";
import { createSheetCommands } from "./board/sheet-commands.ts";
import { useBoardKeys } from "./board/use-board-keys.ts";
import type { PodiumAnswer } from "./board/use-segments.ts";
import { PlaceExplanation } from "./place-explanation.tsx";
import { PodiumDialogs } from "./podium-dialogs.tsx";
import { usePodiumLocation } from "./podium-location.ts";
import { changeSlot, comeBack, leaveRun, usePodium } from "./podium-store.ts";
import type { Editor } from "./slots/slot-editing.ts";
import { createEditor } from "./slots/slot-editing.ts";
import styles from "./board/board.module.css";

export interface PodiumTabProps {
  readonly eventId: string;
  readonly runId: string;
  readonly answer: PodiumAnswer;
  readonly segments: readonly PodiumSegment[];
  /** Another run was chosen, and is not answered yet. */
  readonly isLeaving: boolean;
}

/** The segments of a run side by side, and the explanation of a place. */
export function PodiumTab({ eventId, runId, answer, segments, isLeaving }: PodiumTabProps) {
  const client = useClient();
  const run = answer.runs.find(({ id }) => id === runId);
  const isRelay = run?.isRelay === true;
  useLayoutEffect(() => usePodium.setState({ rendered: segments }), [segments]);
  const commands = useMemo(
    () => createSheetCommands(client, eventId, runId),
    [client, eventId, runId],
  );
  const editor = useMemo(
    () => createEditor(runId, isRelay, renderedSegments, commands),
    [runId, isRelay, commands],
  );
  useBoardKeys(isLeaving ? null : editor);
  useBoardScans(eventId, isLeaving ? null : editor);

  // With a keyboard, the first empty place is opened for typing. On a tablet this would unfold the screen keyboard. While
  // another run is awaited, no place is open: a bib typed then would be saved on the sheet of the former run.
  const isEmpty = segments.length === 0;
  useEffect(() => {
    if (isEmpty || isLeaving || usePodium.getState().active !== null) return;
    const withKeyboard = hasKeyboard();
    if (!comeBack(runId, renderedSegments(), withKeyboard) && withKeyboard) editor.openEmpty();
  }, [isEmpty, isLeaving, editor, runId]);
  useEffect(() => () => leaveRun(runId), [runId]);

  return (
    <div className={styles["tab"]}>
      <AwardsNote eventId={eventId} awards={answer.awards} hasSegments={!isEmpty} />
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
                commands={commands}
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
        commands={commands}
        onChange={({ segmentId }) =>
          afterDialog(() => editor.open(segmentId, pressedPlace(segmentId)))
        }
        onAnnounced={(segmentId) => goOnAfter(editor, segmentId)}
      />
    </div>
  );
}

/** After the announcement of the segment of the open slot, typing goes on in the next open segment. */
function goOnAfter(editor: Editor, announcedId: string): void {
  const { active } = usePodium.getState();
  if (active !== null && active.segmentId !== announcedId) {
    if (!active.isTouched) changeSlot({ openedBy: { kind: "announced" } });
    return;
  }
  const isTouched = active?.isTouched === true;
  if (!isTouched) usePodium.setState({ active: null });
  if (isTouched || hasKeyboard()) editor.openEmpty(announcedId);
  // If no place opened, Ctrl+Z means the announced segment.
  if (usePodium.getState().active === null) usePodiumLocation.setState({ segmentId: announcedId });
}

/** The place that a person pressed, or typed last, in this segment; else the first one. */
function pressedPlace(segmentId: string): number {
  const { active, explained } = usePodium.getState();
  const place = [active, explained].find((each) => each?.segmentId === segmentId);
  return place?.index ?? 0;
}

const renderedSegments = (): readonly PodiumSegment[] => usePodium.getState().rendered;

/**
 * A scanned bib or name is typed into the open place, or into the first empty place. A code in doubt is not (B4), nor one
 * whose look-up is answered after another place was opened, or something else typed. Null: another run is awaited, and a
 * code is typed into no sheet.
 */
function useBoardScans(eventId: string, editor: Editor | null): void {
  const client = useClient();
  const editorNow = useRef<Editor | null>(null);
  useLayoutEffect(() => {
    editorNow.current = editor;
    return () => {
      editorNow.current = null;
    };
  }, [editor]);
  useScan((code, instead) => {
    if (instead !== null) return showToast("look", words.walkUp.scanDoubt(code, instead));
    if (editor === null) return showToast("look", words.podium.scanLate(code));
    const before = placeNow();
    void client.call("roster.scan", { eventId, text: code }).then((reply) => {
      if (!reply.ok) return showToast("look", words.podium.scanFailed(code));
      if (editorNow.current !== editor || placeNow() !== before)
        return showToast("look", words.podium.scanLate(code));
      // A look-alike is offered beside the typed bib and not entered (B1).
      const [only, second] = reply.value.isLookAlike ? [] : reply.value.rows;
      if (usePodium.getState().active === null) editor.openEmpty();
      if (only !== undefined && second === undefined) editor.choose(only);
      else if (reply.value.reading.kind === "bib") editor.type({ bib: reply.value.reading.text });
      else showToast("look", words.podium.scanNobody(code));
    });
  });
}

/** The open place and the bib in it, as a text to compare. */
function placeNow(): string {
  const { active } = usePodium.getState();
  return active === null ? "" : `${active.segmentId} ${active.index} ${active.bib}`;
}
