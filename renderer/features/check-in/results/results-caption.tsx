import { words } from "#renderer/i18n/words.ts";
import { Icon } from "#renderer/ui/controls/icon.tsx";
import { Keycap } from "#renderer/ui/controls/buttons/keycap.tsx";
import { useCheckIn } from "../check-in-store.ts";
import { beginningOf } from "./result-state.ts";
import type { Results } from "./use-results.ts";
import styles from "./results.module.css";

export interface ResultsCaptionProps {
  readonly results: Results;
  /** The text has not changed for longer than an answer takes. */
  readonly isLate: boolean;
  /** Does what Esc does. */
  readonly onLeave: () => void;
}

/** Above the list: the number of rows, and the keys to choose one. */
export function ResultsCaption({ results, isLate, onLeave }: ResultsCaptionProps) {
  const text = useCheckIn((state) => state.text);
  const source = useCheckIn((state) => state.source);
  const panel = useCheckIn((state) => state.panel);
  return (
    <div className={styles["caption"]}>
      <span role="status">{captionWords()}</span>
      <span className={styles["captionKeys"]}>
        {panel.kind === "card" && results.rows.length > 1 && results.chosenId !== null ? (
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
          <button type="button" className={styles["leave"]} onClick={onLeave}>
            <Keycap isDrawn>{words.ui.esc}</Keycap>
            <span className={styles["keyWord"]}>
              {panel.kind === "card"
                ? words.checkIn.clear
                : words.checkIn.keep(results.card?.runner.bib ?? null)}
            </span>
          </button>
        )}
      </span>
    </div>
  );

  function captionWords(): string {
    if (results.hasFailed) return words.checkIn.searchFailed;
    if (source.kind === "opened") return "";
    if (source.kind === "scanned") {
      const say = words.checkIn.scanned;
      if (source.ambiguous !== null)
        return say.doubt(source.ambiguous.code, source.ambiguous.instead);
      if (source.answer.isLookAlike) return say.lookAlike(text);
      if (source.answer.rows.length > 1) return say.several(source.answer.rows.length);
      return source.answer.reading.kind === "bib" ? say.bib(text) : say.other(text);
    }
    if (!results.isFresh && (isLate || results.rows.length === 0)) return words.checkIn.searching;
    const begun = beginningOf(results, text);
    if (begun !== null) return words.checkIn.bibBegins(begun.bib, begun.total, begun.more);
    return results.chosenId === null ? chooseWords(results) : matchWords(results, text.trim());
  }
}

function chooseWords({ total, more, exactBibs, exactNames }: Results): string {
  const say = words.checkIn.chooseFrom;
  if (exactBibs > 1) return say.bib(exactBibs);
  if (exactNames > 1) return say.name(exactNames);
  return say.matches(total, more);
}

function matchWords({ total, more, exactBibs, exactNames }: Results, text: string): string {
  const first = exactBibs > 0 ? "bib" : exactNames > 0 ? "name" : null;
  return words.checkIn.matches(total, more, text, first);
}
