import { setTimeout as wait } from "node:timers/promises";
import type { HubClient } from "#core/services/desks/hub-client.ts";
import { RefusedError } from "#core/services/desks/hub-client.ts";
import { pairBrowser } from "#test/support/desks/paired-peer.ts";
import type { Computer } from "./computer.ts";
import { addressOf } from "./venue.ts";

/** Performs one command, again and again with the same id, until it is answered. */
export type Perform = (runnerId: string) => Promise<"saved" | "refused">;

/** One check-in that was answered as saved. */
export interface Saved {
  readonly runnerId: string;
  readonly desk: string;
  /** When it was ordered, and when it was answered, in milliseconds of this process. */
  readonly orderedAt: number;
  readonly savedAt: number;
}

const retryMs = 200;

/** A browser desk without a browser: pairs with the hub's code, and speaks the protocol of the screens. */
export async function pairClient(hub: Computer, code: string, name: string): Promise<HubClient> {
  const { address, fingerprint } = await addressOf(hub);
  return pairBrowser({ address: () => address, fingerprint: () => fingerprint }, code, name);
}

export const performOver =
  (client: HubClient, eventId: string): Perform =>
  async (runnerId) => {
    const commandId = crypto.randomUUID();
    for (;;) {
      try {
        await client.ask("/rpc/checkIn.perform", { commandId, eventId, runnerId });
        return "saved";
      } catch (error) {
        if (error instanceof RefusedError && error.code !== "closing") return "refused";
        await wait(retryMs);
      }
    }
  };

/** The owner's screen of a full desk. */
export const performAt =
  (desk: Computer, eventId: string): Perform =>
  async (runnerId) => {
    const commandId = crypto.randomUUID();
    for (;;) {
      try {
        const reply = await desk.call("checkIn.perform", { commandId, eventId, runnerId });
        if (reply.ok) return "saved";
        if (reply.error.code !== "closing") return "refused";
      } catch {
        // The computer was killed and starts again.
      }
      await wait(retryMs);
    }
  };

/** Checks in one runner of `runners` every `everyMs` until `until`. */
export async function keepCheckingIn(
  desk: string,
  perform: Perform,
  runners: Iterator<string>,
  { everyMs, until }: { readonly everyMs: number; readonly until: number },
  onSaved: (saved: Saved) => void,
): Promise<void> {
  // Desks do not press in the same moment.
  let next = performance.now() + Math.random() * everyMs;
  while (next < until) {
    await wait(Math.max(0, next - performance.now()));
    next += everyMs;
    const { value: runnerId, done } = runners.next();
    if (done === true) return;
    const orderedAt = performance.now();
    if ((await perform(runnerId)) === "refused") continue;
    onSaved({ runnerId, desk, orderedAt, savedAt: performance.now() });
  }
}
