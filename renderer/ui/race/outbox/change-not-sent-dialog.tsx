import { words } from "#renderer/i18n/words.ts";
import { BigButton } from "#renderer/ui/controls/buttons/big-button.tsx";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { Dialog } from "#renderer/ui/controls/dialogs/dialog.tsx";

export interface ChangeNotSentDialogProps {
  /** "Walk-up of Mia Berg for 10 km". */
  readonly entryName: string;
  readonly onClose: () => void;
  /** Sends the old content and drops the change. */
  readonly onSend: () => void;
}

/** Asks after "Send again as it is" if the form holds an unsent change (O13). */
export function ChangeNotSentDialog({ entryName, onClose, onSend }: ChangeNotSentDialogProps) {
  const say = words.sync.changeNotSent;
  return (
    <Dialog
      isAlert
      title={say.title}
      onClose={onClose}
      actions={
        <>
          <BigButton isLocal onPress={onClose}>
            {say.back}
          </BigButton>
          <Button onPress={onSend}>{say.without}</Button>
        </>
      }
    >
      <p>{say.text(entryName)}</p>
    </Dialog>
  );
}
