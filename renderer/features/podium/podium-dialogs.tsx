import type { ReactNode } from "react";
import { words } from "#renderer/i18n/words.ts";
import { Dialog } from "#renderer/ui/controls/dialogs/dialog.tsx";
import { ReasonForm } from "#renderer/ui/race/forms/reason-form.tsx";
import type { PodiumSegment } from "#shared/contract/podium.ts";
import { AnnounceForm } from "./announce-form.tsx";
import { RivalSheets } from "./board/rival-sheets.tsx";
import { ExclusionGroupsForm } from "./segments/exclusion-groups-form.tsx";
import type { SheetCommands } from "./board/sheet-commands.ts";
import { usePodium } from "./podium-store.ts";
import { PrintForm } from "./print/print-form.tsx";
import { SegmentBuilder } from "./segments/segment-builder.tsx";
import { SegmentSetup } from "./segments/segment-setup.tsx";
import type { PodiumAnswer, PodiumRun } from "./board/use-segments.ts";

export interface PodiumDialogsProps {
  readonly eventId: string;
  readonly runId: string;
  readonly answer: PodiumAnswer;
  readonly segments: readonly PodiumSegment[];
  readonly orders: SheetCommands;
  /** A reason was given: the segment may be typed into. */
  readonly onChange: (segment: PodiumSegment) => void;
}

/** The one question that stands over the board, if any. */
export function PodiumDialogs(props: PodiumDialogsProps) {
  const dialog = usePodium((state) => state.dialog);
  const open = usePodium((state) => state.open);
  const close = (): void => open(null);
  const { runId, answer, segments } = props;
  const run = answer.runs.find(({ id }) => id === runId);
  if (dialog === null || run === undefined) return null;
  const segment =
    "segmentId" in dialog
      ? segments.find(({ segmentId }) => segmentId === dialog.segmentId)
      : undefined;
  const content =
    dialogOfRun(dialog.kind, props, run, close) ??
    (segment === undefined ? null : dialogOfSegment(dialog.kind, props, run, segment, close));
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

type DialogKind = NonNullable<ReturnType<typeof usePodium.getState>["dialog"]>["kind"];

/** Null: the dialog is about one segment. */
function dialogOfRun(
  kind: DialogKind,
  { eventId, runId, answer, segments }: PodiumDialogsProps,
  run: PodiumRun,
  close: () => void,
): DialogContent | null {
  if (kind === "segments") {
    return {
      title: words.podiumSetup.builderTitle(run.label),
      body: (
        <SegmentBuilder
          eventId={eventId}
          runId={runId}
          answer={answer}
          segments={segments}
          onClose={close}
        />
      ),
    };
  }
  if (kind === "groups") {
    return {
      title: words.podiumSetup.groupsTitle(run.label),
      body: (
        <ExclusionGroupsForm
          eventId={eventId}
          runId={runId}
          groups={answer.groups}
          segments={segments}
          onClose={close}
        />
      ),
    };
  }
  if (kind === "print") {
    return {
      title: words.podiumPrint.title,
      body: (
        <PrintForm
          eventId={eventId}
          eventName={answer.eventName}
          run={run}
          segments={segments}
          onClose={close}
        />
      ),
    };
  }
  return null;
}

/** Null: the dialog is about the run. */
function dialogOfSegment(
  kind: DialogKind,
  { eventId, runId, orders, onChange }: PodiumDialogsProps,
  run: PodiumRun,
  segment: PodiumSegment,
  close: () => void,
): DialogContent | null {
  switch (kind) {
    case "announce":
      return {
        title: words.podium.announceTitle(segment.label, run.label),
        body: <AnnounceForm eventId={eventId} runId={runId} segment={segment} onClose={close} />,
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
              onCancel={close}
              onGiven={(reason) => {
                close();
                orders.giveReason(segment, reason);
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
        body: (
          <RivalSheets
            runId={runId}
            kind={kind}
            segment={segment}
            orders={orders}
            onClose={close}
          />
        ),
      };
    case "segment":
      return {
        title: segment.label,
        body: <SegmentSetup eventId={eventId} runId={runId} segment={segment} onClose={close} />,
      };
    default:
      return null;
  }
}
