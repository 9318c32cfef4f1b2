import { useState } from "react";
import { useClient } from "#renderer/client/client-context.tsx";
import { newCommandId } from "#renderer/client/client.ts";
import { useCommand } from "#renderer/client/queries/use-command.ts";
import { useQuery } from "#renderer/client/queries/use-query.ts";
import { failureMessage } from "#renderer/i18n/failure-messages.ts";
import { words } from "#renderer/i18n/words.ts";
import { BibPlate } from "#renderer/ui/race/bibs/bib-plate.tsx";
import { BigButton } from "#renderer/ui/controls/buttons/big-button.tsx";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { Notice } from "#renderer/ui/controls/page/card.tsx";
import { Dialog } from "#renderer/ui/controls/dialogs/dialog.tsx";
import { FieldNote } from "#renderer/ui/fields/field-note.tsx";
import { FailureNotice } from "#renderer/ui/controls/dialogs/error-notice.tsx";
import { PersonName } from "#renderer/ui/race/people/person-name.tsx";
import { TextField } from "#renderer/ui/fields/text-field.tsx";
import { useToast } from "#renderer/ui/controls/dialogs/toast-store.ts";
import type { OutputOf } from "#shared/contract/index.ts";
import type { Run } from "#shared/contract/events.ts";
import type { PodiumSegment } from "#shared/contract/podium.ts";
import { precisionOf, showTimeIn } from "#shared/domain/podium/race-time.ts";
import { FillSegments, isReplacing, noChoice, writtenFills } from "./fill-segments.tsx";
import { currentRevisions } from "../../slots/draft-sheet.ts";
import styles from "../finish-side.module.css";

const overallId = "overall";
/** Shown where nobody says how many places have an award. */
const shownWithoutDepth = 10;
/** More than these at the last award place are not shown in the preview; all are written. */
const shownBeyondDepth = 10;

export interface ToPodiumProps {
  readonly eventId: string;
  readonly runId: string | null;
  readonly runs: readonly Run[];
}

/** Takes the first of the log into the run's Overall segment, after a look at who they are. */
export function ToPodium({ eventId, runId, runs }: ToPodiumProps) {
  const [isAsked, setAsked] = useState(false);
  const run = runs.find((each) => each.id === runId) ?? null;
  const podium = useQuery("podium.get", runId === null ? null : { eventId, runId }, {
    topics: ["podium", "events"],
  });
  const overall = podium.value?.segments.find(({ segmentId }) => segmentId === overallId) ?? null;
  if (run === null) return null;
  return (
    <>
      <Button onPress={() => setAsked(true)}>
        {words.finishLog.toPodium(overall?.depth ?? null)}
      </Button>
      {isAsked ? (
        <ToPodiumDialog
          eventId={eventId}
          run={run}
          overall={overall}
          onClose={() => setAsked(false)}
        />
      ) : null}
    </>
  );
}

interface ToPodiumDialogProps {
  readonly eventId: string;
  readonly run: Run;
  readonly overall: PodiumSegment | null;
  readonly onClose: () => void;
}

function ToPodiumDialog(props: ToPodiumDialogProps) {
  const { run, overall, onClose } = props;
  const { finishLog } = words;
  const fill = useToPodium(props);
  const { placings, shown, segments, choice, precision, notYet, error } = fill;
  const unplaced = placings?.unplaced ?? 0;
  const isEmpty = placings !== null && shown.length === 0;
  return (
    <Dialog
      isOpen
      title={finishLog.toPodiumTitle(run.label)}
      onClose={onClose}
      actions={
        <FillActions
          notYet={notYet}
          isBusy={fill.isBusy}
          onWrite={() => void fill.write()}
          onClose={onClose}
        />
      }
    >
      {overall === null ? (
        <Notice tone="look" title={finishLog.toPodiumNoSegment} />
      ) : isEmpty ? (
        <Notice tone="look" title={finishLog.toPodiumEmpty} />
      ) : (
        <>
          <p>{finishLog.toPodiumLead(placings?.total ?? 0)}</p>
          {unplaced > 0 ? (
            <Notice tone="look" title={finishLog.toPodiumUnplaced(unplaced)} />
          ) : null}
          <PlacingList placings={shown} precision={precision} />
          <FillSegments
            overallId={overallId}
            fills={segments}
            choice={choice}
            precision={precision}
            onChoose={fill.setChoice}
          />
          <AnnouncedNotice
            isAnnounced={fill.isAnnounced}
            isOverallAnnounced={fill.isOverallAnnounced}
            replaces={overall.slots.length > 0}
            reason={fill.reason}
            onReason={fill.setReason}
          />
        </>
      )}
      <FailureNotice failure={error} own={finishLog.failures} />
      <p className={styles["quiet"]}>{finishLog.spaceHere}</p>
    </Dialog>
  );
}

/** What would be written into the segments, and the command that writes it. */
function useToPodium({ eventId, run, overall, onClose }: ToPodiumDialogProps) {
  const { finishLog } = words;
  const depth = overall?.depth ?? null;
  const { placings, fills } = useFillQueries(eventId, run.id, depth);
  const put = useCommand("finish.toPodium");
  const undoFill = useUndoFill();
  const [choice, setChoice] = useState(noChoice);
  const show = useToast((state) => state.show);
  const [reason, setReason] = useState("");
  const shown = (placings.value?.placings ?? []).filter(
    ({ place }) => place <= (depth ?? shownWithoutDepth),
  );
  const segments = fills.value?.segments ?? [];
  const others = writtenFills(
    choice,
    segments.filter(({ segmentId }) => segmentId !== overallId),
  );
  const ownFill = segments.find(({ segmentId }) => segmentId === overallId);
  const precision = precisionOf([
    ...shown.map(({ hundredths }) => hundredths),
    ...segments.flatMap((each) => [...each.fills, ...each.differs].map((line) => line.hundredths)),
  ]);
  const isOverallAnnounced = overall?.state === "announced" || overall?.state === "changed";
  const isAnnounced = isOverallAnnounced || others.some((fill) => fill.isAnnounced);
  const notYet =
    overall === null || shown.length === 0
      ? finishLog.failures["nothing-to-place"].title
      : isAnnounced && reason.trim() === ""
        ? finishLog.toPodiumReasonNeeded
        : undefined;

  async function write(): Promise<void> {
    if (overall === null || notYet !== undefined) return;
    const reply = await put.run({
      eventId,
      runId: run.id,
      segmentId: overall.segmentId,
      follows: currentRevisions(overall),
      keepTyped: ownFill === undefined || !isReplacing(choice, ownFill),
      times: others.map((fill) => ({
        segmentId: fill.segmentId,
        follows: fill.follows,
        replace: isReplacing(choice, fill),
      })),
      ...(isAnnounced ? { reason: reason.trim() } : {}),
    });
    if (reply?.ok !== true) return;
    const { filled } = reply.value;
    const text = finishLog.toPodiumDone(run.label, others.length);
    show({
      tone: "done",
      text,
      action: {
        label: words.ui.undo,
        run: () => void undoFill({ eventId, runId: run.id, filled }),
      },
    });
    onClose();
  }

  return {
    placings: placings.value,
    shown,
    segments,
    choice,
    setChoice,
    precision,
    isAnnounced,
    isOverallAnnounced,
    notYet,
    reason,
    setReason,
    write,
    isBusy: put.isBusy,
    error: put.error,
  };
}

function useFillQueries(eventId: string, runId: string, depth: number | null) {
  const placings = useQuery(
    "finish.placings",
    {
      eventId,
      runId,
      limit: (depth ?? shownWithoutDepth) + shownBeyondDepth,
      depth: depth ?? shownWithoutDepth,
    },
    { topics: ["finish", "roster"] },
  );
  const fills = useQuery(
    "finish.fills",
    { eventId, runId },
    { topics: ["finish", "podium", "roster"] },
  );
  return { placings, fills };
}

interface FillActionsProps {
  readonly notYet: string | undefined;
  readonly isBusy: boolean;
  readonly onWrite: () => void;
  readonly onClose: () => void;
}

function FillActions({ notYet, isBusy, onWrite, onClose }: FillActionsProps) {
  return (
    <>
      <BigButton
        notYet={notYet}
        busy={isBusy ? words.finishLog.toPodiumBusy : undefined}
        onPress={onWrite}
      >
        {words.finishLog.toPodiumDo}
      </BigButton>
      <Button kind="quiet" size="l" onPress={onClose}>
        {words.ui.cancel}
      </Button>
    </>
  );
}

interface PlacingListProps {
  readonly placings: OutputOf<"finish.placings">["placings"];
  readonly precision: ReturnType<typeof precisionOf>;
}

function PlacingList({ placings, precision }: PlacingListProps) {
  const { finishLog } = words;
  return (
    <ol className={styles["placings"]}>
      {placings.map((each) => (
        <li key={each.runnerId}>
          <b>{finishLog.place(each.place)}</b>
          <BibPlate bib={each.bib} />
          <span className={styles["placed"]}>
            <PersonName>{each.name ?? words.ui.noName}</PersonName>
            {each.warnings.length === 0 ? null : (
              <FieldNote note={{ tone: "look", text: finishLog.warned(each.warnings) }} />
            )}
          </span>
          <span className={styles["placingTime"]}>
            {each.hundredths === null
              ? finishLog.noTimeShort
              : showTimeIn(each.hundredths, precision)}
          </span>
        </li>
      ))}
    </ol>
  );
}

interface AnnouncedNoticeProps {
  readonly isAnnounced: boolean;
  readonly isOverallAnnounced: boolean;
  /** Places that are there already are written over. */
  readonly replaces: boolean;
  readonly reason: string;
  readonly onReason: (reason: string) => void;
}

/** What was announced is changed only with a reason (P5). */
function AnnouncedNotice(props: AnnouncedNoticeProps) {
  const { isAnnounced, isOverallAnnounced, replaces, reason, onReason } = props;
  return isAnnounced ? (
    <>
      <Notice
        tone="look"
        title={
          isOverallAnnounced ? words.finishLog.toPodiumAnnounced : words.finishLog.toOthersAnnounced
        }
      />
      <TextField
        label={words.finishLog.toPodiumReason}
        hint={words.finishLog.toPodiumReasonHint}
        value={reason}
        onChange={onReason}
        maxLength={500}
        autoFocus={isOverallAnnounced}
        isRequired
      />
    </>
  ) : replaces ? (
    <Notice tone="info" title={words.finishLog.toPodiumReplaces} />
  ) : null;
}

function useUndoFill() {
  const client = useClient();
  const show = useToast((state) => state.show);
  return async (fill: {
    readonly eventId: string;
    readonly runId: string;
    readonly filled: string;
  }): Promise<void> => {
    const { finishLog } = words;
    const reply = await client.call("finish.unfill", { commandId: newCommandId(), ...fill });
    if (reply.ok) show({ tone: "done", text: finishLog.toPodiumUndone(reply.value.segments) });
    else show({ tone: "look", text: failureMessage(reply.error, finishLog.failures).title });
  };
}
