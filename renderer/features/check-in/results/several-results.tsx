import { words } from "#renderer/i18n/words.ts";
import { Card } from "#renderer/ui/controls/page/card.tsx";
import { classNames } from "#renderer/ui/controls/class-names.ts";
import { Icon } from "#renderer/ui/controls/icon.tsx";
import { Keycap } from "#renderer/ui/controls/buttons/keycap.tsx";
import { useCheckIn } from "../check-in-store.ts";
import type { Source } from "../check-in-store.ts";
import type { Found } from "./use-results.ts";
import styles from "../check-in-panels.module.css";

export interface SeveralProps {
  readonly found: Found;
}

/** Several runners fit what was typed or scanned, so nobody is chosen: how many, why, and how to choose. */
export function Several({ found }: SeveralProps) {
  const source = useCheckIn((state) => state.source);
  const say = words.checkIn;
  return (
    <Card kind="quiet" className={classNames(styles["idle"], styles["several"])}>
      <h2>{severalTitle(found, source)}</h2>
      <p>{severalText(found, source)}</p>
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

function severalText(found: Found, source: Source): string {
  const say = words.checkIn;
  if (source.kind === "scanned" && source.doubt !== null) return say.doubtText;
  return found.kind === "matches" ? say.severalText : say.guessText;
}

/** Who the several are: holders of one bib or code, namesakes, guesses, or just matches. */
function severalTitle(found: Found, source: Source): string {
  const say = words.checkIn;
  if (source.kind === "scanned") {
    const { doubt } = source;
    return doubt === null
      ? say.severalOfCode(found.total)
      : say.severalOfDoubt(doubt.code, doubt.instead);
  }
  if (found.kind === "near") return say.didYouMeanOne;
  if (found.kind === "alike") return say.isItOneOfThese;
  if (found.exactBibs > 1) return say.severalOfBib(found.exactBibs);
  if (found.exactNames > 1) return say.severalOfName(found.exactNames);
  return say.severalMatch(found.total, found.more);
}
