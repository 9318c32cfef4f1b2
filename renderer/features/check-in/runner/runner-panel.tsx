import { useLayoutEffect, useRef } from "react";
import { useIsConnected } from "#renderer/client/queries/connected.tsx";
import { useNow } from "#renderer/client/queries/use-now.ts";
import { forecastQueue } from "#shared/domain/check-in/queue-forecast.ts";
import { words } from "#renderer/i18n/words.ts";
import { Card } from "#renderer/ui/controls/page/card.tsx";
import { classNames } from "#renderer/ui/controls/class-names.ts";
import type { OutputOf } from "#shared/contract/index.ts";
import type { RunnerCard } from "#shared/contract/roster.ts";
import { BibChange } from "../bibs/bib-change.tsx";
import { BibTaken } from "../bibs/bib-taken.tsx";
import { useCheckIn } from "../check-in-store.ts";
import { isUnseenChoice } from "../results/enter-key.ts";
import { NotSavedCard } from "../outcome/not-saved-card.tsx";
import { OverrideDialog } from "./override-dialog.tsx";
import { shaken, shakeOf } from "./refused-enter.tsx";
import { RunnerCardView } from "./runner-card.tsx";
import { SeveralResults } from "../results/several-results.tsx";
import { FamilyDone, RunnerDone } from "../outcome/success.tsx";
import type { Results } from "../results/use-results.ts";
import type { SecondLookReasons } from "./second-look.tsx";
import { judgeCard } from "./verdict.ts";
import { WarningCard } from "./warning-card.tsx";
import styles from "../check-in-panels.module.css";

export interface RunnerPanelProps {
  readonly results: Results;
  readonly runCounts: OutputOf<"roster.runCounts"> | null;
}

/** The right side of the screen: the chosen runner and the next action. */
export function RunnerPanel({ results, runCounts }: RunnerPanelProps) {
  const done = useCheckIn((state) => state.done);
  const notSaved = useCheckIn((state) => state.notSaved);
  const frozenCard = useCheckIn((state) => state.frozenCard);
  const source = useCheckIn((state) => state.source);
  const enteredListAtMs = useCheckIn((state) => state.enteredListAtMs);
  const card = frozenCard ?? results.card;
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => showTop(ref.current), [done, notSaved]);

  if (notSaved === null && done === null && card !== null) {
    return (
      <ChosenRunner
        card={card}
        isWhole={results.isWhole || frozenCard !== null}
        isChoiceUnseen={isUnseenChoice(results, enteredListAtMs)}
        formerRun={results.formerRun}
        isBibNew={results.isBibNew}
        lookAlikeOf={
          results.isLookAlike && source.kind === "scanned" ? source.answer.reading.text : null
        }
      />
    );
  }
  const showsResults = source.kind !== "opened" && results.rows.length > 0;
  const isOutcome = notSaved !== null || done !== null;
  return (
    <div ref={ref} className={styles["panel"]} data-outcome={isOutcome ? "" : undefined}>
      {notSaved !== null ? (
        <NotSavedCard notSaved={notSaved} checkIns={runCounts?.checkIns ?? null} />
      ) : done?.kind === "one" ? (
        <RunnerDone done={done} />
      ) : done?.kind === "family" ? (
        <FamilyDone done={done} />
      ) : showsResults ? (
        <SeveralResults results={results} />
      ) : results.isLost ? (
        <NoAnswer />
      ) : (
        <Idle runCounts={runCounts} />
      )}
    </div>
  );
}

/** On a phone the pressed button may be so far down that the top of what follows is above the screen (L1). */
function showTop(panel: HTMLElement | null): void {
  if (panel !== null && panel.getBoundingClientRect().top < 0) panel.scrollIntoView();
}

interface ChosenRunnerProps extends SecondLookReasons {
  readonly card: RunnerCard;
  /** The card has all data of the runner, not only the data of the result row. */
  readonly isWhole: boolean;
  /** No person chose the runner and may not have looked at the card yet, so it has no button that Enter presses. */
  readonly isChoiceUnseen: boolean;
}

function ChosenRunner({ card, isWhole, isChoiceUnseen, ...look }: ChosenRunnerProps) {
  const panel = useCheckIn((state) => state.panel);
  const asksReason = useCheckIn((state) => state.asksReason);
  const refusals = useCheckIn((state) => state.refusals);
  const ref = useRef<HTMLDivElement>(null);
  const verdict = judgeCard(card);
  const canCheckIn = verdict.kind === "ready" || verdict.kind === "careful";
  // When the runner or the verdict changes, the card scrolls to its top.
  useLayoutEffect(() => {
    ref.current?.firstElementChild?.scrollTo({ top: 0 });
    showTop(ref.current);
  }, [card.runner.id, verdict.kind]);
  return (
    <div ref={ref} className={classNames(styles["panel"], shaken)} data-shake={shakeOf(refusals)}>
      {panel.kind === "taken" ? (
        <BibTaken runner={card.runner} bib={panel.bib} holder={panel.holder} />
      ) : panel.kind === "bib" ? (
        <BibChange
          key={card.runner.id}
          runner={card.runner}
          team={isWhole ? card.team : null}
          begun={panel.begun}
        />
      ) : canCheckIn ? (
        <RunnerCardView
          card={card}
          isReady={verdict.kind === "ready" && !isChoiceUnseen}
          isWhole={isWhole}
          {...look}
        />
      ) : (
        <WarningCard card={card} verdict={verdict} {...look} />
      )}
      <OverrideDialog key={`override-${card.runner.id}`} card={card} isOpen={asksReason} />
    </div>
  );
}

/** The panel while the text in the search box cannot be looked up: the runner of a former text is not shown (M14). */
function NoAnswer() {
  const text = useCheckIn((state) => state.text);
  const isConnected = useIsConnected();
  const say = words.checkIn.noAnswer;
  return (
    <Card kind="quiet" className={styles["idle"]}>
      <h2>{isConnected ? words.checkIn.searchFailed : say.title}</h2>
      {isConnected ? null : <p>{say.text(text.trim())}</p>}
    </Card>
  );
}

/** The panel while there is no runner to show: the search box is empty, or the search found nobody (yet). */
function Idle({ runCounts }: Pick<RunnerPanelProps, "runCounts">) {
  const say = words.checkIn;
  const runs = runCounts?.runs ?? [];
  const arrived = runs.reduce((sum, run) => sum + run.arrived, 0);
  const expected = runs.reduce((sum, run) => sum + run.expected, 0);
  const nowMs = useNow(60_000);
  const forecast = forecastQueue(runs, runCounts?.arrivals ?? [], nowMs);
  const next = runs.find(({ startsAtMs }) => startsAtMs === forecast?.startsAtMs);
  return (
    <Card kind="quiet" className={styles["idle"]}>
      <h2>{runCounts === null ? "" : say.idleTitle(arrived, expected)}</h2>
      <p>{say.idleText}</p>
      {forecast === null ? null : <p>{say.forecast(forecast, next?.startTime ?? "")}</p>}
    </Card>
  );
}
