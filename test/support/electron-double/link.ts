/** The requests that one side may send, by name, with their input and output. */
export type Asks = Readonly<Record<string, readonly [given: unknown, answer: unknown]>>;

type Given<A extends Asks, K extends keyof A> = A[K] extends readonly [infer G, unknown]
  ? G
  : never;
type Answer<A extends Asks, K extends keyof A> = A[K] extends readonly [unknown, infer R]
  ? R
  : never;

/** The handlers for the requests of the other side. */
export type Answers<A extends Asks> = {
  readonly [K in keyof A]: (given: Given<A, K>) => Answer<A, K> | Promise<Answer<A, K>>;
};

/** The other side ended before it answered. */
class SideGone extends Error {}

/** Ignores an error that occurs because the other side has ended. */
export function quietIfGone(error: unknown): void {
  const isClosed =
    error instanceof Error && /has been closed|Target crashed|already handled/.test(error.message);
  if (!(error instanceof SideGone) && !isClosed) throw error;
}

/** A channel for messages: the process channel, which clones its messages. */
export interface Port {
  send(message: unknown): void;
  listen(listener: (message: unknown) => void): void;
}

export interface Link<Theirs extends Asks> {
  ask<K extends keyof Theirs & string>(
    kind: K,
    given: Given<Theirs, K>,
  ): Promise<Answer<Theirs, K>>;
  /** Sends a message and waits for nothing. An error is ignored, as with a window that is gone. */
  tell<K extends keyof Theirs & string>(kind: K, given: Given<Theirs, K>): void;
  /** The other side no longer answers: every open request fails. */
  close(): void;
}

type Message =
  | { readonly type: "ask"; readonly id: number; readonly kind: string; readonly given: unknown }
  | { readonly type: "answer"; readonly id: number; readonly value: unknown }
  | { readonly type: "failure"; readonly id: number; readonly message: string };

/** Requests and answers in both directions between Electron's main process and the browser side. */
export function createLink<Mine extends Asks, Theirs extends Asks>(
  port: Port,
  answers: Answers<Mine>,
): Link<Theirs> {
  const open = new Map<number, PromiseWithResolvers<unknown>>();
  let asked = 0;
  let isGone = false;

  const answer = async (id: number, kind: string, given: unknown): Promise<void> => {
    try {
      const reply = answers[kind];
      if (reply === undefined) throw new Error(`Nobody answers “${kind}”.`);
      port.send({ type: "answer", id, value: await reply(given as Given<Mine, string>) });
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      port.send({ type: "failure", id, message });
    }
  };

  port.listen((raw) => {
    const message = raw as Message;
    if (message.type === "ask") return void answer(message.id, message.kind, message.given);
    const waiting = open.get(message.id);
    open.delete(message.id);
    if (message.type === "answer") waiting?.resolve(message.value);
    else waiting?.reject(new Error(message.message));
    return undefined;
  });

  const ask: Link<Theirs>["ask"] = (kind, given) => {
    const waiting = Promise.withResolvers<unknown>();
    if (isGone) return Promise.reject(new SideGone("The other side is gone."));
    asked += 1;
    open.set(asked, waiting);
    port.send({ type: "ask", id: asked, kind, given });
    return waiting.promise as Promise<never>;
  };
  return {
    ask,
    tell: (kind, given) => void ask(kind, given).catch(() => undefined),
    close() {
      isGone = true;
      for (const { reject } of open.values()) reject(new SideGone("The other side is gone."));
      open.clear();
    },
  };
}
