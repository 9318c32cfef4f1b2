import type { ReactNode } from "react";
import { words } from "#renderer/i18n/words.ts";
import { Dialog } from "#renderer/ui/controls/dialog.tsx";
import { ReasonForm } from "#renderer/ui/race/reason-form.tsx";
import type { PodiumSegment } from "#shared/contract/podium.ts";
import { AnnounceForm } from "./announce-form.tsx";
import { BothSheets } from "./board/rival-sheets.tsx";
import { GroupsForm } from "./segments/exclusion-groups-form.tsx";
import type { SheetOrders } from "./board/sheet-commands.ts";
import { usePodium } from "./podium-store.ts";
import { PrintForm } from "./print/print-form.tsx";
import { SegmentBuilder } from "./segments/segment-builder.tsx";
import { SegmentSetUp } from "./segments/segment-setup.tsx";
import type { PodiumAnswer } from "./board/use-board.ts";

export interface PodiumDialogsProps {
  readonly eventId: string;
  readonly runId: string;
  readonly answer: PodiumAnswer;
  readonly segments: readonly PodiumSegment[];
  readonly orders: SheetOrders;
  /** A reason was given: the segment may be typed into. */
  readonly onChange: (segment: PodiumSegment) => void;
}

/** The one question that stands over the board, if any. */
export function PodiumDialogs(props: PodiumDialogsProps) {
  const dialog = usePodium((state) => state.dialog);
  const open = usePodium((state) => state.open);
  const close = (): void => open(null);
  const { eventId, runId, answer, segments, orders, onChange } = props;
  const run = answer.runs.find(({ id }) => id === runId);
  if (dialog === null || run === undefined) return null;
  const segment =
    "segmentId" in dialog
      ? segments.find(({ segmentId }) => segmentId === dialog.segmentId)
      : undefined;
  const frame = (title: string, content: ReactNode) => (
    <Dialog title={title} isOpen onClose={close}>
      {content}
    </Dialog>
  );
  if (dialog.kind === "segments") {
    return frame(
      words.podiumSetup.builderTitle(run.label),
      <SegmentBuilder
        eventId={eventId}
        runId={runId}
        answer={answer}
        segments={segments}
        onClose={close}
      />,
    );
  }
  if (dialog.kind === "groups") {
    return frame(
      words.podiumSetup.groupsTitle(run.label),
      <GroupsForm
        eventId={eventId}
        runId={runId}
        groups={answer.groups}
        segments={segments}
        onClose={close}
      />,
    );
  }
  if (dialog.kind === "print") {
    return frame(
      words.podiumPrint.title,
      <PrintForm
        eventId={eventId}
        eventName={answer.eventName}
        run={run}
        segments={segments}
        onClose={close}
      />,
    );
  }
  if (segment === undefined) return null;
  switch (dialog.kind) {
    case "announce":
      return frame(
        words.podium.announceTitle(segment.label, run.label),
        <AnnounceForm eventId={eventId} runId={runId} segment={segment} onClose={close} />,
      );
    case "reason":
      return frame(
        words.podium.reasonTitle(segment.label),
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
        </>,
      );
    case "rivals":
    case "meanwhile":
      return frame(
        words.podium.rivalsTitle(segment.label, 1 + segment.rivals.length),
        <BothSheets
          runId={runId}
          kind={dialog.kind}
          segment={segment}
          orders={orders}
          onClose={close}
        />,
      );
    case "segment":
      return frame(
        segment.label,
        <SegmentSetUp eventId={eventId} runId={runId} segment={segment} onClose={close} />,
      );
  }
}
