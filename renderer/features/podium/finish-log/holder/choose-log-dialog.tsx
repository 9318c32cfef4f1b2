import { useCommand } from "#renderer/client/queries/use-command.ts";
import { words } from "#renderer/i18n/words.ts";
import { ConfirmDialog } from "#renderer/ui/controls/dialogs/confirm-dialog.tsx";
import { FailureNotice } from "#renderer/ui/controls/dialogs/error-notice.tsx";
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
  const choose = useCommand("finish.chooseSide");
  async function go(): Promise<void> {
    const reply = await choose.run({ eventId, hold: side.hold });
    if (reply?.ok === true) onClose();
  }
  return (
    <ConfirmDialog
      title={say.confirmTitle(side.name)}
      onClose={onClose}
      action={{
        label: say.confirm(side.name),
        icon: "chosen",
        isBusy: choose.isBusy,
        run: () => void go(),
      }}
    >
      <p>{say.confirmText(side.name, other)}</p>
      <FailureNotice failure={choose.error} own={words.finishLog.failures} />
    </ConfirmDialog>
  );
}
