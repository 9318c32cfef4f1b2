import { words } from "#renderer/i18n/words.ts";
import { Card } from "#renderer/ui/controls/page/card.tsx";
import { classNames } from "#renderer/ui/controls/class-names.ts";
import { Icon } from "#renderer/ui/controls/icon.tsx";
import { Keycap } from "#renderer/ui/controls/buttons/keycap.tsx";
import { useCheckIn } from "../check-in-store.ts";
import type { Source } from "../check-in-store.ts";
import { beginningOf } from "./result-state.ts";
import type { Results } from "./use-results.ts";
import styles from "../check-in-panels.module.css";

/** Shown if several runners match and none is chosen: their number, the reason, and how to choose. */
export function SeveralResults({ results }: { readonly results: Results }) {
  const source = useCheckIn((state) => state.source);
  const text = useCheckIn((state) => state.text);
  const say = words.checkIn;
  return (
    <Card kind="quiet" className={classNames(styles["idle"], styles["several"])}>
      <h2>{severalTitle(results, source, text)}</h2>
      <p>{severalText(results, source)}</p>
      <p className={styles["severalKeys"]}>
        <Keycap size="m">
          <Icon name="down" size={19} />
        </Keycap>
        <Keycap size="m">{words.ui.enter}</Keycap>
        <span>{say.intoList}</span>
      </p>
    </Card>
  );
}

function severalText(results: Results, source: Source): string {
  const say = words.checkIn;
  if (source.kind === "scanned" && source.ambiguous !== null) return say.doubtText;
  if (results.kind !== "matches") return say.guessText;
  return results.exactBibs > 1 ? say.severalOfBibText : say.severalText;
}

function severalTitle(results: Results, source: Source, text: string): string {
  const say = words.checkIn;
  if (source.kind === "scanned") {
    const { ambiguous, answer } = source;
    if (ambiguous !== null) return say.severalOfDoubt(ambiguous.code, ambiguous.instead);
    return answer.isLookAlike
      ? say.scanned.lookAlike(answer.reading.text)
      : say.severalOfCode(results.total);
  }
  if (results.kind === "near") return say.didYouMeanOne;
  if (results.kind === "alike") return say.isItOneOfThese;
  const begun = beginningOf(results, text);
  if (begun !== null) return say.bibBegins(begun.bib, begun.total, begun.more);
  if (results.exactBibs > 1) return say.severalOfBib(results.exactBibs);
  if (results.exactNames > 1) return say.severalOfName(results.exactNames);
  return say.severalMatch(results.total, results.more);
}
