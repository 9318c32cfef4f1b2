import type { Result } from "#shared/result.ts";
import { err } from "#shared/result.ts";
import { isOwnPage } from "./app-protocol.ts";

export interface DispatchCore {
  dispatch(
    name: string,
    input: unknown,
    caller: { readonly role: "owner"; readonly window?: number },
  ): Promise<Result<unknown>>;
}

/** The sender of an IPC message, as Electron reports it. */
export interface Sender {
  /** Null if the frame no longer exists. */
  readonly url: string | null;
  readonly isMainFrame: boolean;
  /** Electron's id of the page. */
  readonly window: number;
}

/**
 * The desktop's transport: an adapter over `core.dispatch`, as thin as the station's. Only the main frame of
 * our own page is answered; it is the owner's screen. This includes the announcer's window, which has the
 * same origin and could call through the main window anyway.
 */
export async function answerCall(
  core: DispatchCore,
  sender: Sender,
  name: unknown,
  input: unknown,
): Promise<Result<unknown>> {
  const isOurs = sender.isMainFrame && sender.url !== null && isOwnPage(sender.url);
  if (!isOurs) return err("not-allowed", "Only this program's own window may ask.");
  if (typeof name !== "string") return err("unknown-procedure", "A procedure has a name.");
  return core.dispatch(name, input, { role: "owner", window: sender.window });
}
