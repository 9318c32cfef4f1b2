import { isUnanswered, mayBeUnsaved } from "#renderer/client/queries/reconnect.ts";
import { failureMessage } from "#renderer/i18n/failure-messages.ts";
import { words } from "#renderer/i18n/words.ts";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { Notice } from "#renderer/ui/controls/page/card.tsx";
import type { Failure } from "#shared/result.ts";

/** A command of the finish log that failed. Chute does not send it again by itself. */
export interface FailedCommand {
  /** Names the command, for example "removal of bib 7". */
  readonly what: string;
  readonly failure: Failure;
}

/** The words of a failed command after the finish log was left. */
export function notDoneElsewhere({ what, failure }: FailedCommand): string {
  const { finishLog } = words;
  if (mayBeUnsaved(failure)) return finishLog.notSavedGone(what);
  return `${finishLog.notDone(what)}. ${failureMessage(failure, finishLog.failures).title}`;
}

export interface NotDoneProps {
  readonly failed: FailedCommand;
  readonly onClose: () => void;
}

/** Names a command that failed. It stays true when the connection is back, so a person closes it. */
export function NotDone({ failed: { what, failure }, onClose }: NotDoneProps) {
  const { finishLog, ui } = words;
  const { title, text } = failureMessage(failure, finishLog.failures);
  const isUnknown = isUnanswered(failure);
  return (
    <Notice
      tone="stop"
      title={isUnknown ? finishLog.perhapsNotDone(what) : finishLog.notDone(what)}
      action={
        <Button size="s" onPress={onClose}>
          {ui.close}
        </Button>
      }
    >
      {isUnknown ? finishLog.noAnswer : `${title}. ${text}`}
    </Notice>
  );
}
