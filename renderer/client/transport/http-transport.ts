import { aliveMs, streamSilenceMs } from "#shared/contract/stream-timing.ts";
import { createInvalidationParser } from "./invalidation-parser.ts";
import type { StationSessionOptions } from "./station-session.ts";
import { createStationSession } from "./station-session.ts";
import type { Transport, TransportListener } from "./transport.ts";

const firstRetryMs = 250;
const lastRetryMs = 2_000;
/** Retry of a browser with too many tabs: a tab that retried at once would end the stream of another tab. */
const crowdedRetryMs = 60_000;

/** The transport of a browser: POST for calls, a stream for invalidations, both with a session in a header (S1). */
export function createHttpTransport({ origin, store, fetch }: StationSessionOptions): Transport {
  const session = createStationSession({ origin, store, fetch });
  const link: Link = {
    recheck: () => undefined,
    showConnecting: () => undefined,
    isLocked: false,
    lost: new AbortController(),
  };

  store.onChange(() => {
    if (link.isLocked) link.recheck();
    else session.get().catch(() => undefined);
  });

  /**
   * Sends a request with the session. If the station refuses the session, the request is sent again with the next session:
   * after a restart of the station, a paired device gets a new one.
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
    if (next === null && session.waitsForPractice()) throw new Error("In practice.");
    return next === null ? answer : fetch(origin + path, withSession(init, next));
  }

  return {
    async call(name, input) {
      const answer = await request(`/rpc/${encodeURIComponent(name)}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(input),
        // Without a connection a call would wait for minutes; so it ends when the stream is lost, or in the stream's time.
        signal: link.lost.signal.aborted ? AbortSignal.timeout(streamSilenceMs) : link.lost.signal,
      });
      return answer.json();
    },
    listen: (listener) => listenTo({ fetch, origin, session, link }, listener),
    async pair(code, deviceName) {
      const outcome = await session.pair(code, deviceName);
      if (outcome === "paired") {
        link.showConnecting();
        link.recheck();
      }
      return outcome;
    },
    async download(name) {
      try {
        const path = `/exports/${encodeURIComponent(name)}`;
        const answer = await request(path, { cache: "no-store" });
        return answer.ok ? await answer.blob() : null;
      } catch {
        return null;
      }
    },
    pairingCode: () => store.pairingCode(),
    lockReason: session.lockReason,
    lockedBy: session.lockedBy,
    practise(wants) {
      session.practise(wants);
      link.recheck();
    },
  };
}

/** Connects the calls of a window with its stream. */
interface Link {
  /** Ends a pause, or the stream of an invalid session, so that the session is checked again. */
  recheck: () => void;
  showConnecting: () => void;
  isLocked: boolean;
  /** Aborted while the station does not answer. */
  lost: AbortController;
}

interface StreamSource extends Pick<StationSessionOptions, "fetch" | "origin"> {
  readonly session: ReturnType<typeof createStationSession>;
  readonly link: Link;
}

/** Reads the stream of invalidations, and opens it again whenever it ends. The returned function stops that. */
function listenTo(source: StreamSource, listener: TransportListener): () => void {
  const { session, link } = source;
  const ended = new AbortController();
  let retryMs = firstRetryMs;
  link.showConnecting = () => listener.state("connecting");
  const onUp = (): void => {
    retryMs = firstRetryMs;
    if (link.lost.signal.aborted) link.lost = new AbortController();
    listener.state("up");
  };

  const pause = (forMs: number | null): Promise<void> =>
    new Promise((resolve) => {
      const timer = forMs === null ? undefined : setTimeout(resolve, forMs);
      link.recheck = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  async function run(): Promise<void> {
    while (!ended.signal.aborted) {
      const sent = await session.get().catch(() => undefined);
      link.isLocked = sent === null;
      if (sent === null) {
        const waits = session.waitsForPractice();
        if (waits) link.lost.abort();
        listener.state(waits ? "down" : "locked", waits);
        await pause(session.mayComeBack() ? lastRetryMs : null);
        continue;
      }
      const outcome =
        sent === undefined
          ? "broken"
          : await readEvents(source, { sent, ended: ended.signal, listener, onUp });
      if (ended.signal.aborted) return;
      if (outcome === "refused" && sent !== undefined) {
        session.refused(sent);
        continue;
      }
      if (outcome === "rechecked") {
        // What changes until the next stream is open is not told in it, so "up" has to be told again.
        listener.state("connecting");
        continue;
      }
      // A browser with too many tabs has a connection; only the stream is missing.
      if (outcome !== "crowded") link.lost.abort();
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

interface StreamOptions {
  /** The session to send. */
  readonly sent: string;
  readonly ended: AbortSignal;
  readonly listener: TransportListener;
  readonly onUp: () => void;
}

/** Reads the stream of invalidations until it ends, and resolves with the reason of the end. */
async function readEvents(
  { fetch, origin, link }: StreamSource,
  { sent, ended, listener, onUp }: StreamOptions,
): Promise<"refused" | "broken" | "crowded" | "rechecked"> {
  const silent = new AbortController();
  const rechecked = new AbortController();
  link.recheck = () => rechecked.abort();
  let watch: ReturnType<typeof setTimeout> | undefined;
  let signs: ReturnType<typeof setInterval> | undefined;
  const restartWatch = (): void => {
    clearTimeout(watch);
    watch = setTimeout(() => silent.abort(), streamSilenceMs);
  };
  try {
    restartWatch();
    const init = { headers: { accept: "text/event-stream" }, cache: "no-store" } as const;
    const answer = await fetch(`${origin}/events`, {
      ...withSession(init, sent),
      signal: AbortSignal.any([ended, silent.signal, rechecked.signal]),
    });
    if (answer.status === 401) return "refused";
    if (!answer.ok || answer.body === null) return "broken";
    onUp();
    signs = setInterval(() => void giveSignOfLife(fetch, origin, sent), aliveMs);
    let isCrowded = false;
    const parse = createInvalidationParser(() => {
      isCrowded = true;
    });
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return isCrowded ? "crowded" : "broken";
      restartWatch();
      for (const invalidation of parse(value)) listener.invalidation(invalidation);
    }
  } catch {
    return rechecked.signal.aborted ? "rechecked" : "broken";
  } finally {
    clearTimeout(watch);
    clearInterval(signs);
  }
}

/** A request that fails changes nothing: the stream tells whether the station answers. */
async function giveSignOfLife(send: typeof fetch, origin: string, session: string): Promise<void> {
  const headers = { "content-type": "application/json" };
  const init = { method: "POST", headers, body: "{}", signal: AbortSignal.timeout(aliveMs) };
  await send(`${origin}/rpc/time.get`, withSession(init, session)).catch(() => undefined);
}

function withSession(init: RequestInit, session: string): RequestInit {
  const headers = new Headers(init.headers);
  headers.set("authorization", `Bearer ${session}`);
  return { ...init, headers };
}
