import { navigate } from "#renderer/client/navigation/route.ts";
import { words } from "#renderer/i18n/words.ts";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { EmptyState } from "#renderer/ui/controls/page/empty-state.tsx";
import { Icon } from "#renderer/ui/controls/icon.tsx";
import { useCheckIn } from "../check-in-store.ts";
import { shaken, shakeOf } from "../runner/refused-enter.tsx";
import type { Results } from "./use-results.ts";
import styles from "./results.module.css";

const say = words.checkIn;

export interface TypedProps {
  readonly text: string;
}

/** Shown if no runner matches and none is similar: what to do. */
export function NoResults({ text }: TypedProps) {
  const source = useCheckIn((state) => state.source);
  const refusals = useCheckIn((state) => state.refusals);
  const other = source.kind === "scanned" ? source.answer.otherEvent : null;
  const isScan = source.kind === "scanned";
  const title =
    other !== null
      ? say.scanOtherEvent(other.eventName)
      : isScan
        ? say.scanNobody(text)
        : say.nobody(text.trim());
  return (
    <div className={shaken} data-shake={shakeOf(refusals)}>
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
    </div>
  );
}

export interface GuessHeadingProps extends TypedProps {
  readonly kind: Results["kind"];
}

/** Above guesses: asks whether one of them is the runner. */
export function GuessHeading({ kind, text }: GuessHeadingProps) {
  return (
    <div className={styles["guess"]} role="status">
      <Icon name="look" size={26} />
      <div className="shrinks">
        <h2>{kind === "near" ? say.didYouMean : say.isItOneOfThese}</h2>
        <p>{say.nobody(text.trim())}</p>
      </div>
    </div>
  );
}

/** Below guesses: offers the walk-up form. */
export function WalkUpOffer({ text }: TypedProps) {
  return (
    <div className={styles["offer"]}>
      <span>{say.noneOfThem}</span>
      <Button icon="walk-up" keycap="F2" onPress={() => navigate("walk-up", { text })}>
        {say.walkUp}
      </Button>
    </div>
  );
}
