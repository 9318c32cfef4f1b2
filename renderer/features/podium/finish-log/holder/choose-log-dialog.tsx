import { words } from "#renderer/i18n/words.ts";
import { CommandDialog } from "#renderer/ui/controls/dialogs/command-dialog.tsx";
import type { LogSide } from "#shared/contract/finish-log.ts";

const say = words.finishLog.holder;

export interface ChooseLogDialogProps {
  readonly eventId: string;
  readonly side: LogSide;
  /** The name of the computer whose log does not count then. */
  readonly other: string;
  readonly onClose: () => void;
}

/** Says what the choice between two logs changes, and asks before it (M13). */
export function ChooseLogDialog({ eventId, side, other, onClose }: ChooseLogDialogProps) {
  return (
    <CommandDialog
      title={say.confirmTitle(side.name)}
      action={{ label: say.confirm(side.name), icon: "chosen" }}
      command="finish.chooseSide"
      input={{ eventId, hold: side.hold }}
      failures={words.finishLog.failures}
      onClose={onClose}
    >
      <p>{say.confirmText(side.name, other)}</p>
    </CommandDialog>
  );
}
