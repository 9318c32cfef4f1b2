import type { CommandInput, CommandName } from "#renderer/client/queries/use-command.ts";
import { useCommand } from "#renderer/client/queries/use-command.ts";
import { useIsMounted } from "#renderer/client/queries/use-is-mounted.ts";
import type { FailureMessages } from "#renderer/i18n/failure-messages.ts";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import type { ConfirmDialogProps } from "./confirm-dialog.tsx";
import { FailureNotice } from "./error-notice.tsx";

export interface CommandDialogProps<Name extends CommandName> extends Pick<
  ConfirmDialogProps,
  "title" | "onClose" | "children"
> {
  readonly action: Pick<ConfirmDialogProps["action"], "label" | "icon" | "notYet">;
  readonly command: Name;
  readonly input: CommandInput<Name>;
  /** The messages of this screen, by error code. */
  readonly failures: FailureMessages;
  /** Called when the command is performed, also if a person closed the dialog before the reply. */
  readonly onDone?: () => void;
}

/** Asks before one command that cannot be undone, performs it, and closes; after a failure it stays open and says why. */
export function CommandDialog<Name extends CommandName>(props: CommandDialogProps<Name>) {
  const { command, input, action, failures, onDone, children, ...dialog } = props;
  const { run, isBusy, error } = useCommand(command);
  const isMounted = useIsMounted();
  async function perform(): Promise<void> {
    const reply = await run(input);
    if (reply?.ok !== true) return;
    onDone?.();
    // A person may have closed the dialog without a connection: another dialog may be open by now.
    if (isMounted.current) dialog.onClose();
  }
  return (
    <ConfirmDialog {...dialog} action={{ ...action, isBusy, run: () => void perform() }}>
      {children}
      <FailureNotice failure={error} own={failures} />
    </ConfirmDialog>
  );
}
