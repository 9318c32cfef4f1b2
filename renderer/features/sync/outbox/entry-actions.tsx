import { useState } from "react";
import type { ReactNode } from "react";
import { useClient } from "#renderer/client/client-context.tsx";
import type { Client } from "#renderer/client/client.ts";
import { newCommandId } from "#renderer/client/client.ts";
import { useCommand } from "#renderer/client/queries/use-command.ts";
import { words } from "#renderer/i18n/words.ts";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import type { ButtonKind } from "#renderer/ui/controls/buttons/button.tsx";
import { FailureNotice } from "#renderer/ui/controls/dialogs/error-notice.tsx";
import { useToast } from "#renderer/ui/controls/dialogs/toast-store.ts";
import type { OutboxEntry } from "#shared/contract/sync.ts";
import { nameEntry } from "./outbox-messages.ts";
import { ChangeNotSentDialog } from "./change-not-sent-dialog.tsx";
import { SetAsideDialog } from "./set-aside-dialog.tsx";

/** From the toast, after the dialog is gone. */
async function putBackFromToast(client: Client, entry: OutboxEntry): Promise<void> {
  const order = { commandId: newCommandId(), outboxId: entry.id };
  const reply = await client.call("outbox.putBack", order);
  const name = nameEntry(entry);
  useToast
    .getState()
    .show(
      reply.ok
        ? { tone: "done", text: words.sync.isPutBack(name) }
        : { tone: "look", text: words.sync.notPutBack(name) },
    );
}

export interface EntryActions {
  /** "Set aside", "Put back" and "Send again as it is", where the entry allows it (O13). */
  readonly buttons: ReactNode;
  /** Why the last of them was refused. */
  readonly failure: ReactNode;
  /** Null unless a dialog is open. */
  readonly dialog: ReactNode;
}

export interface EntryActionsOptions {
  readonly kind?: ButtonKind;
  /** Its form holds a change that was not sent: sending again as it is asks first. */
  readonly holdsChange?: boolean;
  /** The entry's own button says it already. */
  readonly hasNoSendAgain?: boolean;
  /** The dialog that asks for the reason was left. */
  readonly onAsideClosed?: () => void;
}

export function useEntryActions(
  entry: OutboxEntry | null,
  {
    kind = "plain",
    holdsChange = false,
    hasNoSendAgain = false,
    onAsideClosed,
  }: EntryActionsOptions = {},
): EntryActions {
  const client = useClient();
  const putBack = useCommand("outbox.putBack");
  const sendAgain = useCommand("outbox.sendAgain");
  const [isSettingAside, setSettingAside] = useState(false);
  const [isAsking, setAsking] = useState(false);
  if (entry === null) return { buttons: null, failure: null, dialog: null };
  const { acts, id: entryId } = entry;
  const name = nameEntry(entry);
  async function goBack(): Promise<void> {
    const reply = await putBack.run({ outboxId: entryId });
    if (reply?.ok !== true) return;
    // It takes the place of the toast that said that the entry is set aside.
    useToast.getState().show({ tone: "done", text: words.sync.isPutBack(name) });
  }
  return {
    buttons: (
      <>
        {acts.putBack ? (
          <Button
            icon="undo"
            label={words.sync.putBackOf(name)}
            isBusy={putBack.isBusy}
            onPress={() => void goBack()}
          >
            {words.sync.putBack}
          </Button>
        ) : null}
        {acts.sendAgain === null || hasNoSendAgain ? null : (
          <Button
            kind={kind}
            icon="retry"
            label={words.sync.asItIsOf(name)}
            isBusy={sendAgain.isBusy}
            onPress={() =>
              holdsChange ? setAsking(true) : void sendAgain.run({ outboxId: entry.id })
            }
          >
            {words.sync.asItIs}
          </Button>
        )}
        {acts.setAside === null ? null : (
          <SetAsideButton kind={kind} name={name} onPress={() => setSettingAside(true)} />
        )}
      </>
    ),
    failure: <FailureNotice failure={putBack.error ?? sendAgain.error} own={words.sync.failures} />,
    dialog: isSettingAside ? (
      <SetAsideDialog
        entry={entry}
        onClose={() => {
          setSettingAside(false);
          onAsideClosed?.();
        }}
        onPutBack={() => void putBackFromToast(client, entry)}
      />
    ) : isAsking ? (
      <ChangeNotSentDialog
        entry={entry}
        onClose={() => setAsking(false)}
        onSend={() => {
          setAsking(false);
          void sendAgain.run({ outboxId: entry.id });
        }}
      />
    ) : null,
  };
}

interface SetAsideButtonProps {
  readonly kind: NonNullable<EntryActionsOptions["kind"]>;
  readonly name: string;
  readonly onPress: () => void;
}

function SetAsideButton({ kind, name, onPress }: SetAsideButtonProps) {
  return (
    <Button kind={kind} label={words.sync.setAsideOf(name)} onPress={onPress}>
      {words.sync.setAside}
    </Button>
  );
}
