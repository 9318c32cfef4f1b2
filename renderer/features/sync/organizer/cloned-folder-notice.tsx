import type { SyncStatus } from "#shared/contract/sync.ts";
import { useMay } from "#renderer/client/queries/permissions.tsx";
import { useCommand } from "#renderer/client/queries/use-command.ts";
import { words } from "#renderer/i18n/words.ts";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { FailureNotice } from "#renderer/ui/controls/dialogs/error-notice.tsx";
import { Notice } from "#renderer/ui/controls/page/card.tsx";

export interface ClonedFolderNoticeProps {
  readonly copied: NonNullable<SyncStatus["copied"]>;
}

/** The data folder is a backup or came from another computer: nothing is sent until a person confirms this computer (S5). */
export function ClonedFolderNotice({ copied }: ClonedFolderNoticeProps) {
  const confirm = useCommand("outbox.confirmCopy");
  const mayConfirm = useMay("outbox.confirmCopy");
  const say = words.sync.copied;
  return (
    <>
      <Notice
        tone="look"
        title={say.title[copied.why]}
        action={
          mayConfirm ? (
            <Button isBusy={confirm.isBusy} onPress={() => void confirm.run({})}>
              {say.confirm}
            </Button>
          ) : undefined
        }
      >
        {say.held} {say.missing} {say.only[copied.why]} {say.safe}
      </Notice>
      <FailureNotice failure={confirm.error} own={words.sync.failures} />
    </>
  );
}
