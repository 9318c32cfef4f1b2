import { useState } from "react";
import { useCommand } from "#renderer/client/queries/use-command.ts";
import { failureMessage } from "#renderer/i18n/failure-messages.ts";
import { words } from "#renderer/i18n/words.ts";
import { BigButton } from "#renderer/ui/controls/buttons/big-button.tsx";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { Notice } from "#renderer/ui/controls/page/card.tsx";
import type { PodiumSegment } from "#shared/contract/podium.ts";
import { AnnounceList } from "./announce-list.tsx";
import { freshFor, usePodium, workKey } from "./podium-store.ts";
import styles from "./dialogs.module.css";

export interface AnnounceFormProps {
  readonly eventId: string;
  readonly runId: string;
  readonly segment: PodiumSegment;
  readonly onClose: () => void;
}

/** "If in doubt, don't announce": what is still open is counted and named before anybody says it aloud (P5). */
export function AnnounceForm({ eventId, runId, segment, onClose }: AnnounceFormProps) {
  const announce = useCommand("podium.announce");
  const setWork = usePodium((state) => state.setWork);
  const open = usePodium((state) => state.open);
  const say = words.podium;
  // What the person looks at; a sheet that changes meanwhile is not announced by the same press.
  const [seen, setSeen] = useState(segment);
  const doubtful = seen.slots.filter(({ warnings }) => warnings.length > 0);
  const hasMoved =
    seen.revision !== segment.revision ||
    seen.openWarnings !== segment.openWarnings ||
    seen.depth !== segment.depth ||
    seen.clock !== segment.clock;
  const { error } = announce;

  async function submit(): Promise<void> {
    if (seen.revision === null || hasMoved) return;
    const reply = await announce.run({
      eventId,
      runId,
      segmentId: seen.segmentId,
      revision: seen.revision,
      openWarnings: seen.openWarnings,
      depth: seen.depth,
      clock: seen.clock,
    });
    if (reply?.ok !== true) return;
    setWork(workKey(runId, seen.segmentId), { ...freshFor(reply.value), reason: null });
    usePodium.getState().activate(null);
    onClose();
  }

  const failure =
    error === null || error.code === "changed-meanwhile"
      ? null
      : failureMessage(error, say.failures);
  return (
    <>
      {seen.openWarnings === 0 ? (
        <p>{say.announceClear}</p>
      ) : (
        <p className={styles["doubt"]}>{say.doubt}</p>
      )}
      {doubtful.length === 0 ? null : <p>{say.doubtText(doubtful.length)}</p>}
      <AnnounceList eventId={eventId} segment={hasMoved ? seen : segment} />
      {seen.toFill !== null && seen.toFill > 0 ? <p>{say.placesEmpty(seen.toFill)}</p> : null}
      {segment.rivals.length === 0 ? null : (
        <Notice
          tone="look"
          title={say.rivalsStrip(segment.rivals.length)}
          action={
            <Button onPress={() => open({ kind: "rivals", segmentId: segment.segmentId })}>
              {say.compare}
            </Button>
          }
        >
          {say.announceOverRivals}
        </Notice>
      )}
      {hasMoved || error?.code === "changed-meanwhile" ? (
        <Notice
          tone="look"
          title={say.announceChanged}
          action={<Button onPress={() => setSeen(segment)}>{say.lookAtBoth}</Button>}
        />
      ) : null}
      {failure === null ? null : (
        <Notice tone="stop" title={failure.title}>
          {failure.text}
        </Notice>
      )}
      <AnnounceActions
        openWarnings={seen.openWarnings}
        isBusy={announce.isBusy}
        hasMoved={hasMoved}
        onAnnounce={() => void submit()}
        onClose={onClose}
      />
    </>
  );
}

interface AnnounceActionsProps {
  readonly openWarnings: number;
  readonly isBusy: boolean;
  readonly hasMoved: boolean;
  readonly onAnnounce: () => void;
  readonly onClose: () => void;
}

function AnnounceActions(props: AnnounceActionsProps) {
  const { openWarnings, isBusy, hasMoved, onAnnounce, onClose } = props;
  const say = words.podium;
  return (
    <div className={styles["announceFoot"]}>
      {openWarnings === 0 ? (
        <BigButton
          busy={isBusy ? say.announcing : undefined}
          notYet={hasMoved ? say.announceChanged : undefined}
          onPress={onAnnounce}
        >
          {say.announceNow}
        </BigButton>
      ) : (
        <Button
          size="l"
          isBlock
          icon="announce"
          isBusy={isBusy}
          notYet={hasMoved ? say.announceChanged : undefined}
          onPress={onAnnounce}
        >
          {say.announceWith(openWarnings)}
        </Button>
      )}
      <Button onPress={onClose} isBlock>
        {say.back}
      </Button>
    </div>
  );
}
