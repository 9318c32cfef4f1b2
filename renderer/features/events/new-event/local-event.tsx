import { useState } from "react";
import type { EventDetail } from "#shared/contract/events.ts";
import { mayBeCorrected } from "#shared/domain/outbox/entry-offers.ts";
import { navigate } from "#renderer/client/navigation/route.ts";
import { useMay } from "#renderer/client/queries/permissions.tsx";
import { useCommand } from "#renderer/client/queries/use-command.ts";
import { useQuery } from "#renderer/client/queries/use-query.ts";
import { words } from "#renderer/i18n/words.ts";
import { BigButton } from "#renderer/ui/controls/buttons/big-button.tsx";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { Notice } from "#renderer/ui/controls/page/card.tsx";
import { Dialog } from "#renderer/ui/controls/dialogs/dialog.tsx";
import { FailureNotice } from "#renderer/ui/controls/dialogs/error-notice.tsx";
import styles from "../listings.module.css";

const tones = {
  "not-sent": "info",
  "maybe-sent": "look",
  confirmed: "done",
  refused: "stop",
  "taken-back": "info",
} as const;

/** The delivery state of a local event, and what a person still has to do in the organizer's system. */
export function LocalEvent({ event }: { readonly event: EventDetail }) {
  const [isAsking, setAsking] = useState(false);
  const mayTakeBack = useMay("event.retract");
  const mayCorrect = useMay("outbox.correctEvent");
  const { delivery, outboxId } = event;
  const sent = useQuery("outbox.get", mayCorrect && outboxId !== null ? { outboxId } : null, {
    topics: ["outbox"],
  });
  const entry = sent.value?.entry ?? null;
  const say = words.organizer.made;
  if (delivery === null) return null;
  return (
    <div className={styles["made"]}>
      <Notice
        tone={tones[delivery]}
        title={say.status[delivery]}
        action={
          delivery === "taken-back" ? undefined : (
            <span className={styles["madeActions"]}>
              {delivery === "confirmed" ? null : (
                <Button size="s" onPress={() => navigate("sync")}>
                  {say.openSync}
                </Button>
              )}
              {entry !== null && mayBeCorrected(entry) ? (
                <Button
                  size="s"
                  icon="edit"
                  onPress={() => navigate("events", { correct: entry.id, from: "events" })}
                >
                  {entry.state === "needs-attention" ? words.sync.fix : words.sync.change}
                </Button>
              ) : null}
              {mayTakeBack ? (
                <Button size="s" kind="quiet" onPress={() => setAsking(true)}>
                  {say.takeBack}
                </Button>
              ) : null}
            </span>
          )
        }
      />
      {event.runs.length === 0 && delivery !== "taken-back" && delivery !== "refused" ? (
        <Notice tone="look" title={say.addRuns}>
          {say.addRunsWhy}
        </Notice>
      ) : null}
      {isAsking ? (
        <TakeBackDialog
          eventId={event.id}
          hasArrived={delivery === "confirmed"}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </div>
  );
}

interface TakeBackDialogProps {
  readonly eventId: string;
  /** The organizer's system confirmed the event. */
  readonly hasArrived: boolean;
  readonly onClose: () => void;
}

function TakeBackDialog(props: TakeBackDialogProps) {
  const takeBack = useCommand("event.retract");
  const say = words.organizer.made;
  const mustAsk = takeBack.value?.askOrganizer === true;
  async function go(): Promise<void> {
    const reply = await takeBack.run({ eventId: props.eventId });
    if (reply?.ok === true && !reply.value.askOrganizer) props.onClose();
  }
  return (
    <Dialog
      isAlert
      title={say.takeBackTitle}
      onClose={props.onClose}
      actions={
        mustAsk ? (
          <BigButton isLocal onPress={props.onClose}>
            {words.ui.close}
          </BigButton>
        ) : (
          <>
            <Button onPress={props.onClose}>{say.kept}</Button>
            <Button isBusy={takeBack.isBusy} onPress={() => void go()}>
              {takeBack.isBusy ? say.takingBack : say.takeBackNow}
            </Button>
          </>
        )
      }
    >
      <p>
        {mustAsk ? say.askOrganizer : props.hasArrived ? say.takeBackArrived : say.takeBackText}
      </p>
      <FailureNotice failure={takeBack.error} own={words.organizer.failures} />
    </Dialog>
  );
}
