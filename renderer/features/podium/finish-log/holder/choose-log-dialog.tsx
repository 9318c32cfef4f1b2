import { words } from "#renderer/i18n/words.ts";
import { CommandDialog } from "#renderer/ui/controls/dialogs/command-dialog.tsx";
import type { LogSide } from "#shared/contract/finish-log.ts";

const say = words.finishLog.holder;

export interface ChooseLogDialogProps {
  readonly eventId: string;
  readonly side: LogSide;
  readonly others: readonly LogSide[];
  readonly onClose: () => void;
}

/** Says what the choice between two logs changes, and asks before it (M13). */
export function ChooseLogDialog({ eventId, side, others, onClose }: ChooseLogDialogProps) {
  return (
    <CommandDialog
      title={say.confirmTitle(side.name)}
      action={{ label: say.confirm(side), icon: "chosen" }}
      command="finish.chooseSide"
      input={{ eventId, hold: side.hold }}
      failures={words.finishLog.failures}
      onClose={onClose}
    >
      <p>{say.confirmText(side, others)}</p>
    </CommandDialog>
  );
}
