import type { HubIdentity, PullReply, Push, PushReply } from "#shared/contract/peer.ts";
import { peerFormat, pushSchema } from "#shared/contract/peer.ts";
import type { Failure, Result } from "#shared/result.ts";
import { err, ok } from "#shared/result.ts";
import type { JournalSigner } from "#core/db/journal/journal-signer.ts";
import type { Caller } from "#core/handlers.ts";
import type { DeskContext } from "#core/services/context.ts";
import { readRole } from "./desks-role.ts";
import type { Exchange } from "./exchange.ts";
import { pullReplyOf, pushReplyOf } from "./exchange.ts";
import type { Presences } from "./presence.ts";

export type PeerError = "not-hub" | "invalid-input" | "later-format" | "not-saved" | "closing";

/** What the station serves under `/peer` (M4). */
export interface PeerServer {
  push(caller: Caller, body: unknown): Promise<Result<PushReply, Failure<PeerError>>>;
  pull(since: string): Result<PullReply, Failure<PeerError>>;
  /** What the hub says of itself to a database that joins. */
  identity(): Result<HubIdentity, Failure<"not-hub">>;
}

export interface PeerServerParts {
  readonly context: DeskContext;
  readonly exchange: Exchange;
  readonly presences: Presences;
  readonly signer: () => JournalSigner;
  readonly version: string;
}

export function createPeerServer({
  context,
  exchange,
  presences,
  signer,
  version,
}: PeerServerParts): PeerServer {
  const { stores, ports, settings, feed } = context;
  const isHub = (): boolean => readRole(stores).role === "hub";
  const notHub = () => err("not-hub", "This computer is not the hub");
  return {
    identity: () =>
      isHub()
        ? ok({
            format: peerFormat,
            device: stores.journal.device,
            signer: signer().id,
            name: settings.get().desk,
            version,
            organizationId: stores.credentials.current()?.organizationId ?? null,
          })
        : notHub(),
    async push(caller, body) {
      if (!isHub()) return notHub();
      const read = pushSchema.safeParse(body);
      if (!read.success) return err("invalid-input", "This is no exchange of entries");
      if (read.data.format > peerFormat) {
        return err("later-format", "This desk runs a later version of Chute than the hub");
      }
      const taken = await exchange.take(read.data);
      const { deviceId } = caller;
      if (deviceId !== undefined) {
        presences.hear(deviceId, read.data.presence, vectorAfter(read.data));
        feed.publish("devices");
      }
      return ok(
        pushReplyOf(exchange, taken, {
          members: membersOf(context, signer()),
          desks: presences.list(exchange.vector()),
          roster: rosterOf(context),
          nowMs: ports.clock.now(),
        }),
      );
    },
    pull(since) {
      if (!isHub()) return notHub();
      const vector = readVector(since);
      return vector === null
        ? err("invalid-input", "This is no version vector")
        : ok(pullReplyOf(exchange.batchFor(vector)));
    },
  };
}

const vectorAfter = ({ vector }: Push) => vector;

const membersOf = ({ stores, settings }: DeskContext, signer: JournalSigner) => [
  ...stores.exchange.members(),
  { device: stores.journal.device, signer: signer.id, name: settings.get().desk },
];

function rosterOf({ settings, sync }: DeskContext): PushReply["roster"] {
  const eventId = settings.currentEventId();
  if (eventId === null) return null;
  return { eventId, completedAtMs: sync.downloads.statusOf(eventId).completedAtMs };
}

function readVector(text: string) {
  try {
    const read = pushSchema.shape.vector.safeParse(
      JSON.parse(Buffer.from(text, "base64url").toString("utf8")),
    );
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}
