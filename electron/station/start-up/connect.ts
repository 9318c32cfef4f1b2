import type { Core } from "#core/core.ts";
import type { Clock } from "#core/ports.ts";
import type { Failure, Result } from "#shared/result.ts";
import { ok } from "#shared/result.ts";
import type { GivenCredentials } from "./credentials.ts";

/** Temporary failures: a desk must also start in a field without network. */
const passing = new Set(["no-line", "rate-limited", "server-error"]);
const tryAgainMs = 15_000;

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
  const again = async (): Promise<void> => {
    const reply = await core.connect(baseUrl, apiKey);
    if (reply.ok) return;
    if (passing.has(reply.error.code)) later();
    else tell(reply.error);
  };
  const later = (): void => {
    cancel = clock.after(tryAgainMs, () => void again());
  };
  if (!first.ok) {
    if (!passing.has(first.error.code)) return first;
    tell(first.error);
    later();
  }
  return ok({ stop: () => cancel() });
}
