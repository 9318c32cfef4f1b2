import { useLayoutEffect, useRef } from "react";
import { words } from "#renderer/i18n/words.ts";
import { Card } from "#renderer/ui/controls/page/card.tsx";
import { classNames } from "#renderer/ui/controls/class-names.ts";
import type { OutputOf } from "#shared/contract/index.ts";
import type { RunnerCard } from "#shared/contract/roster.ts";
import { BibChange } from "./bib-change.tsx";
import { BibTaken } from "./bib-taken.tsx";
import { useCheckIn } from "../check-in-store.ts";
import { isUnseenGuess } from "../results/enter-key.ts";
import { NotSavedCard } from "./not-saved-card.tsx";
import { OverrideDialog } from "./override-dialog.tsx";
import { shaken, shakeOf } from "./refused-enter.tsx";
import { RunnerCardView } from "./runner-card.tsx";
import { Several } from "../results/several-results.tsx";
import { FamilyDone, RunnerDone } from "./success.tsx";
import type { Found } from "../results/use-results.ts";
import type { Orders } from "../commands/use-check-in-commands.ts";
import { judgeCard } from "./verdict.ts";
import { WarningCard } from "./warning-card.tsx";
import styles from "../check-in-panels.module.css";

export interface RunnerPanelProps {
  readonly found: Found;
  readonly orders: Orders;
  readonly eventId: string;
  readonly lanes: OutputOf<"roster.lanes"> | null;
}

/** The right side: one runner, one thing to do. */
export function RunnerPanel({ found, orders, eventId, lanes }: RunnerPanelProps) {
  const done = useCheckIn((state) => state.done);
  const notSaved = useCheckIn((state) => state.notSaved);
  const heldCard = useCheckIn((state) => state.heldCard);
  const source = useCheckIn((state) => state.source.kind);
  const enteredListAtMs = useCheckIn((state) => state.enteredListAtMs);
  const card = heldCard ?? found.card;

  if (notSaved !== null) {
    return (
      <div className={styles["panel"]}>
        <NotSavedCard notSaved={notSaved} checkIns={lanes?.checkIns ?? null} />
      </div>
    );
  }
  if (done !== null) {
    return (
      <div className={styles["panel"]}>
        {done.kind === "one" ? (
          <RunnerDone eventId={eventId} done={done} orders={orders} />
        ) : (
          <FamilyDone eventId={eventId} done={done} orders={orders} />
        )}
      </div>
    );
  }
  if (card === null) {
    const isSeveral = source !== "opened" && found.rows.length > 0;
    return (
      <div className={styles["panel"]}>
        {isSeveral ? <Several found={found} /> : <Idle lanes={lanes} />}
      </div>
    );
  }
  return (
    <OneRunner
      card={card}
      isWhole={found.isWhole || heldCard !== null}
      isGuess={isUnseenGuess(found, enteredListAtMs)}
      orders={orders}
      eventId={eventId}
    />
  );
}

interface OneRunnerProps extends Pick<RunnerPanelProps, "orders" | "eventId"> {
  readonly card: RunnerCard;
  readonly isWhole: boolean;
  /** Enter alone chose this guess: the card has no yellow button. */
  readonly isGuess: boolean;
}

function OneRunner({ card, isWhole, isGuess, orders, eventId }: OneRunnerProps) {
  const panel = useCheckIn((state) => state.panel);
  const asksReason = useCheckIn((state) => state.asksReason);
  const refusals = useCheckIn((state) => state.refusals);
  const ref = useRef<HTMLDivElement>(null);
  const verdict = judgeCard(card);
  const isOpen = verdict.kind === "ready" || verdict.kind === "careful";
  // Another runner, or another verdict on this one: its headline is in sight, however far somebody had scrolled.
  useLayoutEffect(() => {
    ref.current?.firstElementChild?.scrollTo({ top: 0 });
  }, [card.runner.id, verdict.kind]);
  return (
    <div ref={ref} className={classNames(styles["panel"], shaken)} data-shake={shakeOf(refusals)}>
      {panel.kind === "taken" ? (
        <BibTaken
          card={card}
          bib={panel.bib}
          holder={panel.holder}
          orders={orders}
          eventId={eventId}
        />
      ) : panel.kind === "bib" ? (
        <BibChange key={card.runner.id} card={card} orders={orders} eventId={eventId} />
      ) : isOpen ? (
        <RunnerCardView
          eventId={eventId}
          card={card}
          isReady={verdict.kind === "ready" && !isGuess}
          isWhole={isWhole}
          orders={orders}
        />
      ) : (
        <WarningCard eventId={eventId} card={card} verdict={verdict} orders={orders} />
      )}
      <OverrideDialog card={card} orders={orders} isOpen={asksReason} />
    </div>
  );
}

interface IdleProps {
  readonly lanes: OutputOf<"roster.lanes"> | null;
}

/** Nothing was typed yet, or nobody was found. */
function Idle({ lanes }: IdleProps) {
  const say = words.checkIn;
  const arrived = (lanes?.lanes ?? []).reduce((sum, lane) => sum + lane.arrived, 0);
  const expected = (lanes?.lanes ?? []).reduce((sum, lane) => sum + lane.expected, 0);
  return (
    <Card kind="quiet" className={styles["idle"]}>
      <h2>{lanes === null ? "" : say.idleTitle(arrived, expected)}</h2>
      <p>{say.idleText}</p>
    </Card>
  );
}
