import type { ReactNode } from "react";
import { words } from "#renderer/i18n/words.ts";
import { Dialog } from "#renderer/ui/controls/dialogs/dialog.tsx";
import { ReasonForm } from "#renderer/ui/race/forms/reason-form.tsx";
import type { PodiumSegment } from "#shared/contract/podium.ts";
import { AnnounceForm } from "./announce-form.tsx";
import { RivalSheets } from "./board/rival-sheets.tsx";
import type { SheetCommands } from "./board/sheet-commands.ts";
import type { PodiumAnswer, PodiumRun } from "./board/use-segments.ts";
import { openDialog, usePodium } from "./podium-store.ts";
import type { PodiumDialog } from "./podium-store.ts";
import { PrintForm } from "./print/print-form.tsx";
import { ExclusionGroupsForm } from "./segments/exclusion-groups-form.tsx";
import { SegmentBuilder } from "./segments/segment-builder.tsx";
import { SegmentSetup } from "./segments/segment-setup.tsx";

export interface PodiumDialogsProps {
  readonly eventId: string;
  readonly runId: string;
  readonly answer: PodiumAnswer;
  readonly segments: readonly PodiumSegment[];
  readonly commands: SheetCommands;
  /** A person gave a reason, so the announced segment can be changed. */
  readonly onChange: (segment: PodiumSegment) => void;
  readonly onAnnounced: (segmentId: string) => void;
}

/** The open dialog of the podium screen, if any. */
export function PodiumDialogs(props: PodiumDialogsProps) {
  const dialog = usePodium((state) => state.dialog);
  const run = props.answer.runs.find(({ id }) => id === props.runId);
  if (dialog === null || run === undefined) return null;
  const close = (): void => openDialog(null);
  const content = contentOf(dialog, props, run, close);
  return content === null ? null : (
    <Dialog title={content.title} isOpen onClose={close}>
      {content.body}
    </Dialog>
  );
}

interface DialogContent {
  readonly title: string;
  readonly body: ReactNode;
}

/** Null: the segment of the dialog is gone. */
function contentOf(
  dialog: PodiumDialog,
  props: PodiumDialogsProps,
  run: PodiumRun,
  onClose: () => void,
): DialogContent | null {
  const { eventId, runId, answer, segments } = props;
  const ids = { eventId, runId, onClose };
  switch (dialog.kind) {
    case "segments":
      return {
        title: words.podiumSetup.builderTitle(run.label),
        body: <SegmentBuilder {...ids} awards={answer.awards} segments={segments} />,
      };
    case "groups":
      return {
        title: words.podiumSetup.groupsTitle(run.label),
        body: <ExclusionGroupsForm {...ids} groups={answer.groups} segments={segments} />,
      };
    case "print":
      return {
        title: words.podiumPrint.title,
        body: (
          <PrintForm
            eventId={eventId}
            eventName={answer.eventName}
            run={run}
            timeZone={answer.timeZone}
            segments={segments}
            onClose={onClose}
          />
        ),
      };
    default: {
      const segment = segments.find(({ segmentId }) => segmentId === dialog.segmentId);
      return segment === undefined
        ? null
        : segmentContentOf(dialog.kind, props, run, segment, onClose);
    }
  }
}

function segmentContentOf(
  kind: Extract<PodiumDialog, { segmentId: string }>["kind"],
  { eventId, runId, commands, onChange, onAnnounced }: PodiumDialogsProps,
  run: PodiumRun,
  segment: PodiumSegment,
  onClose: () => void,
): DialogContent {
  const common = { runId, segment, onClose };
  switch (kind) {
    case "announce":
      return {
        title: words.podium.announceTitle(segment.label, run.label),
        body: <AnnounceForm {...common} eventId={eventId} onAnnounced={onAnnounced} />,
      };
    case "reason":
      return {
        title: words.podium.reasonTitle(segment.label),
        body: (
          <>
            <p>{words.podium.reasonText}</p>
            <ReasonForm
              label={words.podium.reasonLabel}
              placeholder={words.podium.reasonPlaceholder}
              needed={words.podium.reasonNeeded}
              go={words.podium.reasonGo}
              onCancel={onClose}
              onGiven={(reason) => {
                onClose();
                commands.giveReason(segment, reason);
                onChange(segment);
              }}
            />
          </>
        ),
      };
    case "rivals":
    case "meanwhile":
      return {
        title: words.podium.rivalsTitle(segment.label, 1 + segment.rivals.length),
        body: <RivalSheets {...common} kind={kind} commands={commands} />,
      };
    case "segment":
      return { title: segment.label, body: <SegmentSetup {...common} eventId={eventId} /> };
  }
}
