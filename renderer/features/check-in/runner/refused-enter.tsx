import { words } from "#renderer/i18n/words.ts";
import { Icon } from "#renderer/ui/controls/icon.tsx";
import { Keycap } from "#renderer/ui/controls/buttons/keycap.tsx";
import { asksAboutTakenBib, useCheckIn } from "../check-in-store.ts";
import { canBeOverridden, isChanged, isUnseenChoice } from "../results/enter-key.ts";
import type { Results } from "../results/use-results.ts";
import { judgeCard, reasonText } from "./verdict.ts";
import styles from "./refused.module.css";

/** After a refused Enter, names the keys that do something (C8). */
export function RefusedEnter({ results }: { readonly results: Results }) {
  const refusals = useCheckIn((state) => state.refusals);
  const isOnCard = useCheckIn((state) => state.panel.kind === "card");
  const asksBib = useCheckIn(asksAboutTakenBib);
  const enteredListAtMs = useCheckIn((state) => state.enteredListAtMs);
  const isAbout = refusals > 0 && (isOnCard || asksBib);
  const keys = isAbout ? helpfulKeys(results, asksBib, enteredListAtMs) : [];
  const isRefused = keys.length > 0;
  // The live region exists before its text, so that a screen reader announces the text.
  return (
    <div role="status" className={isRefused ? styles["refused"] : undefined}>
      {isRefused ? (
        <>
          <Icon name="look" size={22} />
          <span>{words.checkIn.insteadOfEnter}</span>
          {keys.map(([key, does]) => (
            <span key={key} className={styles["key"]}>
              <Keycap>{keyText[key]}</Keycap>
              {key === "esc" ? (
                <span className={styles["touched"]}>
                  <Icon name="clear" size={18} />
                </span>
              ) : null}
              <span>{does}</span>
            </span>
          ))}
        </>
      ) : null}
    </div>
  );
}

type HelpfulKey = keyof typeof keyText;

const keyText = {
  esc: words.ui.esc,
  careful: words.checkIn.carefulKey,
  walkUp: "F2",
  down: "↓",
} as const;

/** The keys for the runner or text on the screen, each with its effect; none if Enter checks in by now. */
function helpfulKeys(
  results: Results,
  asksBib: boolean,
  enteredListAtMs: number | null,
): readonly (readonly [key: HelpfulKey, does: string])[] {
  const { card } = results;
  const say = words.checkIn;
  const next = ["esc", say.nextRunner] as const;
  if (card === null) return [["walkUp", say.walkUp], next];
  if (asksBib) return [["esc", say.keepBib(card.runner.bib)]];
  const verdict = judgeCard(card);
  const isUnseen = isUnseenChoice(results, enteredListAtMs);
  const isOfList = isUnseen && !results.isLookAlike && !isChanged(results);
  if (verdict.kind === "ready" && isOfList) {
    return [
      ["careful", say.checkInBib(card.runner.bib)],
      ["down", say.nextRow],
    ];
  }
  if (verdict.kind === "careful" || (verdict.kind === "ready" && isUnseen)) {
    return [["careful", say.checkInBib(card.runner.bib)], next];
  }
  if (verdict.kind === "ready") return [];
  return canBeOverridden(verdict) ? [next, ["careful", reasonText(verdict)]] : [next];
}

/** Alternates between two names of one animation: the browser repeats an animation only if its name changes. */
export const shakeOf = (refusals: number): "odd" | "even" | undefined =>
  refusals === 0 ? undefined : refusals % 2 === 0 ? "even" : "odd";

/** The class of the element that `data-shake` shakes after a refused Enter. */
export const shaken = styles["shaken"];
