import { memo, useEffect, useLayoutEffect, useRef } from "react";
import { words } from "#renderer/i18n/words.ts";
import { Bib } from "#renderer/ui/race/bibs/bib.tsx";
import { FieldNote } from "#renderer/ui/fields/field-note.tsx";
import type { Note } from "#renderer/ui/fields/field-note.tsx";
import { Icon } from "#renderer/ui/controls/icon.tsx";
import { MarkedText } from "#renderer/ui/race/people/marked-text.tsx";
import type { TextRange } from "#renderer/ui/race/people/marked-text.tsx";
import { PersonName } from "#renderer/ui/race/people/person-name.tsx";
import type { RunMark } from "#renderer/ui/race/runs/run-mark.ts";
import styles from "./result-list.module.css";

export interface ResultRow {
  readonly id: string;
  readonly bib: string | null;
  readonly run: RunMark;
  readonly name: string | null;
  readonly nameRanges?: readonly TextRange[] | undefined;
  readonly email: string;
  readonly emailRanges?: readonly TextRange[] | undefined;
  /** Why the row is listed; shown in bold before the e-mail. */
  readonly detail?: string | undefined;
  /** Shown at the end of the row. */
  readonly state?: RowState | undefined;
}

/** What is unusual about a row; drawn large if it distinguishes two rows. */
export interface RowState {
  readonly tone: Note["tone"] | "plain";
  readonly text: string;
  readonly isLarge: boolean;
}

export interface ResultListProps {
  /** The search box names it in `aria-controls`; an option's id is `optionId(id, row.id)`. */
  readonly id: string;
  readonly label: string;
  /** The question that the rows answer. A new question scrolls to the top; more rows of the same question do not. */
  readonly question: string;
  readonly rows: readonly ResultRow[];
  /** Number of rows, including rows that are not read yet; -1 if unknown. */
  readonly total?: number;
  readonly chosenId: string | null;
  readonly onChoose: (id: string) => void;
  /** Called when the end of the rows comes into view. */
  readonly onNearEnd?: (() => void) | undefined;
}

/** Number of rows that every layout shows without scrolling. */
const rowsInSight = 3;

/** The DOM id of a row's option, for `aria-activedescendant`. */
export const optionId = (listId: string, rowId: string): string => `${listId}-${rowId}`;

/** The list of results. The focus stays in the search box, whose keys select a row. */
export function ResultList({
  id,
  label,
  question,
  rows,
  total = rows.length,
  chosenId,
  onChoose,
  onNearEnd,
}: ResultListProps) {
  const list = useRef<HTMLDivElement>(null);
  const end = useRef<HTMLDivElement>(null);
  useNearEnd(list, end, total === -1 || rows.length < total ? onNearEnd : undefined);
  const shown = useRef({ question, rows, chosenId });
  const isScrolled = useRef(false);
  useLayoutEffect(() => {
    const before = shown.current;
    // The rows of a question arrive after its text; until then the rows answer the former question.
    const isNewList = rows !== before.rows && question !== before.question;
    shown.current = { question: isNewList ? question : before.question, rows, chosenId };
    const at = rows.findIndex((row) => row.id === chosenId);
    if (list.current === null) return;
    // Reading positions and scrolling cause a layout; a list at its top needs neither.
    if (at < rowsInSight && !isScrolled.current) return;
    if (isNewList && at < rowsInSight) list.current.scrollTop = 0;
    else if (isNewList || chosenId !== before.chosenId) {
      list.current.children[at]?.scrollIntoView({ block: "nearest" });
    }
  }, [question, rows, chosenId]);
  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      aria-label={label}
      className={styles["list"]}
      onScroll={(event) => {
        isScrolled.current = event.currentTarget.scrollTop > 0;
      }}
    >
      {rows.map((row, place) => (
        // Keyed by position: a key press changes the text of the rows and creates or removes no row.
        <Option
          key={place}
          row={row}
          domId={optionId(id, row.id)}
          place={place + 1}
          total={total}
          isChosen={row.id === chosenId}
          onChoose={onChoose}
        />
      ))}
      <div ref={end} role="presentation" className={styles["end"]} />
    </div>
  );
}

/** Reports when the end of the list is near. The browser observes it, so that no key waits for a layout. */
function useNearEnd(
  list: { readonly current: HTMLElement | null },
  end: { readonly current: HTMLElement | null },
  onNearEnd: (() => void) | undefined,
): void {
  useEffect(() => {
    if (onNearEnd === undefined || end.current === null) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) onNearEnd();
      },
      { root: list.current, rootMargin: "0px 0px 200px" },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [list, end, onNearEnd]);
}

interface OptionProps {
  readonly row: ResultRow;
  readonly domId: string;
  readonly place: number;
  readonly total: number;
  readonly isChosen: boolean;
  readonly onChoose: (id: string) => void;
}

const Option = memo(function Option({ row, domId, place, total, isChosen, onChoose }: OptionProps) {
  // While a finger is down, the position may get another row.
  const pressedId = useRef<string | null>(null);
  return (
    <div
      id={domId}
      role="option"
      aria-selected={isChosen}
      aria-posinset={place}
      aria-setsize={total}
      className={styles["row"]}
      onMouseDown={(event) => {
        event.preventDefault();
        pressedId.current = row.id;
      }}
      onClick={() => {
        const isAnother = pressedId.current !== null && pressedId.current !== row.id;
        pressedId.current = null;
        if (!isAnother) onChoose(row.id);
      }}
    >
      <Bib bib={row.bib} run={row.run} />
      <span className={styles["person"]}>
        <PersonName className={styles["name"]}>
          {row.name === null ? (
            <span className={styles["noName"]}>{words.ui.noName}</span>
          ) : (
            <MarkedText text={row.name} ranges={row.nameRanges} />
          )}
        </PersonName>
        <span className={styles["line"]}>
          {row.detail === undefined ? null : <b className={styles["detail"]}>{row.detail}</b>}
          <span className={styles["email"]}>
            <MarkedText text={row.email} ranges={row.emailRanges} />
          </span>
        </span>
      </span>
      {row.state === undefined ? null : <State state={row.state} />}
    </div>
  );
});

function State({ state: { tone, text, isLarge } }: { readonly state: RowState }) {
  if (isLarge) {
    return (
      <span className={styles["largeState"]} data-tone={tone}>
        {tone === "plain" ? null : <Icon name={tone} size={20} />}
        <span>{text}</span>
      </span>
    );
  }
  return tone === "plain" ? null : (
    <span className={styles["status"]}>
      <FieldNote note={{ tone, text }} />
    </span>
  );
}
