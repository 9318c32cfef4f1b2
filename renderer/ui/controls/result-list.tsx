import { memo, useEffect, useLayoutEffect, useRef } from "react";
import { words } from "#renderer/i18n/words.ts";
import { Bib } from "#renderer/ui/race/bib.tsx";
import { FieldNote } from "#renderer/ui/fields/field-note.tsx";
import type { Note } from "#renderer/ui/fields/field-note.tsx";
import { Icon } from "./icon.tsx";
import { MarkedText } from "#renderer/ui/race/marked-text.tsx";
import type { TextRange } from "#renderer/ui/race/marked-text.tsx";
import { PersonName } from "#renderer/ui/race/person-name.tsx";
import type { RunMark } from "#renderer/ui/race/run-mark.ts";
import styles from "./result-list.module.css";

export interface ResultRow {
  readonly id: string;
  readonly bib: string | null;
  readonly run: RunMark;
  readonly name: string | null;
  readonly nameRanges?: readonly TextRange[] | undefined;
  readonly email: string;
  readonly emailRanges?: readonly TextRange[] | undefined;
  /** Before the e-mail, in bold: why the row is here. */
  readonly detail?: string | undefined;
  /** At the end of the row. */
  readonly state?: RowState | undefined;
}

/** What is unusual about a row; large and filled where the state tells two rows apart. */
export interface RowState {
  readonly tone: Note["tone"] | "plain";
  readonly text: string;
  readonly isLarge: boolean;
}

export interface ResultListProps {
  /** The search box names it in `aria-controls`; an option's id is `optionId(id, row.id)`. */
  readonly id: string;
  readonly label: string;
  /** What the rows answer. A list of another question begins at its top; more rows of the same one leave it where it is. */
  readonly question: string;
  readonly rows: readonly ResultRow[];
  /** How many rows there are with those not read yet; -1: nobody knows. */
  readonly total?: number;
  readonly chosenId: string | null;
  readonly onChoose: (id: string) => void;
  /** The end of the rows comes into sight. */
  readonly onNearEnd?: (() => void) | undefined;
}

/** Rows that every layout shows without scrolling. */
const rowsInSight = 3;

/** The DOM id of a row's option, for `aria-activedescendant`. */
export const optionId = (listId: string, rowId: string): string => `${listId}-${rowId}`;

/** What was found. It never takes the focus: the search box drives it. */
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
  useNearEnd(list, end, rows.length < total ? onNearEnd : undefined);
  const shown = useRef({ question, rows, chosenId });
  const isScrolled = useRef(false);
  useLayoutEffect(() => {
    const before = shown.current;
    // The rows of a question come after its text: until then those that stand here answer the one before.
    const isNewList = rows !== before.rows && question !== before.question;
    shown.current = { question: isNewList ? question : before.question, rows, chosenId };
    const at = rows.findIndex((row) => row.id === chosenId);
    if (list.current === null) return;
    // Asking the browser where a row is, or telling it to scroll, would lay everything out before it is drawn: at the top
    // of a list that nobody scrolled there is nothing to ask.
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
        // By place: what stands in a row is written anew at each key, and no row is built or torn down.
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

/** Tells when the end of a scrolled list comes near; the browser watches, so that no key waits for a layout. */
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
  // A place may get another row under the finger.
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
