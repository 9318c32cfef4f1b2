import { useEffect } from "react";
import type { RefObject } from "react";
import { hasKeyboard } from "#renderer/client/input/keyboard.ts";
import { words } from "#renderer/i18n/words.ts";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { Icon } from "#renderer/ui/controls/icon.tsx";
import { Keycap } from "#renderer/ui/controls/buttons/keycap.tsx";
import styles from "../finish-side.module.css";

const longestBib = 100;

export interface BibEntryProps {
  readonly text: string;
  readonly inputRef: RefObject<HTMLInputElement | null>;
  /** The line whose bib is being changed; null adds to the end. */
  readonly changedIndex: number | null;
  readonly onType: (text: string) => void;
  readonly onEnter: () => boolean;
  readonly onUnreadable: () => void;
}

/** Where bibs are typed. It is yellow while Enter does something: adds the bib, or changes the selected one. */
export function BibEntry({
  text,
  inputRef,
  changedIndex,
  onType,
  onEnter,
  onUnreadable,
}: BibEntryProps) {
  const { finishLog } = words;
  useEffect(() => {
    if (hasKeyboard()) inputRef.current?.focus();
  }, [inputRef]);
  const isReady = text.trim() !== "";
  return (
    <form
      className={styles["entry"]}
      data-ready={isReady ? "" : undefined}
      onSubmit={(event) => {
        // A tablet's own keyboard sends the form; a real Enter was taken before.
        event.preventDefault();
        onEnter();
      }}
    >
      <div className={styles["entryHead"]}>
        <label htmlFor="finish-bib">
          {changedIndex === null ? finishLog.bibLabel : finishLog.bibOf(changedIndex)}
        </label>
        <span id="finish-bib-hint">{finishLog.bibHint}</span>
      </div>
      <div className={styles["entryLine"]}>
        <span className={styles["field"]}>
          <input
            id="finish-bib"
            ref={inputRef}
            value={text}
            placeholder={finishLog.bibEmpty}
            maxLength={longestBib}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            enterKeyHint="done"
            dir="auto"
            aria-describedby="finish-bib-hint"
            onChange={(event) => onType(event.target.value)}
          />
          {isReady ? <Keycap>{words.ui.enter}</Keycap> : null}
        </span>
        {isReady ? (
          <button type="submit" className={styles["send"]} aria-label={finishLog.add}>
            <Icon name="chosen" size={26} />
          </button>
        ) : (
          <Button kind="quiet" keycap={finishLog.unreadableKey} onPress={onUnreadable}>
            {finishLog.unreadable}
          </Button>
        )}
      </div>
    </form>
  );
}
