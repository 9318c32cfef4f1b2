import { words } from "#renderer/i18n/words.ts";
import { failureWords } from "#renderer/i18n/failure-words.ts";
import { Button } from "#renderer/ui/controls/button.tsx";
import { Icon } from "#renderer/ui/controls/icon.tsx";
import type { PodiumSegment } from "#shared/contract/podium.ts";
import type { SheetOrders } from "./sheet-commands.ts";
import { usePodium } from "../podium-store.ts";
import type { SheetWork } from "../podium-store.ts";
import { otherSetUp } from "../slots/draft-sheet.ts";
import styles from "./board.module.css";

export interface ColumnCardProps {
  readonly runId: string;
  readonly segment: PodiumSegment;
  readonly work: SheetWork;
  readonly orders: SheetOrders;
}

/** What stands over a column's places because somebody must see it first. */
export function ColumnCard({ segment, work, orders }: ColumnCardProps) {
  const open = usePodium((state) => state.open);
  const say = words.podium;
  const { segmentId } = segment;
  const { phase } = work;
  const readOut = otherSetUp(segment);
  if (phase.kind === "not-saved") {
    const { title, text } = failureWords(phase.failure, {
      ...say.failures,
      "wire-down": { title: say.notSavedTitle, text: say.notKnownText },
    });
    return (
      <div className={styles["card"]} data-tone="stop" role="alert">
        <p className={styles["cardTitle"]}>
          <Icon name="stop" size={24} />
          {title}
        </p>
        <p>{text}</p>
        <p>{say.notSavedText}</p>
        <Button kind="paper" isBlock icon="retry" onPress={() => orders.tryAgain(segment)}>
          {say.tryAgain}
        </Button>
        <Button kind="fill" isBlock onPress={() => orders.drop(segment)}>
          {say.dropTyped}
        </Button>
      </div>
    );
  }
  if (phase.kind === "meanwhile") {
    return (
      <div className={styles["card"]} data-tone="look" role="alert">
        <p className={styles["cardTitle"]}>
          <Icon name="look" size={24} />
          {say.meanwhileTitle(phase.theirs.actor)}
        </p>
        <p>{say.meanwhileText}</p>
        <Button kind="paper" isBlock onPress={() => open({ kind: "meanwhile", segmentId })}>
          {say.lookAtBoth}
        </Button>
      </div>
    );
  }
  return (
    <>
      {phase.kind === "asks-reason" ? (
        <div className={styles["card"]} data-tone="look" role="alert">
          <p className={styles["cardTitle"]}>
            <Icon name="look" size={24} />
            {say.notSavedYet}
          </p>
          <Button kind="paper" isBlock onPress={() => open({ kind: "reason", segmentId })}>
            {say.change}
          </Button>
          <Button kind="paper" isBlock onPress={() => orders.drop(segment)}>
            {say.dropTyped}
          </Button>
        </div>
      ) : null}
      {segment.rivals.length === 0 ? null : (
        <div className={styles["card"]} data-tone="look" role="alert">
          <p className={styles["cardTitle"]}>
            <Icon name="look" size={24} />
            {say.rivalsStrip(segment.rivals.length)}
          </p>
          <Button kind="paper" isBlock onPress={() => open({ kind: "rivals", segmentId })}>
            {say.compare}
          </Button>
        </div>
      )}
      {segment.state === "changed" ? (
        <div className={styles["card"]} data-tone="look" role="alert">
          <p className={styles["cardTitle"]}>
            <Icon name="announce" size={24} />
            {say.changedTitle}
          </p>
          <p>{say.changedText(segment.changedBy)}</p>
          {readOut === null ? null : <p>{say.announcedAs(readOut.clock, readOut.depth)}</p>}
        </div>
      ) : null}
    </>
  );
}
