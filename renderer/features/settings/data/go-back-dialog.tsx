import type { OutputOf } from "#shared/contract/index.ts";
import { useCommand } from "#renderer/client/queries/use-command.ts";
import { words } from "#renderer/i18n/words.ts";
import { ConfirmDialog } from "#renderer/ui/controls/dialogs/confirm-dialog.tsx";
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
    <ConfirmDialog
      title={say.title}
      onClose={onClose}
      action={{
        label: isGoing ? say.going : backup === null ? say.choose : say.now,
        icon: "retry",
        isBusy: goBack.isBusy || isGoing,
        run: () => void goBack.run(backup === null ? {} : { name: backup.name }),
      }}
    >
      <p>{say.text}</p>
      <p>{backup === null ? say.missingOfFile : say.missing(formatDayAndTime(backup.atMs))}</p>
      <p>{say.held}</p>
      <FailureNotice failure={goBack.error} own={say.failures} />
    </ConfirmDialog>
  );
}
