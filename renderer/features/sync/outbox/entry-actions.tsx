import { useState } from "react";
import type { ReactNode } from "react";
import { useClient } from "#renderer/client/client-context.tsx";
import type { Client } from "#renderer/client/client.ts";
import { newCommandId } from "#renderer/client/client.ts";
import { callUntilAnswered } from "#renderer/client/queries/reconnect.ts";
import { useCommand } from "#renderer/client/queries/use-command.ts";
import { refusedText } from "#renderer/i18n/failure-messages.ts";
import { words } from "#renderer/i18n/words.ts";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import type { ButtonKind } from "#renderer/ui/controls/buttons/button.tsx";
import { FailureNotice } from "#renderer/ui/controls/dialogs/error-notice.tsx";
import { showToast } from "#renderer/ui/controls/dialogs/toast-store.ts";
import { useSendAgain } from "#renderer/ui/race/outbox/use-send-again.tsx";
import { offersSendAgain } from "#shared/domain/outbox/entry-offers.ts";
import type { OutboxEntry } from "#shared/contract/sync.ts";
import { nameEntry } from "./outbox-messages.ts";
import { SetAsideDialog } from "./set-aside-dialog.tsx";

const showRequeued = (name: string): void => showToast("done", words.sync.isRequeued(name));

/** Called from the toast, after the dialog was closed. */
async function requeueFromToast(client: Client, entry: OutboxEntry): Promise<void> {
  const input = { commandId: newCommandId(), outboxId: entry.id };
  const reply = await callUntilAnswered(client, "outbox.requeue", input);
  const name = nameEntry(entry);
  if (reply.ok) showRequeued(name);
  else showToast("look", refusedText(reply.error, words.sync.notRequeued(name)));
}

export interface EntryActions {
  /** "Set aside", "Put back" and "Send again as it is", as far as the entry allows them (O13). */
  readonly buttons: ReactNode;
  /** The failure of the last action. */
  readonly failure: ReactNode;
  /** Null unless a dialog is open. */
  readonly dialog: ReactNode;
}

export interface EntryActionsOptions {
  readonly kind?: ButtonKind;
  /** Whether a button for sending again is among them, if the entry may be sent again; the default is true. */
  readonly hasSendAgain?: boolean;
  /** Called when one of the dialogs is closed: the one for setting aside, or the question that leads back to the form. */
  readonly onDialogClosed?: () => void;
}

export function useEntryActions(
  entry: OutboxEntry | null,
  { kind = "plain", hasSendAgain = true, onDialogClosed }: EntryActionsOptions = {},
): EntryActions {
  const client = useClient();
  const requeue = useCommand("outbox.requeue");
  const name = entry === null ? "" : nameEntry(entry);
  const sendAgain = useSendAgain(entry?.id ?? "", name, () => onDialogClosed?.());
  const [isSettingAside, setSettingAside] = useState(false);
  if (entry === null) return { buttons: null, failure: null, dialog: null };
  const { acts, id: entryId } = entry;
  const isTwice = entry.reason === "registered-twice";
  async function goBack(): Promise<void> {
    const reply = await requeue.run({ outboxId: entryId });
    // This toast replaces the toast of the set-aside entry.
    if (reply?.ok === true) showRequeued(name);
  }
  return {
    buttons: (
      <>
        {acts.requeue ? (
          <Button
            icon="undo"
            label={words.sync.requeueOf(name)}
            isBusy={requeue.isBusy}
            onPress={() => void goBack()}
          >
            {words.sync.requeue}
          </Button>
        ) : null}
        {!offersSendAgain(entry) || !hasSendAgain ? null : (
          <Button
            kind={kind}
            icon="retry"
            label={isTwice ? words.sync.sendTooOf(name) : words.sync.asItIsOf(name)}
            isBusy={sendAgain.isBusy}
            onPress={sendAgain.press}
          >
            {isTwice ? words.sync.sendToo : words.sync.asItIs}
          </Button>
        )}
        {acts.setAside === null ? null : (
          <Button
            kind={kind}
            label={words.sync.setAsideOf(name)}
            onPress={() => setSettingAside(true)}
          >
            {words.sync.setAside}
          </Button>
        )}
      </>
    ),
    failure: <FailureNotice failure={requeue.error ?? sendAgain.error} own={words.sync.failures} />,
    dialog: isSettingAside ? (
      <SetAsideDialog
        entry={entry}
        onClose={() => {
          setSettingAside(false);
          onDialogClosed?.();
        }}
        onRequeue={() => void requeueFromToast(client, entry)}
      />
    ) : (
      sendAgain.question
    ),
  };
}
