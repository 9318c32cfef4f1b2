import { words } from "#renderer/i18n/words.ts";
import { Card } from "#renderer/ui/card.tsx";
import type { OutputOf } from "#shared/contract/index.ts";
import { BibChange } from "./bib-change.tsx";
import { BibTaken } from "./bib-taken.tsx";
import { useCheckIn } from "./check-in-store.ts";
import { NotSavedCard } from "./not-saved-card.tsx";
import { OverrideDialog } from "./override-dialog.tsx";
import { RunnerCardView } from "./runner-card.tsx";
import { FamilyDone, RunnerDone } from "./success.tsx";
import type { Found } from "./use-found.ts";
import type { Orders } from "./use-orders.ts";
import { judgeCard } from "./verdict.ts";
import { WarningCard } from "./warning-card.tsx";
import styles from "./desk.module.css";

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
  const panel = useCheckIn((state) => state.panel);
  const asksReason = useCheckIn((state) => state.asksReason);
  const heldCard = useCheckIn((state) => state.heldCard);
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
          <RunnerDone done={done} orders={orders} />
        ) : (
          <FamilyDone done={done} orders={orders} />
        )}
      </div>
    );
  }
  if (card === null) {
    return (
      <div className={styles["panel"]}>
        <Idle lanes={lanes} isSeveral={found.isFresh && found.rows.length > 1} />
      </div>
    );
  }
  const verdict = judgeCard(card);
  const isOpen = verdict.kind === "ready" || verdict.kind === "careful";
  return (
    <div className={styles["panel"]}>
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
          card={card}
          isReady={verdict.kind === "ready"}
          isWhole={found.isWhole || heldCard !== null}
          orders={orders}
        />
      ) : (
        <WarningCard card={card} verdict={verdict} orders={orders} />
      )}
      <OverrideDialog card={card} orders={orders} isOpen={asksReason} />
    </div>
  );
}

interface IdleProps {
  readonly lanes: OutputOf<"roster.lanes"> | null;
  readonly isSeveral: boolean;
}

/** Nobody is chosen: several fit, or nothing was typed yet. */
function Idle({ lanes, isSeveral }: IdleProps) {
  const say = words.checkIn;
  const arrived = (lanes?.lanes ?? []).reduce((sum, lane) => sum + lane.arrived, 0);
  const expected = (lanes?.lanes ?? []).reduce((sum, lane) => sum + lane.expected, 0);
  return (
    <Card kind="quiet" className={styles["idle"]}>
      <h2>
        {isSeveral ? say.severalTitle : lanes === null ? "" : say.idleTitle(arrived, expected)}
      </h2>
      <p>{isSeveral ? say.severalText : say.idleText}</p>
    </Card>
  );
}
