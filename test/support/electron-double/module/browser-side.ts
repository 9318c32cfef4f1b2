import type { BrowserAsks, MainAsks } from "../asks.ts";
import type { Answers, Link } from "../link.ts";
import { createLink } from "../link.ts";

/** Main's handlers; each module adds its own before the first request can arrive. */
export type Answering = { -readonly [K in keyof MainAsks]?: Answers<MainAsks>[K] };

const answering: Answering = {};
const outgoing = new Set<Promise<void>>();

export const answerWith = (more: Answering): void => void Object.assign(answering, more);

/** Resolves when every message was handed to the channel. */
export const flushed = (): Promise<unknown> => Promise.all(outgoing);

function send(message: unknown): void {
  const { promise, resolve } = Promise.withResolvers<void>();
  outgoing.add(promise);
  process.send?.(message, undefined, {}, () => {
    outgoing.delete(promise);
    resolve();
  });
}

/** The link to the browser side, which is the process that started this one. */
export const browserSide: Link<BrowserAsks> = createLink<MainAsks, BrowserAsks>(
  { send, listen: (listener) => void process.on("message", listener) },
  answering as Answers<MainAsks>,
);

// Without the browser side there is no window and no test.
process.on("disconnect", () => process.exit(1));
