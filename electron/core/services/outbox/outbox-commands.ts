import type { ProcedureName } from "#shared/contract/index.ts";
import type { Result } from "#shared/result.ts";
import type { DeskContext } from "#core/services/context.ts";

type CommandContext = Pick<DeskContext, "commands" | "sync">;
interface Command {
  readonly commandId: string;
}

/**
 * Performs a command on the outbox once (J8) and then starts a round of sync. The sync module publishes the
 * changes of the outbox and of its runners.
 */
export function performOnOutbox<Reply extends Result<unknown>>(
  { commands, sync }: CommandContext,
  name: ProcedureName,
  input: Command,
  run: () => Reply,
) {
  const reply = commands.save(name, input, run);
  if (reply.ok) sync.outbox.wake();
  return reply;
}

/**
 * Like `performOnOutbox`, for a command that is refused if the entry may have arrived. Such an entry is reconciled
 * first (W3, O10), and the command is then performed once more, with `isReconciled` true. Returns the first reply if
 * the list could not be read, or if there is no entry.
 */
export const performReconciled = <Reply extends Result<unknown>>(
  context: CommandContext,
  name: ProcedureName,
  input: Command,
  outboxIdOf: () => string | undefined,
  run: (isReconciled: boolean) => Reply,
) =>
  context.commands.join(name, input, async () => {
    const attempt = (isReconciled: boolean) =>
      performOnOutbox(context, name, input, () => run(isReconciled));
    const first = attempt(false);
    if (first.ok || first.error.code !== "must-reconcile") return first;
    const outboxId = outboxIdOf();
    if (outboxId === undefined) return first;
    const reconciled = await context.sync.outbox.reconcile(outboxId);
    return reconciled.ok ? attempt(true) : first;
  });
