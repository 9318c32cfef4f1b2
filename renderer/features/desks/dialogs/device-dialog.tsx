import { useState } from "react";
import type { OutputOf } from "#shared/contract/index.ts";
import { useCommand } from "#renderer/client/queries/use-command.ts";
import { words } from "#renderer/i18n/words.ts";
import { BigButton } from "#renderer/ui/controls/buttons/big-button.tsx";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { CommandDialog } from "#renderer/ui/controls/dialogs/command-dialog.tsx";
import { Dialog } from "#renderer/ui/controls/dialogs/dialog.tsx";
import { BeingSaved } from "#renderer/ui/fields/being-saved.ts";
import { TextField } from "#renderer/ui/fields/text-field.tsx";
import { FailureNotice } from "#renderer/ui/controls/dialogs/error-notice.tsx";
import { showToast } from "#renderer/ui/controls/dialogs/toast-store.ts";

const say = words.desks.device;

export interface DeviceDialogProps {
  readonly device: OutputOf<"device.list">["devices"][number];
  readonly onClose: () => void;
}

/** Shown at the name. */
const nameErrors: Readonly<Record<string, string>> = {
  "name-taken": say.nameTaken,
  "invalid-name": say.invalidName,
};

/** The name of a paired device, what it may do, and the end of its access (S10). */
export function DeviceDialog({ device, onClose }: DeviceDialogProps) {
  const setRole = useCommand("device.setRole");
  const { id: deviceId, name, role } = device;
  const rename = useCommand("device.rename");
  const [typed, setTyped] = useState(name);
  const [isRevoking, setRevoking] = useState(false);
  const wanted = typed.trim();
  const nameError = nameErrors[rename.error?.code ?? ""];
  async function giveName(): Promise<void> {
    if (wanted === "" || wanted === name) return;
    const reply = await rename.run({ deviceId, name: wanted });
    if (reply?.ok !== true) return;
    onClose();
    showToast("done", say.renamed(wanted));
  }
  async function change(): Promise<void> {
    const reply = await setRole.run({ deviceId, role: role === "lead" ? "desk" : "lead" });
    if (reply?.ok === true) onClose();
  }
  if (isRevoking) return <RevokeDialog device={device} onClose={onClose} />;
  return (
    <Dialog
      isAlert
      title={name}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{words.ui.cancel}</Button>
          {role === "peer" || wanted === "" || wanted === name ? null : (
            <BigButton
              busy={rename.isBusy ? say.rename : undefined}
              onPress={() => void giveName()}
            >
              {say.rename}
            </BigButton>
          )}
          {role === "peer" ? null : (
            <Button icon="key" isBusy={setRole.isBusy} onPress={() => void change()}>
              {role === "lead" ? say.makeDesk : say.makeLead}
            </Button>
          )}
          <Button icon="remove" onPress={() => setRevoking(true)}>
            {say.revoke}
          </Button>
        </>
      }
    >
      <p>{role === "peer" ? say.full : role === "lead" ? say.isLead : say.desk}</p>
      {role === "peer" ? null : (
        <BeingSaved value={rename.isBusy}>
          <TextField
            label={say.name}
            value={typed}
            maxLength={60}
            onChange={(value) => {
              setTyped(value);
              rename.clear();
            }}
            error={nameError}
          />
        </BeingSaved>
      )}
      <FailureNotice
        failure={setRole.error ?? (nameError === undefined ? rename.error : null)}
        own={words.settings.failures}
      />
    </Dialog>
  );
}

/** Asks before a paired device loses its access. */
function RevokeDialog({ device: { id: deviceId, name, role }, onClose }: DeviceDialogProps) {
  const question = say.revokeQuestion;
  return (
    <CommandDialog
      title={question.title(name)}
      action={{ label: question.now, icon: "remove" }}
      command="device.revoke"
      input={{ deviceId }}
      failures={words.settings.failures}
      onDone={() => showToast("done", question.done(name))}
      onClose={onClose}
    >
      <p>{role === "peer" ? question.full : question.browser}</p>
      <p>{question.endsCode}</p>
    </CommandDialog>
  );
}
