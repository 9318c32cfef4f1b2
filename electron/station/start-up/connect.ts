import type { Core } from "#core/core.ts";
import type { Clock } from "#core/ports.ts";
import type { Failure, Result } from "#shared/result.ts";
import { err, ok } from "#shared/result.ts";
import type { GivenCredentials } from "./credentials.ts";

/**
 * Failures with which the desk starts: in a field without network, or on a full disk, it works with its local data; a
 * full desk works with its hub (M8).
 */
const temporaryCodes = new Set([
  "offline",
  "rate-limited",
  "server-error",
  "not-saved",
  "is-full-desk",
]);
/**
 * Failures that no later attempt can end. All others may end: practice is left, the login page of a network is passed, the
 * disk has space again.
 */
const finalCodes = new Set([
  "wrong-key",
  "wrong-address",
  "insecure-address",
  "other-organization",
  "is-full-desk",
]);
const retryMs = 15_000;

/**
 * Connects with the address and key of the command line, if it has them. A wrong key or address stops the start. After a temporary failure
 * the desk starts with its local data, and this tries again in the background, until a person gives a key (K1).
 */
export async function connectWith(
  core: Pick<Core, "connect">,
  credentials: GivenCredentials | null,
  clock: Clock,
  tell: (failure: Failure) => void,
): Promise<Result<{ stop(): void }>> {
  if (credentials === null) return ok({ stop: () => undefined });
  const { baseUrl, apiKey } = credentials;
  let isStopped = false;
  let told: string | null = null;
  let cancel: () => void = () => undefined;

  const connect = () =>
    core
      .connect(baseUrl, apiKey)
      .catch(() => err("not-saved", "The address and the key could not be saved."));
  const tellAndRetry = (failure: Failure): void => {
    if (failure.code !== told) tell(failure);
    told = failure.code;
    if (!finalCodes.has(failure.code)) cancel = clock.after(retryMs, () => void retry());
  };
  const retry = async (): Promise<void> => {
    const reply = await connect();
    if (reply.ok || isStopped || reply.error.code === "key-replaced") return;
    tellAndRetry(reply.error);
  };

  const first = await connect();
  if (!first.ok) {
    if (!temporaryCodes.has(first.error.code)) return first;
    tellAndRetry(first.error);
  }
  return ok({
    stop() {
      isStopped = true;
      cancel();
    },
  });
}
