import { useCallback, useMemo, useState } from "react";
import type { RefObject } from "react";
import { hasKeyboard } from "#renderer/client/keyboard.ts";
import { navigate } from "#renderer/client/route.ts";
import { useHasCamera } from "#renderer/client/use-camera.ts";
import { useLater } from "#renderer/client/use-later.ts";
import { words } from "#renderer/i18n/words.ts";
import { Button } from "#renderer/ui/button.tsx";
import { EmptyState } from "#renderer/ui/empty-state.tsx";
import { Icon } from "#renderer/ui/icon.tsx";
import { Keycap } from "#renderer/ui/keycap.tsx";
import { optionId, ResultList } from "#renderer/ui/result-list.tsx";
import { ScannerState, SearchBox } from "#renderer/ui/search-box.tsx";
import { CameraDialog } from "./camera-dialog.tsx";
import { useCheckIn } from "./check-in-store.ts";
import { toResultRow } from "./found.ts";
import { ReadyHints } from "./ready-hints.tsx";
import type { Found } from "./use-found.ts";
import styles from "./found.module.css";

const listId = "found";
/** An answer that takes longer is waited for in words. */
const lateMs = 300;

export interface FoundPanelProps {
  readonly found: Found;
  readonly inputRef: RefObject<HTMLInputElement | null>;
  /** Nothing of this event was downloaded yet. */
  readonly isEmptyCopy: boolean;
}

/** The box that hears everything, and what it found. */
export function FoundPanel({ found, inputRef, isEmptyCopy }: FoundPanelProps) {
  const text = useCheckIn((state) => state.text);
  const source = useCheckIn((state) => state.source);
  const type = useCheckIn((state) => state.type);
  const clear = useCheckIn((state) => state.clear);
  const choose = useCheckIn((state) => state.choose);
  const onClear = useCallback(() => {
    clear();
    inputRef.current?.focus();
  }, [clear, inputRef]);
  const hasCamera = useHasCamera();
  const [showsCamera, setShowsCamera] = useState(false);
  const openCamera = useCallback(() => {
    // A dialog gives the focus back to where it was: with a keyboard that has to be the box.
    if (hasKeyboard()) inputRef.current?.focus();
    setShowsCamera(true);
  }, [inputRef]);
  const closeCamera = useCallback(() => setShowsCamera(false), []);
  const rows = useMemo(() => found.rows.map(toResultRow), [found.rows]);
  const isMiss = source.kind === "scanned" && source.answer.rows.length === 0;
  const isLate = useLater(text, lateMs) === text;
  const isWaiting = found.isFirst && !isLate;
  // The first letter's answer takes the place of the hints: nothing is drawn in between.
  const isIdle = source.kind === "typed" && (text.trim() === "" || isWaiting);
  const isNobody = !isIdle && found.isFresh && found.rows.length === 0 && source.kind !== "opened";
  return (
    <section className={styles["found"]}>
      <SearchBox
        label={words.checkIn.searchLabel}
        placeholder={words.checkIn.searchPlaceholder}
        value={text}
        onChange={type}
        inputRef={inputRef}
        listId={listId}
        activeId={found.chosenId === null ? undefined : optionId(listId, found.chosenId)}
        scanner={
          <ScannerState tone={isMiss ? "look" : "quiet"}>
            {isMiss ? words.checkIn.scanNotFound : words.checkIn.scannerReady}
          </ScannerState>
        }
        onClear={onClear}
        onScan={openCamera}
        hasCamera={hasCamera}
      />
      {showsCamera ? <CameraDialog onClose={closeCamera} /> : null}
      {isIdle ? (
        <ReadyHints isEmptyCopy={isEmptyCopy} />
      ) : (
        <>
          {isNobody ? null : <Caption found={found} isLate={isLate} />}
          {isNobody ? (
            <Nobody text={text} />
          ) : (
            <ResultList
              id={listId}
              label={words.checkIn.found}
              rows={rows}
              chosenId={found.chosenId}
              onChoose={choose}
            />
          )}
        </>
      )}
    </section>
  );
}

interface CaptionProps {
  readonly found: Found;
  /** What is in the box has been there for longer than an answer takes. */
  readonly isLate: boolean;
}

function Caption({ found, isLate }: CaptionProps) {
  const text = useCheckIn((state) => state.text);
  const source = useCheckIn((state) => state.source);
  const panel = useCheckIn((state) => state.panel);
  const chosen = found.card?.runner;
  return (
    <div className={styles["caption"]}>
      <span role="status">{captionWords()}</span>
      <span className={styles["captionKeys"]}>
        {panel.kind === "card" ? (
          found.rows.length > 1 ? (
            <>
              <Keycap>
                <Icon name="up" size={16} />
              </Keycap>
              <Keycap>
                <Icon name="down" size={16} />
              </Keycap>
              <span className={styles["keyWord"]}>{words.checkIn.choose}</span>
            </>
          ) : (
            <>
              <Keycap>{words.ui.esc}</Keycap>
              <span className={styles["keyWord"]}>{words.checkIn.clear}</span>
            </>
          )
        ) : (
          <>
            <Keycap>{words.ui.esc}</Keycap>
            <span className={styles["keyWord"]}>{words.checkIn.keep(chosen?.bib ?? null)}</span>
          </>
        )}
      </span>
    </div>
  );

  function captionWords(): string {
    if (found.hasFailed) return words.checkIn.searchFailed;
    if (source.kind === "opened") return "";
    if (source.kind === "scanned") {
      const say = words.checkIn.scanned;
      if (source.answer.rows.length > 1) return say.several(source.answer.rows.length);
      return source.answer.reading.kind === "bib" ? say.bib(text) : say.other(text);
    }
    if (!found.isFresh && (isLate || found.rows.length === 0)) return words.checkIn.searching;
    return words.checkIn.matches(found.total, found.more, text.trim(), found.exactBibs > 0);
  }
}

function Nobody({ text }: { readonly text: string }) {
  const source = useCheckIn((state) => state.source);
  const say = words.checkIn;
  const other = source.kind === "scanned" ? source.answer.otherEvent : null;
  const isScan = source.kind === "scanned";
  const title =
    other !== null
      ? say.scanOtherEvent(other.eventName)
      : isScan
        ? say.scanNobody(text)
        : say.nobody(text.trim());
  return (
    <EmptyState
      title={title}
      action={
        other !== null ? undefined : (
          <Button icon="walk-up" keycap="F2" onPress={() => navigate("walk-up", { text })}>
            {say.walkUp}
          </Button>
        )
      }
    >
      {other !== null ? say.scanOtherEventText : isScan ? say.scanNobodyText : say.nobodyText}
    </EmptyState>
  );
}
