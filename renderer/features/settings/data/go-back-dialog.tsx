import type { OutputOf } from "#shared/contract/index.ts";
import { useCommand } from "#renderer/client/queries/use-command.ts";
import { words } from "#renderer/i18n/words.ts";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { Dialog } from "#renderer/ui/controls/dialogs/dialog.tsx";
import { FailureNotice } from "#renderer/ui/controls/dialogs/error-notice.tsx";
import { formatDayAndTime } from "#renderer/i18n/format.ts";

const say = words.settings.goBack;

export interface GoBackDialogProps {
  /** Null: a backup file that the person chooses next. */
  readonly backup: OutputOf<"backup.list">["backups"][number] | null;
  readonly onClose: () => void;
}

/** Explains what the restore of a backup changes, and asks before it (S4, S5). */
export function GoBackDialog({ backup, onClose }: GoBackDialogProps) {
  const goBack = useCommand("backup.restore");
  const isGoing = goBack.value !== null;
  return (
    <Dialog
      isOpen
      isAlert
      title={say.title}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{words.ui.cancel}</Button>
          <Button
            icon="retry"
            isBusy={goBack.isBusy || isGoing}
            onPress={() => void goBack.run(backup === null ? {} : { name: backup.name })}
          >
            {isGoing ? say.going : backup === null ? say.choose : say.now}
          </Button>
        </>
      }
    >
      <p>{say.text}</p>
      <p>{backup === null ? say.missingOfFile : say.missing(formatDayAndTime(backup.atMs))}</p>
      <p>{say.held}</p>
      <FailureNotice failure={goBack.error} own={say.failures} />
    </Dialog>
  );
}
