import type { ComponentProps, ReactNode } from "react";
import { words } from "#renderer/i18n/words.ts";
import { failureMessage } from "#renderer/i18n/failure-messages.ts";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { Icon } from "#renderer/ui/controls/icon.tsx";
import type { PodiumSegment } from "#shared/contract/podium.ts";
import type { SheetCommands } from "./sheet-commands.ts";
import { openDialog } from "../podium-store.ts";
import type { SheetWork } from "../podium-store.ts";
import { announcedSetup } from "../slots/draft-sheet.ts";
import styles from "./board.module.css";

export interface SegmentCardProps {
  readonly segment: PodiumSegment;
  readonly work: SheetWork;
  readonly commands: SheetCommands;
}

/** Problems of a segment that a person must decide about, above its places. */
export function SegmentCard({ segment, work, commands }: SegmentCardProps) {
  const say = words.podium;
  const { segmentId, label } = segment;
  const { phase } = work;
  const setup = announcedSetup(segment);
  if (phase.kind === "not-saved") {
    const isUnsent = phase.failure.details?.["isUnsent"] === true;
    const { title, text } = failureMessage(phase.failure, {
      ...say.failures,
      "transport-down": { title: say.notSavedTitle, text: say.notKnownText },
    });
    return (
      <Strip tone="stop" icon="stop" title={say.titleOf(label, title)}>
        {isUnsent ? null : <p>{text}</p>}
        <p>{phase.goesAgain ? say.goesAgain : say.notSavedText}</p>
        <div className={styles["cardActs"]}>
          <Button
            kind="paper"
            isBlock
            icon="retry"
            isBusy={false}
            onPress={() => commands.tryAgain(segment)}
          >
            {say.tryAgain}
          </Button>
          <Button kind="fill" isBlock onPress={() => commands.drop(segment)}>
            {say.dropTyped}
          </Button>
        </div>
      </Strip>
    );
  }
  if (phase.kind === "meanwhile") {
    return (
      <Strip
        tone="look"
        icon="look"
        title={say.titleOf(label, say.meanwhileTitle(phase.theirs.actor, phase.isSameDesk))}
      >
        <p>{say.meanwhileText}</p>
        <Button kind="paper" isBlock onPress={() => openDialog({ kind: "meanwhile", segmentId })}>
          {say.lookAtBoth}
        </Button>
      </Strip>
    );
  }
  return (
    <>
      {phase.kind === "asks-reason" ? (
        <Strip tone="look" icon="look" title={say.titleOf(label, say.notSavedYet)}>
          <Button kind="paper" isBlock onPress={() => openDialog({ kind: "reason", segmentId })}>
            {say.change}
          </Button>
          <Button kind="paper" isBlock onPress={() => commands.drop(segment)}>
            {say.dropTyped}
          </Button>
        </Strip>
      ) : null}
      {segment.rivals.length === 0 ? null : (
        <Strip tone="look" icon="look" title={say.rivalsStrip(segment.rivals.length)}>
          <Button kind="paper" isBlock onPress={() => openDialog({ kind: "rivals", segmentId })}>
            {say.compare}
          </Button>
        </Strip>
      )}
      {segment.state === "changed" ? (
        <Strip tone="look" icon="announce" title={say.changedTitle}>
          <p>{say.changedText(segment.changedBy)}</p>
          {setup === null ? null : <p>{say.announcedAs(setup.clock, setup.depth)}</p>}
        </Strip>
      ) : null}
    </>
  );
}

interface StripProps {
  readonly tone: "stop" | "look";
  readonly icon: ComponentProps<typeof Icon>["name"];
  readonly title: string;
  readonly children: ReactNode;
}

function Strip({ tone, icon, title, children }: StripProps) {
  return (
    <div className={styles["card"]} data-tone={tone} role="alert">
      <p className={styles["cardTitle"]}>
        <Icon name={icon} size={24} />
        <span>{title}</span>
      </p>
      {children}
    </div>
  );
}
