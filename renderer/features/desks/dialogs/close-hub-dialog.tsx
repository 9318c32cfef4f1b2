import { useCommand } from "#renderer/client/queries/use-command.ts";
import { words } from "#renderer/i18n/words.ts";
import { ConfirmDialog } from "#renderer/ui/controls/dialogs/confirm-dialog.tsx";
import { FailureNotice } from "#renderer/ui/controls/dialogs/error-notice.tsx";

const say = words.desks.hub;

/** Asks before full desks are refused. */
export function CloseHubDialog({ onClose }: { readonly onClose: () => void }) {
  const close = useCommand("hub.close");
  async function go(): Promise<void> {
    const reply = await close.run({});
    if (reply?.ok === true) onClose();
  }
  return (
    <ConfirmDialog
      title={say.closeTitle}
      onClose={onClose}
      action={{ label: say.closeNow, icon: "leave", isBusy: close.isBusy, run: () => void go() }}
    >
      <p>{say.closeText}</p>
      <FailureNotice failure={close.error} own={words.desks.failures} />
    </ConfirmDialog>
  );
}
