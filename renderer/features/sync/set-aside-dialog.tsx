import { useState } from "react";
import { useCommand } from "#renderer/client/use-command.ts";
import { words } from "#renderer/i18n/words.ts";
import { Button } from "#renderer/ui/button.tsx";
import { Dialog } from "#renderer/ui/dialog.tsx";
import { FailureNotice } from "#renderer/ui/failure-notice.tsx";
import { TextField } from "#renderer/ui/text-field.tsx";

export interface SetAsideDialogProps {
  readonly outboxId: string;
  readonly onClose: () => void;
}

/** Keeps an entry without sending it, with the reason of who did it. */
export function SetAsideDialog({ outboxId, onClose }: SetAsideDialogProps) {
  const setAside = useCommand("outbox.setAside");
  const [reason, setReason] = useState("");

  async function keep(): Promise<void> {
    const said = reason.trim();
    const reply = await setAside.run({ outboxId, ...(said === "" ? {} : { reason: said }) });
    if (reply?.ok === true) onClose();
  }

  return (
    <Dialog
      isOpen
      title={words.sync.setAsideTitle}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{words.ui.cancel}</Button>
          <Button isBusy={setAside.isBusy} onPress={() => void keep()}>
            {words.sync.setAsideNow}
          </Button>
        </>
      }
    >
      <p>{words.sync.setAsideText}</p>
      <TextField
        label={words.sync.setAsideReason}
        hint={words.sync.setAsideHint}
        value={reason}
        maxLength={500}
        autoFocus
        onChange={setReason}
        onSubmit={() => void keep()}
      />
      <FailureNotice failure={setAside.error} own={words.sync.failures} />
    </Dialog>
  );
}
