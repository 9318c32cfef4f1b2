import { useCallback, useMemo, useState } from "react";
import type { RefObject } from "react";
import { hasKeyboard } from "#renderer/client/input/keyboard.ts";
import { useHasCamera } from "#renderer/client/input/use-camera.ts";
import { useDelayed } from "#renderer/client/queries/use-delayed.ts";
import { words } from "#renderer/i18n/words.ts";
import { optionId, ResultList } from "#renderer/ui/controls/lists/result-list.tsx";
import { ScannerState, SearchBox } from "#renderer/ui/fields/search-box.tsx";
import { CameraDialog } from "../scan/camera-dialog.tsx";
import { leaveOrClear, useCheckIn } from "../check-in-store.ts";
import { ResultsCaption } from "./results-caption.tsx";
import { toResultRows } from "./result-state.ts";
import { GuessHeading, NoResults, WalkUpOffer } from "./no-results.tsx";
import { RefusedEnter } from "../runner/refused-enter.tsx";
import { ReadyHints } from "../ready-hints.tsx";
import type { Results } from "./use-results.ts";
import styles from "./results.module.css";

const listId = "found";
/** After this time without an answer, the screen says that it searches. */
const lateMs = 300;

export interface ResultsPanelProps {
  readonly results: Results;
  readonly inputRef: RefObject<HTMLInputElement | null>;
  /** No registration of this event was downloaded yet. */
  readonly isEmptyCopy: boolean;
}

/** The search box with its results. */
export function ResultsPanel({ results, inputRef, isEmptyCopy }: ResultsPanelProps) {
  const text = useCheckIn((state) => state.text);
  const source = useCheckIn((state) => state.source);
  const type = useCheckIn((state) => state.type);
  const choose = useCheckIn((state) => state.choose);
  const clear = useCheckIn((state) => state.clear);
  const onClear = useCallback(() => {
    clear();
    inputRef.current?.focus();
  }, [clear, inputRef]);
  const onLeave = useCallback(() => {
    leaveOrClear();
    inputRef.current?.focus();
  }, [inputRef]);
  const hasCamera = useHasCamera();
  const [showsCamera, setShowsCamera] = useState(false);
  const openCamera = useCallback(() => {
    // A closed dialog returns the focus to the element that had it; with a keyboard this must be the search box.
    if (hasKeyboard()) inputRef.current?.focus();
    setShowsCamera(true);
  }, [inputRef]);
  const closeCamera = useCallback(() => setShowsCamera(false), []);
  const rows = useMemo(() => toResultRows(results.rows), [results.rows]);
  const isMiss = source.kind === "scanned" && source.answer.rows.length === 0;
  const isLate = useDelayed(text, lateMs) === text;
  const isWaiting = results.isFirst && !isLate;
  // The answer to the first letter replaces the hints directly, without an empty list between them.
  const isIdle = source.kind === "typed" && (text.trim() === "" || isWaiting);
  const isNobody = !isIdle && results.isNobody && source.kind !== "opened";
  const isGuess = results.kind !== "matches";
  return (
    <section className={styles["found"]}>
      <SearchBox
        label={words.checkIn.searchLabel}
        placeholder={words.checkIn.searchPlaceholder}
        value={text}
        onChange={type}
        inputRef={inputRef}
        listId={listId}
        activeId={results.chosenId === null ? undefined : optionId(listId, results.chosenId)}
        scanner={
          <ScannerState tone={isMiss ? "look" : "quiet"}>
            {isMiss ? words.checkIn.scanNotFound : words.checkIn.scannerReady}
          </ScannerState>
        }
        onClear={onClear}
        isClearable={text !== "" || source.kind === "opened"}
        onScan={openCamera}
        hasCamera={hasCamera}
      />
      <RefusedEnter results={results} />
      {showsCamera ? <CameraDialog onClose={closeCamera} /> : null}
      {isIdle ? (
        <ReadyHints isEmptyCopy={isEmptyCopy} />
      ) : isNobody ? (
        <NoResults text={text} />
      ) : (
        <>
          {isGuess ? (
            <GuessHeading kind={results.kind} text={text} />
          ) : (
            <ResultsCaption results={results} isLate={isLate} onLeave={onLeave} />
          )}
          {rows.length === 0 ? null : (
            <ResultList
              id={listId}
              label={words.checkIn.found}
              question={text}
              rows={rows}
              total={results.more ? -1 : Math.max(results.total, rows.length)}
              chosenId={results.chosenId}
              onChoose={choose}
              onNearEnd={isLate ? results.loadMore : undefined}
            />
          )}
          {isGuess ? <WalkUpOffer text={text} /> : null}
        </>
      )}
    </section>
  );
}
