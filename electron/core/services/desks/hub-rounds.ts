import type { PeerPresence, Push, PushReply } from "#shared/contract/peer.ts";
import { peerFormat, entryBatchSchema, pushReplySchema } from "#shared/contract/peer.ts";
import type { VersionVector } from "#shared/domain/desks/version-vector.ts";
import { chainOf, countMissing } from "#shared/domain/desks/version-vector.ts";
import type { JournalEntry } from "#shared/domain/journal/journal.ts";
import type { Clock, Logger } from "#core/ports.ts";
import type { Exchange } from "./exchange.ts";
import type { HubClient } from "./hub-client.ts";
import { RefusedError } from "./hub-client.ts";

export interface HubRoundsOptions {
  readonly client: Pick<HubClient, "ask">;
  readonly exchange: Exchange;
  /** The hub's journal device. */
  readonly hubDevice: string;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly presence: () => Omit<PeerPresence, "clockOffsetMs">;
  /** Called after each exchange, with the hub's answer. */
  readonly onReply: (reply: PushReply) => void;
}

/** The heartbeat tells the hub that the desk is there, and finds a hub that became silent (M7). */
const heartbeatMs = 2_000;

/** While the hub does not answer, the calls to it are short, so that the hub is found soon after it is back. */
const probeTimeoutMs = 2_000;
/** Refused entries are offered again after this time, because a merge may take them later (J11). */
const skipsLastMs = 60_000;

/**
 * The rounds of a link: each round sends the entries that the hub lacks, then takes the entries that this database
 * lacks (M4).
 */
export function createHubRounds(
  options: HubRoundsOptions,
  closed: AbortSignal,
  onAnswer: () => void,
) {
  const { client, exchange, hubDevice, clock } = options;
  const tell = createRefusalLog(options.logger);
  /** Entries that the hub refused, and entries that this desk refused. They must not delay other entries. */
  const refusedThere = createSkips(clock);
  const refusedHere = createSkips(clock);
  /** The version vector of the hub's journal, as the hub said it last; null before its first answer. */
  let hubVector: VersionVector | null = null;
  const known = (): VersionVector => hubVector ?? {};
  let clockOffsetMs: number | null = null;
  let isAway = true;
  let heartbeatAt = 0;

  const send = async (
    theirs: VersionVector | null,
    timeoutMs?: number,
  ): Promise<JournalEntry[]> => {
    heartbeatAt = clock.monotonic() + heartbeatMs;
    const own = exchange.vector();
    const batch = theirs === null ? { entries: [], heads: [] } : exchange.batchFor(theirs);
    const sentAtMs = clock.now();
    const sentAt = clock.monotonic();
    const presence = { ...options.presence(), clockOffsetMs };
    const { entries, heads } = batch;
    const body: Push = { format: peerFormat, presence, vector: own, entries, heads };
    const reply = await client.ask("/peer/entries", body, { signal: closed, timeoutMs });
    const parsed = pushReplySchema.parse(reply);
    const halfMs = (clock.monotonic() - sentAt) / 2;
    clockOffsetMs = Math.round(sentAtMs + halfMs - parsed.nowMs);
    hubVector = parsed.vector;
    tell("peer.refused-by-hub", parsed.refused);
    isAway = false;
    options.onReply(parsed);
    onAnswer();
    return entries;
  };

  const untilHeartbeatMs = (): number => Math.max(0, heartbeatAt - clock.monotonic());

  const push = async (): Promise<void> => {
    for (;;) {
      const theirs = refusedThere.over(known());
      if (countMissing(exchange.vector(), theirs) === 0) return;
      const sent = await send(theirs);
      if (!refusedThere.note(sent, theirs, known())) return;
    }
  };

  const pull = async (): Promise<void> => {
    let vector = refusedHere.over(exchange.vector());
    let coming = askMissing(client, vector, closed);
    for (;;) {
      const { entries, heads, more } = entryBatchSchema.parse(await coming);
      // The hub prepares the next part while this part is saved. The question assumes that this part is taken.
      const ahead = withEntries(vector, entries);
      if (more) coming = askMissing(client, ahead, closed);
      const { refused } = await exchange.take({ entries, heads }, { hubDevice });
      tell("peer.refused", refused);
      if (!refusedHere.note(entries, vector, exchange.vector()) || !more) return;
      // A long exchange has heartbeats as well.
      if (untilHeartbeatMs() === 0) await send(null);
      vector = hasAny(refused) ? refusedHere.over(exchange.vector()) : ahead;
      if (hasAny(refused)) coming = askMissing(client, vector, closed);
    }
  };

  return {
    hubVector: () => hubVector,
    /** Entries that the hub does not take. */
    refused: () =>
      countMissing(exchange.vector(), known()) -
      countMissing(exchange.vector(), refusedThere.over(known())),
    untilHeartbeatMs,
    async run(): Promise<void> {
      if (isAway) await send(null, probeTimeoutMs);
      const failure = await push().catch((error: unknown) => error ?? new Error("Not sent"));
      // A hub whose disk takes nothing still has what the others did before.
      if (failure !== undefined && !isDiskOfHub(failure)) throw failure;
      if (untilHeartbeatMs() === 0) await send(null);
      await pull();
      if (failure !== undefined) throw failure;
    },
    /** The hub did not answer. */
    fail(): void {
      isAway = true;
    },
  };
}

const hasAny = (refused: PushReply["refused"]): boolean => Object.keys(refused).length > 0;

/** Asks the hub for entries that a journal with this vector lacks. */
function askMissing(
  client: HubRoundsOptions["client"],
  vector: VersionVector,
  signal: AbortSignal,
): Promise<unknown> {
  const answer = client.ask("/peer/missing", { vector }, { signal });
  // If saving fails meanwhile, nobody waits for the answer, and its error must not end the program.
  answer.catch(() => undefined);
  return answer;
}

const isDiskOfHub = (error: unknown): boolean =>
  error instanceof RefusedError && error.code === "not-saved";

/** Chains whose entries the other side refused, up to which sequence number. */
function createSkips(clock: Clock) {
  let skips = new Map<string, number>();
  let sinceMs = clock.monotonic();
  return {
    /** The journal of the other side, as if it had the refused entries. */
    over(vector: VersionVector): VersionVector {
      if (clock.monotonic() - sinceMs > skipsLastMs) {
        skips = new Map();
        sinceMs = clock.monotonic();
      }
      const over = { ...vector };
      for (const [chain, last] of skips) over[chain] = Math.max(last, over[chain] ?? 0);
      return over;
    },
    /**
     * Notes the chains of which entries were offered and none was taken. `before` and `after` are the vectors of the receiving side.
     * Returns whether any offered entry was new to `before`.
     */
    note(offered: readonly JournalEntry[], before: VersionVector, after: VersionVector): boolean {
      let isForward = false;
      for (const [chain, sequence] of Object.entries(withEntries({}, offered))) {
        const known = before[chain] ?? 0;
        const now = after[chain] ?? 0;
        // A part that was taken makes the next entries acceptable at once.
        if (now < sequence && now <= known) skips.set(chain, sequence);
        if (sequence > known) isForward = true;
      }
      return isForward;
    },
  };
}

/** The vector of a journal with this vector that takes these entries. */
function withEntries(vector: VersionVector, entries: readonly JournalEntry[]): VersionVector {
  const last = { ...vector };
  for (const entry of entries) {
    const chain = chainOf(entry);
    last[chain] = Math.max(entry.sequence, last[chain] ?? 0);
  }
  return last;
}

/** Logs refused entries once, and again after their number changed. */
function createRefusalLog(logger: Logger) {
  const told = new Map<string, string>();
  return (event: string, refused: Readonly<Record<string, number>>): void => {
    const text = JSON.stringify(refused);
    if (text === (told.get(event) ?? "{}")) return;
    told.set(event, text);
    if (text !== "{}") logger.log("warn", event, { ...refused });
  };
}
