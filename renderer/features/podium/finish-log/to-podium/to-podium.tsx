import { useState } from "react";
import { useCommand } from "#renderer/client/queries/use-command.ts";
import type { CommandInput } from "#renderer/client/queries/use-command.ts";
import { mayBeUnsaved } from "#renderer/client/queries/reconnect.ts";
import { useQuery } from "#renderer/client/queries/use-query.ts";
import { failureMessage } from "#renderer/i18n/failure-messages.ts";
import { words } from "#renderer/i18n/words.ts";
import { BibPlate } from "#renderer/ui/race/bibs/bib-plate.tsx";
import { BigButton } from "#renderer/ui/controls/buttons/big-button.tsx";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { Notice } from "#renderer/ui/controls/page/card.tsx";
import { afterDialog } from "#renderer/ui/controls/dialogs/after-dialog.ts";
import { Dialog } from "#renderer/ui/controls/dialogs/dialog.tsx";
import { FieldNote } from "#renderer/ui/fields/field-note.tsx";
import { FailureNotice } from "#renderer/ui/controls/dialogs/error-notice.tsx";
import { PersonName } from "#renderer/ui/race/people/person-name.tsx";
import { BeingSaved } from "#renderer/ui/fields/being-saved.ts";
import { TextField } from "#renderer/ui/fields/text-field.tsx";
import { showToast } from "#renderer/ui/controls/dialogs/toast-store.ts";
import type { OutputOf } from "#shared/contract/index.ts";
import type { Run } from "#shared/contract/events.ts";
import type { PodiumSegment } from "#shared/contract/podium.ts";
import { precisionOf, showTimeIn } from "#shared/domain/podium/race-time.ts";
import type { FinishFill } from "#shared/contract/finish-log.ts";
import type { FillChoice } from "./fill-segments.tsx";
import { FillSegments, isReplacing, noChoice, overallId, writtenFills } from "./fill-segments.tsx";
import { currentRevisions } from "../../slots/draft-sheet.ts";
import type { FinishCommands } from "../use-finish-commands.ts";
import styles from "./to-podium.module.css";

/** Number of places in the preview if the segment has no number of award places. */
const shownWithoutDepth = 10;
/** More ties than this at the last award place are not in the preview; all are written. */
const shownBeyondDepth = 10;

export interface ToPodiumProps {
  readonly eventId: string;
  readonly runId: string;
  readonly runs: readonly Run[];
  readonly onFilled: FinishCommands["filled"];
  /** Ends a correction in the log before the dialog opens; false: it cannot be saved, and the dialog stays closed. */
  readonly endChange: () => boolean;
  /** Called after the dialog was closed. */
  readonly onClosed: () => void;
}

/** Writes the first finishers of the log into the Overall segment of the run, after a preview. */
export function ToPodium(props: ToPodiumProps) {
  const { eventId, runId, runs, onFilled, endChange, onClosed } = props;
  const [isOpen, setOpen] = useState(false);
  const undoFill = useUndoFill();
  const run = runs.find((each) => each.id === runId);
  const podium = useQuery("podium.get", { eventId, runId }, { topics: ["podium", "events"] });
  if (run === undefined) return null;
  return (
    <>
      <Button
        onPress={() => {
          if (endChange()) setOpen(true);
        }}
      >
        {words.finishLog.toPodium(overallOf(podium.value)?.depth ?? null)}
      </Button>
      {isOpen ? (
        <ToPodiumDialog
          eventId={eventId}
          run={run}
          isUndoing={undoFill.isUndoing}
          onPut={(text, filled) =>
            onFilled(text, (again) => undoFill.undo({ eventId, runId, filled }, again))
          }
          onClose={() => {
            setOpen(false);
            afterDialog(onClosed);
          }}
        />
      ) : null}
    </>
  );
}

const overallOf = (podium: OutputOf<"podium.get"> | null): PodiumSegment | null =>
  podium?.segments.find(({ segmentId }) => segmentId === overallId) ?? null;

interface ToPodiumDialogProps {
  readonly eventId: string;
  readonly run: Run;
  /** An earlier filling of the podium is being undone, so the podium is not read yet. */
  readonly isUndoing: boolean;
  /** `filled` identifies what was written, for its undo. */
  readonly onPut: (text: string, filled: string) => void;
  readonly onClose: () => void;
}

function ToPodiumDialog(props: ToPodiumDialogProps) {
  const { run, onClose } = props;
  const { finishLog } = words;
  const fill = useToPodium(props);
  const { overall, placings, shown, precision } = fill;
  return (
    <Dialog
      title={finishLog.toPodiumTitle(run.label, overall?.label)}
      onClose={onClose}
      actions={
        <>
          <BigButton
            notYet={fill.notYet}
            busy={
              fill.isBusy
                ? finishLog.toPodiumBusy
                : fill.isReading
                  ? finishLog.toPodiumReading
                  : undefined
            }
            onPress={() => void fill.write()}
          >
            {finishLog.toPodiumDo(overall?.label)}
          </BigButton>
          <Button kind="quiet" size="l" onPress={onClose}>
            {words.ui.cancel}
          </Button>
        </>
      }
    >
      {fill.isReading ? null : overall === null ? (
        <Notice tone="look" title={finishLog.toPodiumNoSegment} />
      ) : placings !== null && shown.length === 0 ? (
        <Notice tone="look" title={finishLog.toPodiumEmpty} />
      ) : (
        <>
          <p>{finishLog.toPodiumLead(placings?.total ?? 0)}</p>
          <BeingSaved value={fill.isBusy}>
            <AnnouncedNotice fill={fill} overall={overall} />
          </BeingSaved>
          {placings === null || placings.unplaced === 0 ? null : (
            <Notice tone="look" title={finishLog.toPodiumUnplaced(placings.unplaced)}>
              <p>{finishLog.toPodiumUnplacedRows(placings.firstUnplaced, placings.unplaced)}</p>
            </Notice>
          )}
          <PlacingList placings={shown} keptTimes={fill.keptTimes} precision={precision} />
          <FillSegments
            fills={fill.segments}
            choice={fill.choice}
            precision={precision}
            onChoose={fill.setChoice}
          />
        </>
      )}
      <FailureNotice failure={fill.failure} own={finishLog.failures} />
      <p className="quiet">{finishLog.spaceHere}</p>
    </Dialog>
  );
}

/**
 * The dialog reads the podium itself, after an undo that is under way: the screen may still show the sheets from before the
 * undo, and a command that names those sheets is refused.
 */
function usePreview({ eventId, run, isUndoing }: ToPodiumDialogProps) {
  const ofRun = isUndoing ? null : { eventId, runId: run.id };
  const podium = useQuery("podium.get", ofRun, { topics: ["podium", "events"] });
  const fills = useQuery("finish.fills", ofRun, { topics: ["finish", "podium", "roster"] });
  const overall = overallOf(podium.value);
  const depth = overall?.depth ?? shownWithoutDepth;
  const placings = useQuery(
    "finish.placings",
    podium.value === null
      ? null
      : { eventId, runId: run.id, limit: depth + shownBeyondDepth, depth },
    { topics: ["finish", "roster"] },
  );
  return {
    isReading: podium.value === null || fills.value === null || placings.value === null,
    error: podium.error ?? fills.error ?? placings.error,
    overall,
    depth,
    placings: placings.value,
    segments: fills.value?.segments ?? [],
  };
}

/** The preview of the segments, and the command that writes them. */
function useToPodium(props: ToPodiumDialogProps) {
  const { eventId, run, onPut, onClose } = props;
  const { finishLog } = words;
  const runId = run.id;
  const preview = usePreview(props);
  const { overall, depth, placings, segments } = preview;
  const { run: put, isBusy, error } = useCommand("finish.toPodium");
  const [choice, setChoice] = useState(noChoice);
  const [reason, setReason] = useState("");
  const shown = (placings?.placings ?? []).filter(({ place }) => place <= depth);
  const others = writtenFills(
    choice,
    segments.filter(({ segmentId }) => segmentId !== overallId),
  );
  const ownFill = segments.find(({ segmentId }) => segmentId === overallId);
  const precision = precisionOf([
    ...shown.map(({ hundredths }) => hundredths),
    ...segments.flatMap((each) => [...each.fills, ...each.differs].map((line) => line.hundredths)),
  ]);
  const isSame =
    overall !== null && saysTheSame(overall, shown, ownFill) && !isOwnReplacing(choice, ownFill);
  const isOverallAnnounced =
    !isSame && (overall?.state === "announced" || overall?.state === "changed");
  const isAnnounced = isOverallAnnounced || others.some((fill) => fill.isAnnounced);
  const notYet = preview.isReading
    ? undefined
    : overall === null || shown.length === 0
      ? finishLog.failures["nothing-to-place"].title
      : isSame && others.length === 0
        ? finishLog.toPodiumSame(overall.label)
        : isAnnounced && reason.trim() === ""
          ? finishLog.toPodiumReasonNeeded
          : undefined;

  async function write(): Promise<void> {
    if (overall === null || preview.isReading || notYet !== undefined) return;
    const reply = await put({
      eventId,
      runId,
      segmentId: overallId,
      follows: currentRevisions(overall),
      keepTyped: !isOwnReplacing(choice, ownFill),
      times: others.map((fill) => ({
        segmentId: fill.segmentId,
        follows: fill.follows,
        replace: isReplacing(choice, fill),
      })),
      ...(isAnnounced ? { reason: reason.trim() } : {}),
    });
    if (reply?.ok !== true) return;
    onPut(finishLog.toPodiumDone(run.label, overall.label, others.length), reply.value.filled);
    onClose();
  }

  const keptTimes = keptTimesOf(choice, ownFill);
  const state = {
    ...preview,
    shown,
    keptTimes,
    choice,
    precision,
    isSame,
    isAnnounced,
    isOverallAnnounced,
  };
  const failure = error ?? preview.error;
  return { ...state, notYet, reason, isBusy, failure, setChoice, setReason, write };
}

const isOwnReplacing = (choice: FillChoice, ownFill: FinishFill | undefined): boolean =>
  ownFill !== undefined && isReplacing(choice, ownFill);

/** By runner: the typed times that stay, though the log has others. */
const keptTimesOf = (
  choice: FillChoice,
  fill: FinishFill | undefined,
): ReadonlyMap<string, string> =>
  new Map(
    fill === undefined || isReplacing(choice, fill)
      ? []
      : fill.differs.map(({ runnerId, typed }) => [runnerId, typed]),
  );

/** Whether the log has the sheet's runners in the same places, and no time that the sheet lacks. */
const saysTheSame = (
  { slots, rivals }: PodiumSegment,
  placings: PlacingListProps["placings"],
  ownFill: FinishFill | undefined,
): boolean =>
  rivals.length === 0 &&
  ownFill?.fills.length === 0 &&
  slots.length === placings.length &&
  placings.every(({ bib, runnerId, place }, at) => {
    const slot = slots[at];
    return slot?.bib === bib && slot.runnerId === runnerId && slot.place === place;
  });

interface PlacingListProps {
  readonly placings: OutputOf<"finish.placings">["placings"];
  readonly keptTimes: ReadonlyMap<string, string>;
  readonly precision: ReturnType<typeof precisionOf>;
}

function PlacingList({ placings, keptTimes, precision }: PlacingListProps) {
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
            {keptTimes.get(each.runnerId) ??
              (each.hundredths === null
                ? finishLog.noTimeShort
                : showTimeIn(each.hundredths, precision))}
          </span>
        </li>
      ))}
    </ol>
  );
}

interface AnnouncedNoticeProps {
  readonly fill: ReturnType<typeof useToPodium>;
  /** The run's first segment: "Overall", or "Teams" in a relay. If it has places, they are overwritten. */
  readonly overall: PodiumSegment;
}

/** An announced segment is changed only with a reason (P5). */
function AnnouncedNotice({ fill, overall: { label, slots } }: AnnouncedNoticeProps) {
  return fill.isAnnounced ? (
    <>
      <Notice
        tone="look"
        title={
          fill.isOverallAnnounced
            ? words.finishLog.toPodiumAnnounced(label)
            : words.finishLog.toOthersAnnounced
        }
      />
      <TextField
        label={words.finishLog.toPodiumReason}
        hint={words.finishLog.toPodiumReasonHint}
        value={fill.reason}
        onChange={fill.setReason}
        maxLength={500}
        autoFocus={fill.isOverallAnnounced}
        isRequired
      />
    </>
  ) : slots.length > 0 && !fill.isSame ? (
    <Notice tone="info" title={words.finishLog.toPodiumReplaces(label)} />
  ) : null;
}

/** Undoes the filling of the podium. After a lost reply, the next press sends the same command (J8). */
function useUndoFill() {
  const { run, isBusy } = useCommand("finish.unfill");
  async function undo(fill: CommandInput<"finish.unfill">, again: () => void): Promise<boolean> {
    const { finishLog } = words;
    const reply = await run(fill);
    if (reply === null) return false;
    if (reply.ok) {
      showToast("done", finishLog.toPodiumUndone(reply.value.segments));
      return true;
    }
    const text = failureMessage(reply.error, finishLog.failures).title;
    const isGone = !mayBeUnsaved(reply.error);
    // Without keys: Ctrl+Z may mean a newer action of the log, or of another tab.
    showToast("look", text, isGone ? undefined : { label: words.ui.undo, run: again });
    return isGone;
  }
  return { isUndoing: isBusy, undo };
}
