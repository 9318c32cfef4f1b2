import { useEffect, useLayoutEffect, useRef, useState } from "react";
import type { RefObject } from "react";
import { useIsPractice } from "#renderer/client/navigation/screen-state.ts";
import { routeHash, useRoute } from "#renderer/client/navigation/route.ts";
import { words } from "#renderer/i18n/words.ts";
import { Button, IconButton } from "#renderer/ui/controls/buttons/button.tsx";
import { Clock } from "#renderer/ui/controls/page/clock.tsx";
import { EmptyState } from "#renderer/ui/controls/page/empty-state.tsx";
import { RunTag } from "#renderer/ui/race/runs/run-tag.tsx";
import { keyScrolled } from "#renderer/ui/controls/lists/key-scrolled.ts";
import type { RunMark } from "#renderer/ui/race/runs/run-mark.ts";
import type { Slot } from "#shared/contract/podium.ts";
import { precisionOf } from "#shared/domain/podium/race-time.ts";
import type { PodiumRun } from "../board/use-segments.ts";
import { usePodiumAnswer } from "../board/use-segments.ts";
import { usePodiumLocation } from "../podium-location.ts";
import { AnnouncerFooter } from "./announcer-footer.tsx";
import { AnnouncerLine } from "./announcer-line.tsx";
import type { AnnouncerSheet } from "./announcer-sheets.ts";
import { findSheet, isRevealed, listSheets } from "./announcer-sheets.ts";
import { useAnnouncerKeys } from "./use-announcer-keys.ts";
import { bracketPart } from "../slots/draft-sheet.ts";
import styles from "./announcer.module.css";

/** Up to this number, lines have full size; more lines are smaller. */
const linesAtFullSize = 4;
/** Minimum size of a line, as a part of its full size. */
const smallest = 0.42;
/** A label with more characters has two smaller lines. */
const longLabel = 22;

/** The announcer's window. Its state is reset when the podium screen opens it for another run or segment. */
export function AnnouncerView() {
  const { event = null, run, segment = null } = useRoute().with;
  // The desktop's menu names no run. A window begins with the choices of the window that opened it.
  const chosenRunId = usePodiumLocation(({ runId }) => runId);
  return (
    <Stage
      key={JSON.stringify([event, run, segment])}
      eventId={event}
      runId={run ?? chosenRunId}
      firstSegmentId={segment}
    />
  );
}

interface StageProps {
  readonly eventId: string | null;
  readonly runId: string | null;
  readonly firstSegmentId: string | null;
}

/** One announced segment in large type, revealed name by name. Shows new announcements at once. */
function Stage({ eventId, runId, firstSegmentId }: StageProps) {
  const query = usePodiumAnswer(eventId, runId);
  const [segmentId, setSegmentId] = useState(firstSegmentId);
  const [revealed, setRevealed] = useState<Readonly<Record<string, number>>>({});
  const [withDrafts, setWithDrafts] = useState(false);
  const [isLight, setLight] = useState(false);
  const stageRef = useRef<HTMLElement>(null);
  const listRef = useRef<HTMLOListElement>(null);
  const say = words.announcer;

  const answer = query.value;
  const run = answer?.runs.find(({ id }) => id === answer.runId);
  const sheets = listSheets(answer?.segments ?? [], withDrafts);
  const at = findSheet(sheets, segmentId);
  const sheet = sheets[at];
  const precision = precisionOf((sheet?.slots ?? []).map(({ hundredths }) => hundredths));
  const shownId = sheet?.segment.segmentId ?? "";
  const lines = sheet?.slots.length ?? 0;
  const seen = Math.min(lines, revealed[shownId] ?? 0);

  const go = (by: 1 | -1): void => {
    const next = sheets[at + by];
    if (next !== undefined) setSegmentId(next.segment.segmentId);
  };
  const reveal = (by: 1 | -1): void =>
    setRevealed((before) => ({
      ...before,
      [shownId]: Math.max(0, Math.min(lines, seen + by)),
    }));
  useAnnouncerKeys({ go, reveal, leave });
  useEffect(() => {
    listRef.current
      ?.querySelector("[data-revealed]")
      ?.scrollIntoView({ block: "nearest", behavior: "smooth" });
  }, [seen, shownId]);

  useStageLooks(stageRef, lines, isLight);
  return (
    <main ref={stageRef} className={styles["stage"]}>
      <StageHead
        sheet={sheet}
        run={run}
        withDrafts={withDrafts}
        isLight={isLight}
        onDrafts={() => setWithDrafts((before) => !before)}
        onLight={() => setLight((before) => !before)}
      />
      {sheet === undefined ? (
        <div className={styles["none"]}>
          {query.loading && answer === null ? null : (
            <EmptyState icon="announce" title={say.none}>
              {say.noneText}
            </EmptyState>
          )}
        </div>
      ) : (
        <ol className={styles["lines"]} {...keyScrolled} ref={listRef}>
          {sheet.slots.map((slot, index) => (
            <AnnouncerLine
              key={`${shownId} ${index}`}
              eventId={eventId}
              slot={slot}
              run={markOf(slot, run, answer?.runs ?? [])}
              bracket={bracketPart(sheet.slots, index)}
              isRevealed={isRevealed(index, lines, seen)}
              precision={precision}
            />
          ))}
        </ol>
      )}
      <AnnouncerFooter
        sheet={sheet}
        index={at}
        count={sheets.length}
        seen={seen}
        lines={lines}
        onReveal={reveal}
        onGo={go}
        onLeave={leave}
      />
    </main>
  );
}

/** The mark of the runner's own run, which is another one than the shown run for a bib that its warning is about (P4). */
function markOf(slot: Slot, shown: PodiumRun | undefined, runs: readonly PodiumRun[]): RunMark {
  const other = slot.warnings.find(({ kind }) => kind === "other-run");
  const label = other?.kind === "other-run" ? other.runLabel : shown?.label;
  const own = runs.find((run) => run.label === label) ?? shown;
  return { label: label ?? "", position: own?.position ?? 0 };
}

/** Sets the size of the lines and the theme of the window. */
function useStageLooks(
  stageRef: RefObject<HTMLElement | null>,
  lines: number,
  isLight: boolean,
): void {
  const size = Math.max(smallest, Math.min(1, linesAtFullSize / Math.max(1, lines)));
  useLayoutEffect(() => {
    stageRef.current?.style.setProperty("--size", String(size));
  }, [size, stageRef]);
  // Dark by default, independent of this desk's theme: the window is projected on a wall, or shown at night.
  useLayoutEffect(() => {
    document.documentElement.dataset["theme"] = isLight ? "light" : "dark";
  }, [isLight]);
}

interface StageHeadProps {
  readonly sheet: AnnouncerSheet | undefined;
  readonly run: PodiumRun | undefined;
  readonly withDrafts: boolean;
  readonly isLight: boolean;
  readonly onDrafts: () => void;
  readonly onLight: () => void;
}

function StageHead({ sheet, run, withDrafts, isLight, onDrafts, onLight }: StageHeadProps) {
  const isPractice = useIsPractice();
  const say = words.announcer;
  return (
    <header className={styles["head"]}>
      {isPractice ? <strong className={styles["practice"]}>{words.ui.practice}</strong> : null}
      {run === undefined ? null : (
        <span className={styles["run"]}>
          <RunTag run={run} />
        </span>
      )}
      <h1 data-length={(sheet?.segment.label.length ?? 0) > longLabel ? "long" : undefined}>
        <bdi dir="auto">{sheet?.segment.label ?? say.title}</bdi>
      </h1>
      {sheet === undefined || run === undefined ? null : (
        <p>
          {sheet.isDraft ? (
            <strong className={styles["draft"]}>{say.draftShort}</strong>
          ) : (
            say.clock(sheet.clock)
          )}
        </p>
      )}
      <div className={styles["end"]}>
        <div className={styles["tools"]}>
          <Button size="s" kind="quiet" onPress={onDrafts}>
            {withDrafts ? say.hideDrafts : say.showDrafts}
          </Button>
          <IconButton
            icon={isLight ? "dark" : "light"}
            label={isLight ? say.dark : say.light}
            onPress={onLight}
          />
          <IconButton
            icon="announcer"
            label={say.fullScreen}
            onPress={() => void document.documentElement.requestFullscreen()}
          />
        </div>
        <Clock />
      </div>
    </header>
  );
}

/** Leaves the full screen, or else closes the window. A window that cannot close shows the podium screen. */
function leave(): void {
  if (document.fullscreenElement !== null) {
    void document.exitFullscreen();
    return;
  }
  window.close();
  if (!window.closed) location.hash = routeHash("podium");
}
