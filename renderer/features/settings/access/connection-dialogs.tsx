import type { Connection } from "#shared/contract/connection.ts";
import { connectionFault } from "#renderer/client/transport/connection-fault.ts";
import { useCommand } from "#renderer/client/queries/use-command.ts";
import { useIsMounted } from "#renderer/client/queries/use-is-mounted.ts";
import { words } from "#renderer/i18n/words.ts";
import { BigButton } from "#renderer/ui/controls/buttons/big-button.tsx";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { CommandDialog } from "#renderer/ui/controls/dialogs/command-dialog.tsx";
import { Dialog } from "#renderer/ui/controls/dialogs/dialog.tsx";
import { tellFailure } from "#renderer/ui/controls/dialogs/error-notice.tsx";
import { ConnectionFields, useTypedConnection } from "#renderer/ui/fields/connection-fields.tsx";
import { showToast } from "#renderer/ui/controls/dialogs/toast-store.ts";
import { useFirstError } from "#renderer/ui/fields/use-first-error.ts";
import { SettingsError, settingsFailures } from "../settings-section.tsx";

export interface KeyDialogProps {
  readonly connection: Connection;
  readonly onClose: () => void;
}

/**
 * Checks and saves the address and the key. While entries wait to be sent, a new key must belong to the same organization
 * as the old key (O9).
 */
export function KeyDialog({ connection, onClose }: KeyDialogProps) {
  const save = useCommand("connection.save");
  const typed = useTypedConnection(connection.baseUrl ?? "", () => {
    if (!save.isBusy) save.clear();
  });
  const say = words.settings.connection;
  const { formRef, goToFirstError } = useFirstError<HTMLFormElement>();
  const isMounted = useIsMounted();
  const isFirstConnection = connection.state === "none";

  async function checkAndSave(): Promise<void> {
    if (typed.notYet !== undefined) return;
    const reply = await save.run(typed.sent);
    if (reply === null) return;
    if (!reply.ok) {
      if (isMounted.current) goToFirstError();
      else tellFailure(say.title, reply.error, settingsFailures);
      return;
    }
    const { organization } = reply.value;
    const before = connection.organization;
    if (organization === null || before === null || organization.id === before.id) {
      showToast("done", organization?.name ?? words.settings.saved);
    } else {
      showToast("look", say.otherNow(organization.name, before.name));
    }
    // The check takes as long as the network does: another dialog may be open by now.
    if (isMounted.current) onClose();
  }

  return (
    <Dialog
      title={isFirstConnection ? say.connectTitle : say.replaceTitle}
      onClose={onClose}
      actions={
        <>
          <BigButton
            notYet={typed.notYet}
            busy={save.isBusy ? say.checking : undefined}
            onPress={() => void checkAndSave()}
          >
            {say.check}
          </BigButton>
          <Button onPress={onClose}>{words.ui.cancel}</Button>
        </>
      }
    >
      {isFirstConnection ? null : <p>{say.replaceLead}</p>}
      <form
        ref={formRef}
        className="contents"
        noValidate
        onSubmit={(event) => event.preventDefault()}
      >
        <ConnectionFields
          typed={typed}
          keyStore={connection.keyStore}
          failure={save.error}
          failures={words.firstStart.failures}
          keyLabel={isFirstConnection ? words.firstStart.key : say.newKey}
          focus={isFirstConnection ? "address" : "key"}
        />
      </form>
      <SettingsError failure={connectionFault(save.error) === null ? save.error : null} />
    </Dialog>
  );
}

/** Asks before Chute forgets the address and the key. The core refuses this while entries wait to be sent. */
export function ForgetDialog({ onClose }: Pick<KeyDialogProps, "onClose">) {
  const say = words.settings.connection;
  return (
    <CommandDialog
      title={say.forgetTitle}
      action={{ label: say.forgetNow, icon: "remove" }}
      command="connection.forget"
      input={{}}
      failures={settingsFailures}
      onClose={onClose}
    >
      <p>{say.forgetText}</p>
    </CommandDialog>
  );
}
