import { useState } from "react";
import { useCommand } from "#renderer/client/queries/use-command.ts";
import { words } from "#renderer/i18n/words.ts";
import { BigButton } from "#renderer/ui/controls/buttons/big-button.tsx";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { Dialog } from "#renderer/ui/controls/dialogs/dialog.tsx";
import { hasChanges, useChanges, useCorrections } from "./correction-store.ts";

/**
 * "Send again as it is". It sends the old content and drops an unsent change in the form, so a person is asked first if
 * there is one (O13). `entryName`: "Walk-up of Mia Berg for 10 km".
 */
export function useSendAgain(outboxId: string, entryName: string, onBackToForm: () => void) {
  const { run, isBusy, error } = useCommand("outbox.sendAgain");
  const losesChange = hasChanges(useChanges(outboxId));
  const drop = useCorrections((state) => state.drop);
  const [isAsking, setAsking] = useState(false);
  const say = words.sync.changeNotSent;
  async function send(): Promise<void> {
    setAsking(false);
    const reply = await run({ outboxId });
    if (reply?.ok === true) drop(outboxId);
  }
  function goBack(): void {
    setAsking(false);
    onBackToForm();
  }
  return {
    press: () => (losesChange ? setAsking(true) : void send()),
    isBusy,
    error,
    question: isAsking ? (
      <Dialog
        isAlert
        title={say.title}
        onClose={goBack}
        actions={
          <>
            <BigButton isLocal onPress={goBack}>
              {say.back}
            </BigButton>
            <Button onPress={() => void send()}>{say.without}</Button>
          </>
        }
      >
        <p>{say.text(entryName)}</p>
      </Dialog>
    ) : null,
  };
}
