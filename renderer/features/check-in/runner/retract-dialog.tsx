import { useClient } from "#renderer/client/client-context.tsx";
import type { Client } from "#renderer/client/client.ts";
import { newCommandId } from "#renderer/client/client.ts";
import { callUntilAnswered } from "#renderer/client/queries/reconnect.ts";
import { useCommand } from "#renderer/client/queries/use-command.ts";
import { refusedText } from "#renderer/i18n/failure-messages.ts";
import { words } from "#renderer/i18n/words.ts";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { Dialog } from "#renderer/ui/controls/dialogs/dialog.tsx";
import { FailureNotice } from "#renderer/ui/controls/dialogs/error-notice.tsx";
import { showToast } from "#renderer/ui/controls/dialogs/toast-store.ts";
import { undoButton } from "#renderer/ui/controls/dialogs/toast.tsx";
import { BeingSaved } from "#renderer/ui/fields/being-saved.ts";
import { useOptionalReason } from "#renderer/ui/race/forms/use-optional-reason.tsx";
import { useCommands } from "../commands/use-check-in-commands.ts";
import type { RunnerRow } from "#shared/contract/roster.ts";

export interface RetractDialogProps {
  readonly runner: RunnerRow;
  /** The organizer has the walk-up, so a person must ask them to cancel it. */
  readonly isConfirmed: boolean;
  readonly onClose: () => void;
}

/** Asks for confirmation before a walk-up is retracted; the reason is optional (W3). */
export function RetractDialog({ runner, isConfirmed, onClose }: RetractDialogProps) {
  const { eventId } = useCommands();
  const client = useClient();
  const retract = useCommand("walkUp.retract");
  const say = words.checkIn.walkUpCard;
  const reason = useOptionalReason(say.retractReason, say.retractHint);
  const name = runner.name ?? runner.email;

  async function send(): Promise<void> {
    const reply = await retract.run({ eventId, runnerId: runner.id, ...reason.given });
    if (reply?.ok !== true) return;
    // The organizer may have got it meanwhile, or before this was known (W3).
    const asks = reply.value.askOrganizer;
    showToast(
      asks ? "look" : "done",
      asks ? `${say.retracted(name)}. ${say.retractConfirmed}` : say.retracted(name),
      { ...undoButton(() => void restore(client, eventId, runner)), keycap: undefined },
    );
    onClose();
  }

  return (
    <Dialog
      isAlert
      title={say.retractTitle}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{say.keep}</Button>
          <Button isBusy={retract.isBusy} onPress={() => void send()}>
            {say.retractNow}
          </Button>
        </>
      }
    >
      <p>{say.retractText(name, runner.runLabel)}</p>
      {isConfirmed ? <p>{say.retractConfirmed}</p> : null}
      <BeingSaved value={retract.isBusy}>{reason.field}</BeingSaved>
      <FailureNotice failure={retract.error} own={say.failures} />
    </Dialog>
  );
}

/** Undoes the retraction, from the toast. */
async function restore(client: Client, eventId: string, runner: RunnerRow): Promise<void> {
  const command = { commandId: newCommandId(), eventId, runnerId: runner.id };
  const reply = await callUntilAnswered(client, "walkUp.restore", command);
  const say = words.checkIn.walkUpCard;
  const name = runner.name ?? runner.email;
  if (reply.ok) showToast("done", say.restored(name));
  else showToast("look", refusedText(reply.error, say.notRestored(name)));
}
