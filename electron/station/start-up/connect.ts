import type { Core } from "#core/core.ts";
import type { Clock } from "#core/ports.ts";
import type { Failure, Result } from "#shared/result.ts";
import { ok } from "#shared/result.ts";
import type { GivenCredentials } from "./credentials.ts";

/** Temporary failures: a desk must also start in a field without network. */
const temporaryCodes = new Set(["offline", "rate-limited", "server-error"]);
const retryMs = 15_000;

/**
 * Connects with the address and key of the command line. A wrong key or address stops the start. Without
 * network, the desk starts with its local data, and this retries in the background.
 */
export async function connectWith(
  core: Pick<Core, "connect">,
  credentials: GivenCredentials,
  clock: Clock,
  tell: (failure: Failure) => void,
): Promise<Result<{ stop(): void }>> {
  const { baseUrl, apiKey } = credentials;
  const first = await core.connect(baseUrl, apiKey);
  let cancel: () => void = () => undefined;
  const retry = async (): Promise<void> => {
    const reply = await core.connect(baseUrl, apiKey);
    if (reply.ok) return;
    if (temporaryCodes.has(reply.error.code)) retryLater();
    else tell(reply.error);
  };
  const retryLater = (): void => {
    cancel = clock.after(retryMs, () => void retry());
  };
  if (!first.ok) {
    if (!temporaryCodes.has(first.error.code)) return first;
    tell(first.error);
    retryLater();
  }
  return ok({ stop: () => cancel() });
}
