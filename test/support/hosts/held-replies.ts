import type { Page } from "playwright";

/** Replies of one procedure that a test holds back or loses on their way to the page. */
export interface HeldReplies {
  /** From now on, replies to inputs that fit are held back; the station has done its work. */
  hold(fits: (inputJson: string) => boolean): void;
  /** Lets what is held go, and holds no more. */
  release(): Promise<void>;
  /** The next reply breaks off, after the station has done its work. */
  loseNext(): void;
}

export async function heldReplies(page: Page, procedure: string): Promise<HeldReplies> {
  let holds: ((inputJson: string) => boolean) | null = null;
  let loses = false;
  let free = Promise.withResolvers<void>();
  let arrived: Promise<unknown>[] = [];

  await page.route(`**/rpc/${procedure}`, async (route) => {
    const input = route.request().postData() ?? "";
    const isLost = loses;
    const isHeld = holds?.(input) === true;
    loses = false;
    const response = await route.fetch();
    if (isLost) return route.abort();
    if (!isHeld) return route.fulfill({ response });
    const { promise } = free;
    const fulfilled = promise.then(() => route.fulfill({ response }));
    arrived.push(fulfilled);
    await fulfilled;
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
