import { useState } from "react";
import type { OutboxEntry } from "#shared/contract/sync.ts";
import { navigate } from "#renderer/client/route.ts";
import { useCommand } from "#renderer/client/use-command.ts";
import { words } from "#renderer/i18n/words.ts";
import { Button } from "#renderer/ui/button.tsx";
import { Card } from "#renderer/ui/card.tsx";
import { FailureNotice } from "#renderer/ui/failure-notice.tsx";
import { DecideDialog } from "./decide-dialog.tsx";
import { EntrySentence } from "./entry-sentence.tsx";
import { MendForm } from "./mend-form.tsx";
import type { QueueNow } from "./queue-words.ts";
import { SetAsideDialog } from "./set-aside-dialog.tsx";
import styles from "./sync-room.module.css";

/** Reasons that leave a person to say whether it arrived (O7, O10). */
const undecided: ReadonlySet<string> = new Set([
  "key-conflict",
  "several-matches",
  "not-found-again",
  "unknown-answer",
  "reconcile",
]);

export interface AttentionCardProps {
  readonly entry: OutboxEntry;
  readonly now: QueueNow;
  /** Its form is the open one. */
  readonly isFixing: boolean;
  readonly onFix: () => void;
  readonly onLook: () => void;
}

/** An entry that needs somebody, with everything a person can do about it. */
export function AttentionCard({ entry, now, isFixing, onFix, onLook }: AttentionCardProps) {
  const tryNow = useCommand("outbox.tryNow");
  const [dialog, setDialog] = useState<"set-aside" | "decide" | null>(null);
  const isRefused = entry.certainty === "refused";
  const isMendable = isRefused && (entry.form !== null || entry.eventForm !== null);
  const needsDecision = entry.reason !== null && undecided.has(entry.reason);
  const isSetAside = entry.reason === "set-aside";

  // An event has a form of its own, in Events.
  const fixEvent = (): void => navigate("events", { mend: entry.id });

  const others = (
    <>
      {isSetAside ? null : (
        <Button size="m" onPress={() => setDialog("set-aside")}>
          {words.sync.setAside}
        </Button>
      )}
      <Button size="m" kind="quiet" onPress={onLook}>
        {words.sync.whatWasSent}
      </Button>
    </>
  );
  return (
    <Card isBare kind={isRefused ? "stop" : "strong"}>
      <EntrySentence entry={entry} now={now}>
        {isMendable && isFixing && entry.form !== null ? (
          <MendForm entry={entry} form={entry.form} others={others} />
        ) : (
          <div className={styles["buttons"]}>
            {isMendable ? (
              <Button onPress={entry.form === null ? fixEvent : onFix}>{words.sync.fix}</Button>
            ) : null}
            {needsDecision ? (
              <Button onPress={() => setDialog("decide")}>{words.sync.decide}</Button>
            ) : null}
            {isMendable || needsDecision ? null : (
              <Button
                icon="retry"
                isBusy={tryNow.isBusy}
                onPress={() => void tryNow.run({ outboxId: entry.id })}
              >
                {words.sync.tryAgain}
              </Button>
            )}
            {others}
          </div>
        )}
        <FailureNotice failure={tryNow.error} own={words.sync.failures} />
      </EntrySentence>
      {dialog === "set-aside" ? (
        <SetAsideDialog outboxId={entry.id} onClose={() => setDialog(null)} />
      ) : null}
      {dialog === "decide" ? <DecideDialog entry={entry} onClose={() => setDialog(null)} /> : null}
    </Card>
  );
}
