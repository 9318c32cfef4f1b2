import type { Client } from "#renderer/client/client.ts";
import type { InputOf, ProcedureName, ReplyOf } from "#shared/contract/index.ts";
import type { Failure } from "#shared/result.ts";

/** A call may fail shortly before its stream does, because both use connections of their own. */
const streamFailsWithinMs = 1_000;

/** How often the host is asked while calls fail and the stream of changes does not. */
const askAgainMs = 5_000;

/** The command was sent, and nobody knows whether it was performed. */
export const isUnanswered = (failure: Failure): boolean =>
  failure.code === "transport-down" && failure.details?.["isUnsent"] !== true;

const unsavedCodes: ReadonlySet<string> = new Set([
  "not-saved",
  "transport-down",
  "internal",
  "closing",
]);

/** The command is not saved, or perhaps not saved, and may succeed later. Any other failure is a refusal for good. */
export const mayBeUnsaved = ({ code }: Failure): boolean => unsavedCodes.has(code);

/**
 * Resolves after a lost connection: with true once the connection is back, with false if this window has no access any more,
 * or if no connection was lost. The desktop's window never loses its connection.
 */
export async function isConnectedAgain({ transport }: Client): Promise<boolean> {
  if (transport.pair === null) return false;
  if (transport.state() === "up") await nextState(transport, streamFailsWithinMs);
  if (transport.state() === "up") return false;
  while (transport.state() === "down" || transport.state() === "connecting") {
    await nextState(transport, null);
  }
  return transport.state() === "up";
}

/**
 * Resolves after a failed call: with true once the host answers again, with false if this window has no access any more.
 * The stream may hold while calls fail, for example in a browser that lost its network but not its open connections.
 */
export async function isAnsweringAgain(client: Client): Promise<boolean> {
  const { transport } = client;
  if (transport.pair === null) return false;
  for (;;) {
    if (await isConnectedAgain(client)) return true;
    if (transport.state() !== "up") return false;
    const reply = await client.call("desk.get", {});
    if (reply.ok || reply.error.code !== "transport-down") return true;
    await nextState(transport, askAgainMs);
  }
}

/** Sends a command, and sends it again with the same id after each lost connection, until there is an answer (J8, M14). */
export async function callUntilAnswered<Name extends ProcedureName>(
  client: Client,
  name: Name,
  input: InputOf<Name>,
): Promise<ReplyOf<Name>> {
  for (;;) {
    const reply = await client.call(name, input);
    if (reply.ok || !isUnanswered(reply.error) || !(await isConnectedAgain(client))) return reply;
  }
}

/** Resolves at the next change of the state, or after this time. */
function nextState(transport: Client["transport"], waitMs: number | null): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      stop();
      resolve();
    };
    const timer = waitMs === null ? undefined : setTimeout(end, waitMs);
    const stop = transport.onState(end);
  });
}
