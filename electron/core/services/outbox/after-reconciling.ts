import type { Result } from "#shared/result.ts";
import type { DeskContext } from "#core/services/context.ts";

/**
 * Performs a command on what an outbox entry carries. If the entry may have arrived, reconciles it first (W3,
 * O10) and then performs the command once more, with `isReconciled` true. Returns the first reply if
 * the list could not be read, or if there is no entry.
 */
export async function afterReconciling<Reply extends Result<unknown>>(
  { sync }: Pick<DeskContext, "sync">,
  outboxIdOf: () => string | undefined,
  attempt: (isReconciled: boolean) => Reply,
): Promise<Reply> {
  const first = attempt(false);
  if (first.ok || first.error.code !== "must-reconcile") return first;
  const outboxId = outboxIdOf();
  if (outboxId === undefined) return first;
  const reconciled = await sync.outbox.reconcile(outboxId);
  return reconciled.ok ? attempt(true) : first;
}
