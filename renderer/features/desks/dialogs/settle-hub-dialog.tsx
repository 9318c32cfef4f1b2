import type { Sender } from "#shared/contract/desks.ts";
import { useCommand } from "#renderer/client/queries/use-command.ts";
import { words } from "#renderer/i18n/words.ts";
import { ConfirmDialog } from "#renderer/ui/controls/dialogs/confirm-dialog.tsx";
import { FailureNotice } from "#renderer/ui/controls/dialogs/error-notice.tsx";

const say = words.desks.rivals;

export interface SettleHubDialogProps {
  readonly side: Sender["rivals"][number];
  readonly onClose: () => void;
}

/** Says what the choice of a hub changes, and asks before it (M10). */
export function SettleHubDialog({ side, onClose }: SettleHubDialogProps) {
  const settle = useCommand("hub.settle");
  async function go(): Promise<void> {
    const reply = await settle.run({ device: side.device });
    if (reply?.ok === true) onClose();
  }
  return (
    <ConfirmDialog
      title={say.confirmTitle(side.name)}
      onClose={onClose}
      action={{
        label: say.confirm(side.name),
        icon: "chosen",
        isBusy: settle.isBusy,
        run: () => void go(),
      }}
    >
      <p>{side.isThis ? say.confirmThis : say.confirmOther}</p>
      <FailureNotice failure={settle.error} own={words.desks.failures} />
    </ConfirmDialog>
  );
}
