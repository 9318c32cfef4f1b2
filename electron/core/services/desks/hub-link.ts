import type { HubLink } from "#shared/contract/desks.ts";
import type { PeerPresence, PushReply } from "#shared/contract/peer.ts";
import { peerFormat, pullReplySchema, pushReplySchema } from "#shared/contract/peer.ts";
import type { VersionVector } from "#shared/domain/desks/version-vector.ts";
import { countMissing } from "#shared/domain/desks/version-vector.ts";
import { NotSavedError } from "#core/db/open/not-saved.ts";
import type { Clock, Logger } from "#core/ports.ts";
import type { Exchange } from "./exchange.ts";
import { pushOf } from "./exchange.ts";
import type { HubClient } from "./hub-client.ts";
import { NotPairedError } from "./hub-client.ts";

/** The heartbeat tells the hub that the desk is there, and finds a hub that became silent (M7). */
const heartbeatMs = 2_000;
const firstRetryMs = 500;
const lastRetryMs = 5_000;
/** Commits of one moment travel in one push. */
const gatherMs = 30;

export interface HubLinkOptions {
  readonly client: HubClient;
  readonly exchange: Exchange;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly presence: () => Omit<PeerPresence, "clockOffsetMs">;
  /** Called after each exchange with the hub's answer. */
  readonly onReply: (reply: PushReply) => void;
  /** Called when the state changed. */
  readonly onChange: () => void;
}

/** The link of a full desk to its hub: exchanges entries until it is closed (M4). */
export interface LiveHubLink {
  state(): HubLink;
  /** Something was committed here: it is sent after a moment. */
  wake(): void;
  close(): Promise<void>;
}

export function openHubLink(options: HubLinkOptions): LiveHubLink {
  const { client, exchange, clock } = options;
  const closing = new AbortController();
  const alarm = createAlarm(clock);
  const state = createLinkState(options);
  const rounds = createRounds(options, closing.signal, state);
  const running = run(options, closing.signal, { alarm, state, rounds });
  const listening = listenToHub(client, closing.signal, clock, () => alarm.wake());
  return {
    state: () => ({
      ...state.now(),
      unsent: countMissing(exchange.vector(), rounds.hubVector()),
      behind: state.now().state === "up" ? countMissing(rounds.hubVector(), exchange.vector()) : 0,
    }),
    wake: () => alarm.wake(),
    async close() {
      closing.abort();
      alarm.wake();
      await Promise.all([running, listening]);
    },
  };
}

type LinkState = Pick<HubLink, "state" | "sinceMs" | "why">;

function createLinkState({ clock, onChange }: HubLinkOptions) {
  let now: LinkState = { state: "connecting", sinceMs: clock.now(), why: null };
  return {
    now: () => now,
    enter(state: HubLink["state"], why: HubLink["why"] = null): void {
      if (now.state === state && now.why === why) return;
      now = { state, sinceMs: clock.now(), why };
      onChange();
    },
  };
}

/** One round of the link: sends what the hub lacks, then takes what is missing here. */
function createRounds(
  { client, exchange, clock, logger, presence, onReply }: HubLinkOptions,
  closed: AbortSignal,
  state: ReturnType<typeof createLinkState>,
) {
  /** The hub's journal as far as it is known here. */
  let hubVector: VersionVector = {};
  let clockOffsetMs: number | null = null;

  /** Sends one part of what the hub lacks, or a heartbeat. Returns whether there is more to send. */
  const push = async (): Promise<boolean> => {
    const own = exchange.vector();
    const before = countMissing(own, hubVector);
    const body = pushOf({ ...presence(), clockOffsetMs }, own, exchange.batchFor(hubVector));
    const sentAtMs = clock.now();
    const sentAt = clock.monotonic();
    const reply = await readReply(
      client.request("/peer/entries", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
        signal: closed,
      }),
    );
    const parsed = pushReplySchema.parse(reply);
    const halfMs = (clock.monotonic() - sentAt) / 2;
    clockOffsetMs = Math.round(sentAtMs + halfMs - parsed.nowMs);
    hubVector = parsed.vector;
    tellRefused(logger, "peer.refused-by-hub", parsed.refused);
    onReply(parsed);
    // Entries that the hub refuses are not sent again in this round.
    const left = countMissing(exchange.vector(), hubVector);
    return left > 0 && left < before;
  };

  /** Takes one part of what is missing here. Returns whether there is more to take. */
  const pull = async (): Promise<boolean> => {
    const since = Buffer.from(JSON.stringify(exchange.vector())).toString("base64url");
    const reply = await readReply(
      client.request(`/peer/entries?since=${since}`, { signal: closed }),
    );
    const { entries, heads, more } = pullReplySchema.parse(reply);
    const { taken, refused } = await exchange.take({ entries, heads });
    tellRefused(logger, "peer.refused", refused);
    return more && taken > 0;
  };

  return {
    hubVector: () => hubVector,
    async run(isHeartbeatDue: boolean): Promise<void> {
      let isPushDue = isHeartbeatDue || countMissing(exchange.vector(), hubVector) > 0;
      while (isPushDue) isPushDue = await push();
      let isPullDue = true;
      while (isPullDue) isPullDue = await pull();
      state.enter("up");
    },
  };
}

function tellRefused(logger: Logger, event: string, refused: Readonly<Record<string, number>>) {
  if (Object.keys(refused).length > 0) logger.log("warn", event, { ...refused });
}

async function run(
  { clock, logger }: HubLinkOptions,
  closed: AbortSignal,
  {
    alarm,
    state,
    rounds,
  }: {
    readonly alarm: ReturnType<typeof createAlarm>;
    readonly state: ReturnType<typeof createLinkState>;
    readonly rounds: ReturnType<typeof createRounds>;
  },
): Promise<void> {
  let retryMs = firstRetryMs;
  let heartbeatAt = 0;
  while (!closed.aborted) {
    const isHeartbeatDue = clock.monotonic() >= heartbeatAt;
    try {
      await rounds.run(isHeartbeatDue);
      retryMs = firstRetryMs;
      if (isHeartbeatDue) heartbeatAt = clock.monotonic() + heartbeatMs;
      await alarm.ring(Math.max(0, heartbeatAt - clock.monotonic()), gatherMs);
    } catch (error) {
      if (closed.aborted) return;
      heartbeatAt = 0;
      settleFailure(error, state.enter, logger);
      await alarm.ring(retryMs, retryMs);
      retryMs = Math.min(lastRetryMs, retryMs * 2);
    }
  }
}

/** Why the hub refuses a request for good. */
class RefusedError extends Error {
  readonly code: string;

  constructor(code: string) {
    super(`The hub answered ${code}`);
    this.name = "RefusedError";
    this.code = code;
  }
}

async function readReply(answering: Promise<Response>): Promise<unknown> {
  const answer = await answering;
  const body = (await answer.json()) as {
    readonly ok?: boolean;
    readonly value?: unknown;
    readonly error?: { readonly code?: string };
  };
  if (body.ok === true) return body.value;
  throw new RefusedError(body.error?.code ?? `status ${answer.status}`);
}

function settleFailure(
  error: unknown,
  enter: (next: HubLink["state"], why?: HubLink["why"]) => void,
  logger: Logger,
): void {
  if (error instanceof NotPairedError) return enter("refused", "not-paired");
  if (error instanceof RefusedError) {
    if (error.code === "not-hub") return enter("refused", "other-hub");
    if (error.code === "later-format") return enter("refused", "later-format");
  }
  if (isOtherCertificate(error)) return enter("refused", "other-certificate");
  // A disk that refuses is told by the desk's own screens; the link only waits.
  const why = error instanceof NotSavedError ? error.why : "no-answer";
  logger.log("debug", "peer.round-failed", { why, error });
  enter("away");
}

/** `PeerPort` rejects with this code if the address has another certificate. */
export const otherCertificateCode = "CHUTE_OTHER_CERTIFICATE";

export const isOtherCertificate = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === otherCertificateCode;

/** A timer that something else may end early. */
function createAlarm(clock: Clock) {
  let isDue = false;
  let ringNow: (() => void) | null = null;
  return {
    wake(): void {
      isDue = true;
      ringNow?.();
    },
    /** Waits for `delayMs`; after a wake, for `earlyMs`. */
    async ring(delayMs: number, earlyMs: number): Promise<void> {
      if (!isDue) {
        await new Promise<void>((resolve) => {
          const cancel = clock.after(delayMs, resolve);
          ringNow = () => {
            cancel();
            resolve();
          };
        });
        ringNow = null;
      }
      if (isDue) await new Promise<void>((resolve) => void clock.after(earlyMs, resolve));
      isDue = false;
    },
  };
}

/** Reads the hub's stream of invalidations; each one wakes the link. Opens the stream again after it ends. */
async function listenToHub(
  client: HubClient,
  closed: AbortSignal,
  clock: Clock,
  onInvalidation: () => void,
): Promise<void> {
  while (!closed.aborted) {
    try {
      const day = 24 * 3_600_000;
      const answer = await client.request("/events", { signal: closed, timeoutMs: day });
      const reader = answer.body?.getReader();
      for (;;) {
        const part = await reader?.read();
        if (part === undefined || part.done) break;
        if (Buffer.from(part.value).includes("data:")) onInvalidation();
      }
    } catch {
      // The link itself tells why the hub does not answer.
    }
    if (closed.aborted) return;
    await new Promise<void>((resolve) => {
      const cancel = clock.after(firstRetryMs * 2, resolve);
      closed.addEventListener("abort", () => (cancel(), resolve()), { once: true });
    });
  }
}

export const isFormatKnown = (format: number): boolean => format <= peerFormat;
