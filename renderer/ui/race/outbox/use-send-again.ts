import { useCommand } from "#renderer/client/queries/use-command.ts";
import { hasChanges, useChanges, useCorrections } from "./correction-store.ts";

/** "Send again as it is". It drops a change in the form, so the caller asks first if there is one (O13). */
export function useSendAgain(outboxId: string) {
  const { run, isBusy, error } = useCommand("outbox.sendAgain");
  const losesChange = hasChanges(useChanges(outboxId));
  const drop = useCorrections((state) => state.drop);
  async function send(): Promise<void> {
    const reply = await run({ outboxId });
    if (reply?.ok === true) drop(outboxId);
  }
  return { run: () => void send(), isBusy, error, losesChange };
}
