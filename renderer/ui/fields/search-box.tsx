import { useLayoutEffect, useRef, useState } from "react";
import type { ReactNode, RefObject } from "react";
import { isRightToLeft } from "#renderer/i18n/isolated.ts";
import { words } from "#renderer/i18n/words.ts";
import { Icon } from "#renderer/ui/controls/icon.tsx";
import styles from "./search-box.module.css";

export interface SearchBoxProps {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly inputRef: RefObject<HTMLInputElement | null>;
  /** The id of the result list, and of its selected option. */
  readonly listId: string;
  readonly activeId?: string | undefined;
  /** The state of the scanner, shown at the end of the box. */
  readonly scanner?: ReactNode;
  readonly onClear: () => void;
  /** There is something to clear, also without a text. */
  readonly isClearable: boolean;
  /** Opens the camera; shown as a button if the desk has no keyboard. */
  readonly onScan?: (() => void) | undefined;
  /** There is a camera, so a wide screen also has the button, as an icon. */
  readonly hasCamera?: boolean;
}

/** Number of characters that fit into the box in every layout without scrolling. */
const shortText = 8;

/**
 * The box that gets every typed character. While it has the focus it has a caret of 4 px, visible at arm's length in
 * sunlight. Chromium has no property for the width of a caret, so the caret is drawn behind a hidden copy of the text.
 * Right-to-left text keeps the browser's caret, because its position does not follow from the text before it.
 */
export function SearchBox({
  label,
  placeholder,
  value,
  onChange,
  inputRef,
  listId,
  activeId,
  scanner,
  onClear,
  isClearable,
  onScan,
  hasCamera = false,
}: SearchBoxProps) {
  const ghost = useRef<HTMLSpanElement>(null);
  /** Null while text is selected, because then there is no caret. */
  const [caretAt, setCaretAt] = useState<number | null>(value.length);
  const hasOwnCaret = !isRightToLeft(value);
  const followCaret = () => {
    const input = inputRef.current;
    if (input === null) return;
    const { selectionStart, selectionEnd } = input;
    setCaretAt(selectionStart === selectionEnd ? (selectionStart ?? input.value.length) : null);
    // Reading a scroll position causes a layout; a short text is never scrolled.
    const mayScroll = input.value.length > shortText;
    if (ghost.current !== null && mayScroll) ghost.current.scrollLeft = input.scrollLeft;
  };
  useLayoutEffect(followCaret, [value, inputRef]);

  return (
    <div className={styles["box"]} data-clearable={isClearable ? "" : undefined}>
      <Icon name="search" size={30} className={styles["glass"]} />
      <span className={styles["line"]}>
        <input
          ref={inputRef}
          className={styles["input"]}
          data-own-caret={hasOwnCaret ? "" : undefined}
          type="text"
          role="combobox"
          aria-label={label}
          aria-autocomplete="list"
          aria-expanded={activeId !== undefined}
          aria-controls={listId}
          aria-activedescendant={activeId}
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="go"
          dir="auto"
          placeholder={placeholder}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onSelect={followCaret}
          onScroll={followCaret}
        />
        {hasOwnCaret && caretAt !== null ? (
          <span ref={ghost} className={styles["ghost"]} aria-hidden="true">
            {value.slice(0, caretAt)}
            <i className={styles["caret"]} />
          </span>
        ) : null}
      </span>
      <button
        type="button"
        className={styles["clear"]}
        aria-label={words.ui.clearSearch}
        onClick={onClear}
      >
        <Icon name="clear" size={22} />
      </button>
      {onScan === undefined ? null : <ScanButton hasCamera={hasCamera} onPress={onScan} />}
      {scanner === undefined ? null : <span className={styles["scanner"]}>{scanner}</span>}
    </div>
  );
}

export interface ScannerStateProps {
  /** "Scanner ready", "Scan not found": two words, two lines. */
  readonly children: ReactNode;
  readonly tone?: "quiet" | "look";
}

/** The state of the scanner, at the end of the search box. */
export function ScannerState({ children, tone = "quiet" }: ScannerStateProps) {
  return (
    <span className={styles["state"]} data-tone={tone}>
      <Icon name={tone === "look" ? "look" : "scan"} size={24} />
      <span className={styles["stateWords"]} role="status">
        {children}
      </span>
    </span>
  );
}

interface ScanButtonProps {
  readonly hasCamera: boolean;
  readonly onPress: () => void;
}

function ScanButton({ hasCamera, onPress }: ScanButtonProps) {
  return (
    <button
      type="button"
      className={styles["scan"]}
      data-has-camera={hasCamera ? "" : undefined}
      aria-label={words.ui.scanWithCamera}
      onClick={onPress}
    >
      <Icon name="camera" size={24} />
      <span className={styles["scanWord"]}>{words.ui.scan}</span>
    </button>
  );
}
