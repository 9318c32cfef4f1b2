import type { BrowserAsks, MainAsks } from "../asks.ts";
import type { Answers, Link } from "../link.ts";
import { createLink } from "../link.ts";

/** How main's parts answer; each part adds its own before the first question can come. */
export type Answering = { -readonly [K in keyof MainAsks]?: Answers<MainAsks>[K] };

const answering: Answering = {};
const outgoing = new Set<Promise<void>>();

export const answerWith = (more: Answering): void => void Object.assign(answering, more);

/** Everything that was said is on its way. */
export const flushed = (): Promise<unknown> => Promise.all(outgoing);

function send(message: unknown): void {
  const { promise, resolve } = Promise.withResolvers<void>();
  outgoing.add(promise);
  process.send?.(message, undefined, {}, () => {
    outgoing.delete(promise);
    resolve();
  });
}

/** The side that has the browser: whoever started this process. */
export const browserSide: Link<BrowserAsks> = createLink<MainAsks, BrowserAsks>(
  { send, listen: (listener) => void process.on("message", listener) },
  answering as Answers<MainAsks>,
);

// Without its other side there is no window, no test and nothing to do.
process.on("disconnect", () => process.exit(1));
