import { createHintParser } from "./hint-stream.ts";
import type { TokenStore } from "./token.ts";
import type { PairOutcome, Wire, WireListener } from "./wire.ts";

/** The station says something at least every 15 s; three times that in silence is a broken line. */
const silenceMs = 45_000;
const firstRetryMs = 250;
const lastRetryMs = 5_000;
/** A browser with too many tabs: each that came back at once would end the stream of another. */
const crowdedRetryMs = 60_000;

export interface HttpWireOptions {
  /** Origin of the station; "" for the page's own. */
  readonly origin: string;
  readonly token: TokenStore;
  readonly fetch: typeof fetch;
}

/** The wire of a browser: calls by POST, hints by a stream read with fetch, both with the token in a header (S1). */
export function createHttpWire({ origin, token, fetch }: HttpWireOptions): Wire {
  let lock: () => void = () => undefined;
  let unlock: () => void = () => undefined;

  const headersOf = (sent: string | null): Record<string, string> =>
    sent === null ? {} : { authorization: `Bearer ${sent}` };

  /** What was refused is given up, unless a code was exchanged for another one meanwhile. */
  const refuse = (sent: string | null): void => {
    if (token.read() !== sent) return;
    token.remove();
    if (token.read() === null) lock();
  };

  /** Exchanges the owner's token for a session that the browser's other tabs use; what they have is kept if it is good. */
  async function shareAccess(): Promise<void> {
    const sent = token.owner.token();
    if (sent === null) return;
    try {
      const known = token.owner.session();
      const answer = await fetch(`${origin}/session`, {
        method: "POST",
        headers: { "content-type": "application/json", ...headersOf(sent) },
        body: JSON.stringify(known === null ? {} : { session: known }),
      });
      const session = answer.ok ? readText(await answer.json(), "session") : null;
      if (session !== null) token.owner.keepSession(session);
    } catch {
      // The other tabs are paired then; this one works on.
    }
  }

  async function call(name: string, input: unknown): Promise<unknown> {
    const sent = token.read();
    const answer = await fetch(`${origin}/rpc/${encodeURIComponent(name)}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headersOf(sent) },
      body: JSON.stringify(input),
    });
    if (answer.status === 401) refuse(sent);
    return answer.json();
  }

  async function pair(code: string, deviceName: string): Promise<PairOutcome> {
    try {
      const answer = await fetch(`${origin}/pair`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ code, name: deviceName }),
      });
      if (answer.status === 429) return "too-many";
      if (answer.status === 409) return "name-taken";
      const given = readText(await answer.json(), "token");
      if (given === null) return "wrong-code";
      token.keep(given);
      unlock();
      return "paired";
    } catch {
      return "wire-down";
    }
  }

  async function download(name: string): Promise<Blob | null> {
    try {
      const sent = token.read();
      const address = `${origin}/exports/${encodeURIComponent(name)}`;
      const answer = await fetch(address, { headers: headersOf(sent), cache: "no-store" });
      if (answer.status === 401) refuse(sent);
      return answer.ok ? await answer.blob() : null;
    } catch {
      return null;
    }
  }

  function listen(listener: WireListener): () => void {
    const ended = new AbortController();
    let retryMs = firstRetryMs;
    let wake: () => void = () => undefined;
    let isLocked = false;

    lock = () => {
      isLocked = true;
      listener.state("locked");
    };
    unlock = () => {
      isLocked = false;
      listener.state("connecting");
      wake();
    };

    const pause = (forMs: number | null): Promise<void> =>
      new Promise((resolve) => {
        const timer = forMs === null ? undefined : setTimeout(resolve, forMs);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });

    async function run(): Promise<void> {
      while (!ended.signal.aborted) {
        if (token.read() === null) lock();
        if (isLocked) {
          await pause(null);
          continue;
        }
        const sent = token.read();
        const outcome = await listenOnce(listener, sent, ended.signal, () => {
          retryMs = firstRetryMs;
        });
        if (ended.signal.aborted) return;
        if (outcome === "refused") {
          refuse(sent);
          continue;
        }
        listener.state("down");
        await pause(outcome === "crowded" ? crowdedRetryMs : retryMs);
        retryMs = Math.min(retryMs * 2, lastRetryMs);
      }
    }
    void run();
    return () => {
      ended.abort();
      wake();
    };
  }

  async function listenOnce(
    listener: WireListener,
    sent: string | null,
    ended: AbortSignal,
    onOpen: () => void,
  ): Promise<"refused" | "broken" | "crowded"> {
    const silent = new AbortController();
    let watch: ReturnType<typeof setTimeout> | undefined;
    const heard = (): void => {
      clearTimeout(watch);
      watch = setTimeout(() => silent.abort(), silenceMs);
    };
    try {
      heard();
      const answer = await fetch(`${origin}/events`, {
        headers: { accept: "text/event-stream", ...headersOf(sent) },
        signal: AbortSignal.any([ended, silent.signal]),
        cache: "no-store",
      });
      if (answer.status === 401) return "refused";
      if (!answer.ok || answer.body === null) return "broken";
      onOpen();
      listener.state("up");
      void shareAccess();
      let isCrowded = false;
      const parse = createHintParser(() => {
        isCrowded = true;
      });
      const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return isCrowded ? "crowded" : "broken";
        heard();
        for (const hint of parse(value)) listener.hint(hint);
      }
    } catch {
      return "broken";
    } finally {
      clearTimeout(watch);
    }
  }

  return { call, listen, pair, download };
}

/** A text in `{name}` or in the reply form `{ok: true, value: {name}}`. */
function readText(answer: unknown, name: "token" | "session"): string | null {
  if (typeof answer !== "object" || answer === null) return null;
  const found: unknown = Reflect.get(answer, name);
  if (typeof found === "string") return found;
  return "value" in answer ? readText(answer.value, name) : null;
}
