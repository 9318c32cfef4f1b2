import type { OutputOf } from "#shared/contract/index.ts";
import { useCommand } from "#renderer/client/queries/use-command.ts";
import { words } from "#renderer/i18n/words.ts";
import { ConfirmDialog } from "#renderer/ui/controls/dialogs/confirm-dialog.tsx";
import { FailureNotice } from "#renderer/ui/controls/dialogs/error-notice.tsx";
import { useToast } from "#renderer/ui/controls/dialogs/toast-store.ts";

const say = words.desks.device.revokeQuestion;

export interface RevokeDialogProps {
  readonly device: OutputOf<"device.list">["devices"][number];
  readonly onClose: () => void;
}

/** Asks before a paired device loses its access. */
export function RevokeDialog({ device, onClose }: RevokeDialogProps) {
  const revoke = useCommand("device.revoke");
  const showToast = useToast((state) => state.show);
  const { id: deviceId, name, role } = device;
  async function end(): Promise<void> {
    const reply = await revoke.run({ deviceId });
    if (reply?.ok !== true) return;
    onClose();
    showToast({ tone: "done", text: say.done(name) });
  }
  return (
    <ConfirmDialog
      title={say.title(name)}
      onClose={onClose}
      action={{ label: say.now, icon: "remove", isBusy: revoke.isBusy, run: () => void end() }}
    >
      <p>{role === "peer" ? say.full : say.browser}</p>
      <p>{say.endsCode}</p>
      <FailureNotice failure={revoke.error} own={words.settings.failures} />
    </ConfirmDialog>
  );
}
