import type { Core } from "#core/core.ts";
import type { Clock } from "#core/ports.ts";
import type { Failure, Result } from "#shared/result.ts";
import { err, ok } from "#shared/result.ts";
import type { GivenCredentials } from "./credentials.ts";

/** Temporary failures: a desk must also start in a field without network. */
const temporaryCodes = new Set(["offline", "rate-limited", "server-error"]);
/**
 * Failures that no later attempt can end. All others may end: practice is left, the login page of a network is passed, the
 * disk has space again.
 */
const finalCodes = new Set([
  "wrong-key",
  "wrong-address",
  "insecure-address",
  "other-organization",
]);
const retryMs = 15_000;

/**
 * Connects with the address and key of the command line. A wrong key or address stops the start. Without
 * network, the desk starts with its local data, and this retries in the background, until a person gives a key (K1).
 */
export async function connectWith(
  core: Pick<Core, "connect">,
  { baseUrl, apiKey }: GivenCredentials,
  clock: Clock,
  tell: (failure: Failure) => void,
): Promise<Result<{ stop(): void }>> {
  let isStopped = false;
  let told: string | null = null;
  let cancel: () => void = () => undefined;

  const tellOnce = (failure: Failure): void => {
    if (failure.code !== told) tell(failure);
    told = failure.code;
  };
  const retry = async (): Promise<void> => {
    const reply = await core
      .connect(baseUrl, apiKey)
      .catch(() => err("not-saved", "The address and the key could not be saved."));
    if (reply.ok || isStopped || reply.error.code === "key-replaced") return;
    tellOnce(reply.error);
    if (!finalCodes.has(reply.error.code)) retryLater();
  };
  const retryLater = (): void => {
    cancel = clock.after(retryMs, () => void retry());
  };

  const first = await core.connect(baseUrl, apiKey);
  if (!first.ok) {
    if (!temporaryCodes.has(first.error.code)) return first;
    tellOnce(first.error);
    retryLater();
  }
  return ok({
    stop() {
      isStopped = true;
      cancel();
    },
  });
}
