import type { AccessStore } from "./access-store.ts";
import { createInvalidationParser } from "./invalidation-stream.ts";
import { createStationSession } from "./station-session.ts";
import type { PairOutcome, Transport, TransportListener } from "./transport.ts";

/** The station says something at least every 15 s; three times that in silence is a broken line. */
const silenceMs = 45_000;
const firstRetryMs = 250;
const lastRetryMs = 5_000;
/** A browser with too many tabs: each that came back at once would end the stream of another. */
const crowdedRetryMs = 60_000;

export interface HttpTransportOptions {
  /** Origin of the station. */
  readonly origin: string;
  readonly store: AccessStore;
  readonly fetch: typeof fetch;
}

/** The wire of a browser: calls by POST, hints by a stream read with fetch, both with a session in a header (S1). */
export function createHttpTransport({ origin, store, fetch }: HttpTransportOptions): Transport {
  const session = createStationSession({ origin, store, fetch });
  const link: Link = {
    recheck: () => undefined,
    showConnecting: () => undefined,
    isLocked: false,
  };

  store.onChange(() => {
    if (link.isLocked) link.recheck();
    else session.get().catch(() => undefined);
  });

  /**
   * A request with the session. One that is refused is sent again with the next session, if there is one: a paired
   * device gets a new one from a station that was started again.
   */
  async function request(path: string, init: RequestInit): Promise<Response> {
    const sent = await session.get();
    if (sent === null) {
      link.recheck();
      throw new Error("This window has no access.");
    }
    const answer = await fetch(origin + path, withSession(init, sent));
    if (answer.status !== 401) return answer;
    session.refused(sent);
    const next = await session.get();
    link.recheck();
    return next === null ? answer : fetch(origin + path, withSession(init, next));
  }

  async function call(name: string, input: unknown): Promise<unknown> {
    const answer = await request(`/rpc/${encodeURIComponent(name)}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(input),
    });
    return answer.json();
  }

  async function pair(code: string, deviceName: string): Promise<PairOutcome> {
    const outcome = await session.pair(code, deviceName);
    if (outcome === "paired") {
      link.showConnecting();
      link.recheck();
    }
    return outcome;
  }

  async function download(name: string): Promise<Blob | null> {
    try {
      const answer = await request(`/exports/${encodeURIComponent(name)}`, { cache: "no-store" });
      return answer.ok ? await answer.blob() : null;
    } catch {
      return null;
    }
  }

  const listen: Transport["listen"] = (listener) =>
    listenTo({ fetch, origin, session, link }, listener);

  return { call, listen, pair, download, lockReason: session.lockReason };
}

/** What the calls of a window tell its stream. */
interface Link {
  /** Ends a pause, or the stream of a session that is not valid any more, and looks at the session again. */
  recheck: () => void;
  showConnecting: () => void;
  isLocked: boolean;
}

interface Listening extends Pick<HttpTransportOptions, "fetch" | "origin"> {
  readonly session: ReturnType<typeof createStationSession>;
  readonly link: Link;
}

/** Reads the stream of invalidations, and opens it again after each end; returns a function that ends it. */
function listenTo(
  { fetch, origin, session, link }: Listening,
  listener: TransportListener,
): () => void {
  const ended = new AbortController();
  let retryMs = firstRetryMs;
  link.showConnecting = () => listener.state("connecting");

  const pause = (forMs: number | null): Promise<void> =>
    new Promise((resolve) => {
      const timer = forMs === null ? undefined : setTimeout(resolve, forMs);
      link.recheck = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  const open = (sent: string) =>
    readEvents({
      fetch,
      origin,
      sent,
      ended: ended.signal,
      listener,
      onRecheck: (stop) => {
        link.recheck = stop;
      },
      onUp: () => {
        retryMs = firstRetryMs;
      },
    });

  async function run(): Promise<void> {
    while (!ended.signal.aborted) {
      const sent = await session.get().catch(() => undefined);
      link.isLocked = sent === null;
      if (sent === null) {
        listener.state("locked");
        await pause(session.mayComeBack() ? lastRetryMs : null);
        continue;
      }
      const outcome = sent === undefined ? "broken" : await open(sent);
      if (ended.signal.aborted) return;
      if (outcome === "refused" && sent !== undefined) {
        session.refused(sent);
        continue;
      }
      if (outcome === "rechecked") continue;
      listener.state("down");
      await pause(outcome === "crowded" ? crowdedRetryMs : retryMs);
      retryMs = Math.min(retryMs * 2, lastRetryMs);
    }
  }

  void run();
  return () => {
    ended.abort();
    link.recheck();
  };
}

interface StreamOptions extends Pick<HttpTransportOptions, "fetch" | "origin"> {
  /** The session that is sent. */
  readonly sent: string;
  readonly ended: AbortSignal;
  readonly listener: TransportListener;
  /** Called with a function that ends this stream, so that the session is looked at again. */
  readonly onRecheck: (stop: () => void) => void;
  readonly onUp: () => void;
}

/** Reads the stream of invalidations until it ends; why it ended. */
async function readEvents(
  options: StreamOptions,
): Promise<"refused" | "broken" | "crowded" | "rechecked"> {
  const { fetch, origin, sent, ended, listener } = options;
  const silent = new AbortController();
  const rechecked = new AbortController();
  options.onRecheck(() => rechecked.abort());
  let watch: ReturnType<typeof setTimeout> | undefined;
  const heard = (): void => {
    clearTimeout(watch);
    watch = setTimeout(() => silent.abort(), silenceMs);
  };
  try {
    heard();
    const init = { headers: { accept: "text/event-stream" }, cache: "no-store" } as const;
    const answer = await fetch(`${origin}/events`, {
      ...withSession(init, sent),
      signal: AbortSignal.any([ended, silent.signal, rechecked.signal]),
    });
    if (answer.status === 401) return "refused";
    if (!answer.ok || answer.body === null) return "broken";
    options.onUp();
    listener.state("up");
    let isCrowded = false;
    const parse = createInvalidationParser(() => {
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
    return rechecked.signal.aborted ? "rechecked" : "broken";
  } finally {
    clearTimeout(watch);
  }
}

function withSession(init: RequestInit, session: string): RequestInit {
  const headers = new Headers(init.headers);
  headers.set("authorization", `Bearer ${session}`);
  return { ...init, headers };
}
