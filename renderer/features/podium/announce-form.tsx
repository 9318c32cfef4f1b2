import { useState } from "react";
import { useCommand } from "#renderer/client/queries/use-command.ts";
import { words } from "#renderer/i18n/words.ts";
import { BigButton } from "#renderer/ui/controls/buttons/big-button.tsx";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { DialogActions } from "#renderer/ui/controls/dialogs/dialog.tsx";
import { FailureNotice } from "#renderer/ui/controls/dialogs/error-notice.tsx";
import { Notice } from "#renderer/ui/controls/page/card.tsx";
import type { PodiumSegment } from "#shared/contract/podium.ts";
import { AnnounceList } from "./announce-list.tsx";
import { freshFor, openDialog, setWork, workKey } from "./podium-store.ts";
import { SheetLine } from "./sheet-line.tsx";
import styles from "./dialogs.module.css";

export interface AnnounceFormProps {
  readonly eventId: string;
  readonly runId: string;
  readonly segment: PodiumSegment;
  readonly onClose: () => void;
  readonly onAnnounced: (segmentId: string) => void;
}

/** Shows the names and counts the open warnings before a segment is announced (P5). */
export function AnnounceForm(props: AnnounceFormProps) {
  const { eventId, runId, segment, onClose, onAnnounced } = props;
  const announce = useCommand("podium.announce");
  const say = words.podium;
  // The sheet that the person sees. A sheet that changed meanwhile cannot be announced before the person sees it.
  const [seen, setSeen] = useState(segment);
  const doubtful = seen.slots.filter(({ warnings }) => warnings.length > 0);
  const hasChanged =
    seen.revision !== segment.revision ||
    seen.openWarnings !== segment.openWarnings ||
    seen.depth !== segment.depth ||
    seen.clock !== segment.clock;
  const { error } = announce;
  const isOutdated = error?.code === "changed-meanwhile";

  async function submit(): Promise<void> {
    if (seen.revision === null || hasChanged) return;
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
    onClose();
    onAnnounced(seen.segmentId);
  }

  return (
    <>
      {seen.openWarnings === 0 ? (
        <p>{say.announceClear}</p>
      ) : (
        <p className={styles["doubt"]}>{say.doubt}</p>
      )}
      <AnnouncedBefore announced={seen.announced} />
      {doubtful.length === 0 ? null : <p>{say.doubtText(doubtful.length)}</p>}
      <AnnounceList eventId={eventId} segment={hasChanged ? seen : segment} />
      {seen.toFill !== null && seen.toFill > 0 ? <p>{say.placesEmpty(seen.toFill)}</p> : null}
      {segment.rivals.length === 0 ? null : (
        <Notice
          tone="look"
          title={say.rivalsStrip(segment.rivals.length)}
          action={
            <Button onPress={() => openDialog({ kind: "rivals", segmentId: segment.segmentId })}>
              {say.compare}
            </Button>
          }
        >
          {say.announceOverRivals}
        </Notice>
      )}
      {hasChanged || isOutdated ? (
        <Notice
          tone="look"
          title={say.announceChanged}
          action={<Button onPress={() => setSeen(segment)}>{say.showNow}</Button>}
        />
      ) : null}
      <FailureNotice failure={isOutdated ? null : error} own={say.failures} />
      <AnnounceActions
        openWarnings={seen.openWarnings}
        isBusy={announce.isBusy}
        notYet={hasChanged ? say.lookFirst : seen.slots.length === 0 ? say.noLineLeft : undefined}
        onAnnounce={() => void submit()}
        onClose={onClose}
      />
    </>
  );
}

/** What the people heard before: whose medal must come back is seen before the new names are read out. */
function AnnouncedBefore({ announced }: Pick<PodiumSegment, "announced">) {
  if (announced === null) return null;
  return (
    <Notice tone="look" title={words.podium.announcedBefore(announced.announcedBy)}>
      <p>
        <SheetLine slots={announced.slots} />
      </p>
    </Notice>
  );
}

interface AnnounceActionsProps {
  readonly openWarnings: number;
  readonly isBusy: boolean;
  /** Why it cannot be announced now. */
  readonly notYet: string | undefined;
  readonly onAnnounce: () => void;
  readonly onClose: () => void;
}

function AnnounceActions(props: AnnounceActionsProps) {
  const { openWarnings, isBusy, notYet, onAnnounce, onClose } = props;
  const say = words.podium;
  return (
    <DialogActions>
      {openWarnings === 0 ? (
        <BigButton busy={isBusy ? say.announcing : undefined} notYet={notYet} onPress={onAnnounce}>
          {say.announceNow}
        </BigButton>
      ) : (
        <Button
          size="l"
          isBlock
          icon="announce"
          isBusy={isBusy}
          notYet={notYet}
          onPress={onAnnounce}
        >
          {say.announceWith(openWarnings)}
        </Button>
      )}
      <Button onPress={onClose} isBlock>
        {say.back}
      </Button>
    </DialogActions>
  );
}
