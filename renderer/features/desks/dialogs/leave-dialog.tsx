import { useCommand } from "#renderer/client/queries/use-command.ts";
import { words } from "#renderer/i18n/words.ts";
import { ConfirmDialog } from "#renderer/ui/controls/dialogs/confirm-dialog.tsx";
import { FailureNotice } from "#renderer/ui/controls/dialogs/error-notice.tsx";
import { Notice } from "#renderer/ui/controls/page/card.tsx";

const say = words.desks.leave;

export interface LeaveDialogProps {
  /** Entries of this desk that the hub does not have yet. */
  readonly unsent: number;
  /** While the hub answers, it gets the entries soon. When it is gone, the owner may leave without that. */
  readonly isHubUp: boolean;
  readonly onClose: () => void;
}

/** Asks before the link to the hub ends. */
export function LeaveDialog({ unsent, isHubUp, onClose }: LeaveDialogProps) {
  const leave = useCommand("desk.leave");
  const isLost = unsent > 0 && !isHubUp;
  const { title, text } = isLost ? say.hubGone(unsent) : words.desks.failures.unsent;
  async function go(): Promise<void> {
    const reply = await leave.run({ evenUnsent: isLost });
    if (reply?.ok === true) onClose();
  }
  return (
    <ConfirmDialog
      title={say.title}
      onClose={onClose}
      action={{
        label: isLost ? say.nowUnsent : say.now,
        icon: "leave",
        notYet: unsent > 0 && isHubUp ? words.desks.link.unsent(unsent) : undefined,
        isBusy: leave.isBusy,
        run: () => void go(),
      }}
    >
      <p>{say.text}</p>
      <p>{say.key}</p>
      {unsent > 0 ? (
        <Notice tone="look" title={title}>
          {text}
        </Notice>
      ) : null}
      <FailureNotice failure={leave.error} own={words.desks.failures} />
    </ConfirmDialog>
  );
}
