import { useCommand } from "#renderer/client/queries/use-command.ts";
import { words } from "#renderer/i18n/words.ts";
import { useToast } from "#renderer/ui/controls/dialogs/toast-store.ts";
import type { OutboxEntry } from "#shared/contract/sync.ts";
import type { Failure } from "#shared/result.ts";

export interface OutboxEntryCommands {
  readonly setAside: () => void;
  readonly putBack: () => void;
  readonly sendAgain: () => void;
  readonly isBusy: boolean;
  readonly failure: Failure | null;
}

/** The commands for one outbox entry on the runner's card (O13). */
export function useOutboxEntryCommands(entry: OutboxEntry): OutboxEntryCommands {
  const aside = useCommand("outbox.setAside");
  const back = useCommand("outbox.putBack");
  const again = useCommand("outbox.sendAgain");
  const command = { outboxId: entry.id };
  const say = words.sync;
  const name = say.entryName(entry.kind, entry.name ?? entry.email ?? say.noName, entry.runLabel);

  const putBack = async (): Promise<void> => {
    const reply = await back.run(command);
    if (reply?.ok === true) {
      useToast.getState().show({ tone: "done", text: say.isPutBack(name) });
    }
  };
  const setAside = async (): Promise<void> => {
    const reply = await aside.run(command);
    if (reply?.ok !== true) return;
    useToast.getState().show({
      tone: "done",
      text: say.isSetAside(name),
      action: { label: say.putBack, run: () => void putBack() },
    });
  };
  return {
    setAside: () => void setAside(),
    putBack: () => void putBack(),
    sendAgain: () => void again.run(command),
    isBusy: aside.isBusy || back.isBusy || again.isBusy,
    failure: aside.error ?? back.error ?? again.error,
  };
}
