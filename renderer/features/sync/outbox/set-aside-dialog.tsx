import type { OutboxEntry } from "#shared/contract/sync.ts";
import { useCommand } from "#renderer/client/queries/use-command.ts";
import { words } from "#renderer/i18n/words.ts";
import { BigButton } from "#renderer/ui/controls/buttons/big-button.tsx";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { Dialog } from "#renderer/ui/controls/dialogs/dialog.tsx";
import { FailureNotice } from "#renderer/ui/controls/dialogs/error-notice.tsx";
import { showToast } from "#renderer/ui/controls/dialogs/toast-store.ts";
import { BeingSaved } from "#renderer/ui/fields/being-saved.ts";
import { useOptionalReason } from "#renderer/ui/race/forms/use-optional-reason.tsx";
import { nameEntry } from "./outbox-messages.ts";

export interface SetAsideDialogProps {
  readonly entry: OutboxEntry;
  readonly onClose: () => void;
  /** Called by the toast after the entry was set aside. */
  readonly onRequeue: () => void;
}

/** Sets an entry aside, with a reason: it is kept and not sent (O13). */
export function SetAsideDialog({ entry, onClose, onRequeue }: SetAsideDialogProps) {
  const setAside = useCommand("outbox.setAside");
  const say = words.sync;
  const reason = useOptionalReason(say.setAsideReason, say.setAsideHint);
  const name = nameEntry(entry);

  async function keep(): Promise<void> {
    const reply = await setAside.run({ outboxId: entry.id, ...reason.given });
    if (reply?.ok !== true) return;
    showToast(
      "done",
      reply.value.state === "sending" ? say.willBeSetAside(name) : say.isSetAside(name),
      { label: say.requeue, run: onRequeue },
    );
    onClose();
  }

  return (
    <Dialog
      title={say.setAsideTitle}
      onClose={onClose}
      actions={
        <>
          <BigButton
            busy={setAside.isBusy ? say.settingAside : undefined}
            onPress={() => void keep()}
          >
            {say.setAsideNow}
          </BigButton>
          <Button onPress={onClose}>{words.ui.cancel}</Button>
        </>
      }
    >
      <p>
        {entry.acts.setAside === "after-answer"
          ? say.setAsideAfterAnswer(name)
          : say.setAsideText(name)}
      </p>
      <BeingSaved value={setAside.isBusy}>{reason.field}</BeingSaved>
      <FailureNotice failure={setAside.error} own={say.failures} />
    </Dialog>
  );
}
