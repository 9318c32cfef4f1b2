import { useCommand } from "#renderer/client/queries/use-command.ts";
import { words } from "#renderer/i18n/words.ts";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { Dialog } from "#renderer/ui/controls/dialogs/dialog.tsx";
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
    <Dialog
      isOpen
      isAlert
      title={say.closeTitle}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{words.ui.cancel}</Button>
          <Button icon="leave" isBusy={close.isBusy} onPress={() => void go()}>
            {say.closeNow}
          </Button>
        </>
      }
    >
      <p>{say.closeText}</p>
      <FailureNotice failure={close.error} own={words.desks.failures} />
    </Dialog>
  );
}
