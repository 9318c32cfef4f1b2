import type { SyncStatus } from "#shared/contract/sync.ts";
import { useMay } from "#renderer/client/queries/permissions.tsx";
import { useCommand } from "#renderer/client/queries/use-command.ts";
import { failureMessage } from "#renderer/i18n/failure-messages.ts";
import { words } from "#renderer/i18n/words.ts";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { Notice } from "#renderer/ui/controls/page/card.tsx";

/** The data here is a backup, or came from elsewhere: nothing is sent until a person says from where (S5). */
export function ClonedFolderNotice({
  copied,
}: {
  readonly copied: NonNullable<SyncStatus["copied"]>;
}) {
  const confirm = useCommand("outbox.confirmCopy");
  const mayConfirm = useMay("outbox.confirmCopy");
  const say = words.sync.copied;
  const failure =
    confirm.error === null ? null : failureMessage(confirm.error, words.sync.failures);
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
      {failure === null ? null : (
        <Notice tone="stop" title={failure.title}>
          {failure.text}
        </Notice>
      )}
    </>
  );
}
