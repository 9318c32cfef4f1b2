import type { Page } from "playwright";
import { interceptCalls } from "./calls.ts";
import type { AnyHost } from "./start-host.ts";

/** Replies of one procedure that a test holds back, or loses before they arrive at the page. */
export interface HeldReplies {
  /** From now on, holds back the replies to inputs for which `fits` is true, after the core has performed the call. */
  hold(fits: (inputJson: string) => boolean): void;
  /** Releases the held replies, and holds no more. */
  release(): Promise<void>;
  /** The next reply breaks off, after the core has performed the call. */
  loseNext(): void;
}

export async function heldReplies(
  host: AnyHost,
  page: Page,
  procedure: string,
): Promise<HeldReplies> {
  let holds: ((inputJson: string) => boolean) | null = null;
  let loses = false;
  let free = Promise.withResolvers<void>();
  let arrived: Promise<unknown>[] = [];

  await interceptCalls(host, page, procedure, async (call) => {
    const isLost = loses;
    const isHeld = holds?.(call.inputJson) === true;
    const { promise } = free;
    loses = false;
    await call.perform();
    if (isLost) return call.lose();
    if (!isHeld) return call.reply();
    const replied = promise.then(() => call.reply());
    arrived.push(replied);
    return replied;
  });

  return {
    hold(fits) {
      holds = fits;
    },
    async release() {
      holds = null;
      free.resolve();
      await Promise.all(arrived);
      arrived = [];
      free = Promise.withResolvers<void>();
    },
    loseNext() {
      loses = true;
    },
  };
}
