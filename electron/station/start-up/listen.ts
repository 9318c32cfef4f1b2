import type { Result } from "#shared/result.ts";
import { usualPort } from "#station/flags.ts";

/** Failures of one port that another port does not have. Windows may forbid a port that it reserves for itself. */
const failuresOfThePort = new Set(["port-in-use", "port-forbidden"]);

/** Listens on the given port only; without one, on the default port, or on any free one if that cannot be had. */
export async function listenOnPort<Server>(
  given: number | undefined,
  start: (port: number) => Promise<Result<Server>>,
): Promise<Result<Server>> {
  if (given !== undefined) return start(given);
  const usual = await start(usualPort);
  return !usual.ok && failuresOfThePort.has(usual.error.code) ? start(0) : usual;
}
