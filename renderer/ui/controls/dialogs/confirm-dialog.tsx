import { useIsConnected } from "#renderer/client/queries/connected.tsx";
import { words } from "#renderer/i18n/words.ts";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import type { ButtonProps } from "#renderer/ui/controls/buttons/button.tsx";
import { Dialog } from "./dialog.tsx";
import type { DialogProps } from "./dialog.tsx";

export interface ConfirmDialogProps extends Pick<DialogProps, "title" | "onClose" | "children"> {
  /** The button that does what is asked about. */
  readonly action: Pick<ButtonProps, "icon" | "isBusy" | "notYet"> & {
    readonly label: string;
    readonly run: () => void;
  };
}

/**
 * Asks before something that cannot be undone. It has no yellow button, so that Enter alone starts nothing. While the
 * command is performed, the dialog stays open for the reply. Without a connection it may be closed, because nobody knows
 * when the reply comes.
 */
export function ConfirmDialog({ title, onClose, action, children }: ConfirmDialogProps) {
  const { label, run, ...look } = action;
  const isConnected = useIsConnected();
  const waits = isConnected && action.isBusy === true;
  return (
    <Dialog
      isAlert
      title={title}
      onClose={() => {
        if (!waits) onClose();
      }}
      actions={
        <>
          <Button isDisabled={waits} onPress={onClose}>
            {words.ui.cancel}
          </Button>
          <Button {...look} onPress={run}>
            {label}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
