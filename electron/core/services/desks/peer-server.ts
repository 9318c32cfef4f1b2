import { hasTwoHubs } from "#shared/contract/in-screens.ts";
import type { EntryBatch, HubIdentity, Joining, PushReply } from "#shared/contract/peer.ts";
import {
  peerFormat,
  peerFormatSchema,
  peerNameSchema,
  pullSchema,
  pushSchema,
} from "#shared/contract/peer.ts";
import type { Push } from "#shared/contract/peer.ts";
import { hubSubject, hubsOf } from "#shared/domain/desks/hub.ts";
import type { Failure, Result } from "#shared/result.ts";
import { err, ok } from "#shared/result.ts";
import type { JournalSigner } from "#core/db/journal/journal-signer.ts";
import { NotSavedError } from "#core/db/open/not-saved.ts";
import type { DeviceAccess, RenameError } from "#core/device-pairing.ts";
import type { Caller } from "#core/handlers.ts";
import type { DeskContext } from "#core/services/context.ts";
import { hubDevicesOf, readRole, senderOf } from "./desks-role.ts";
import type { Exchange } from "./exchange.ts";
import type { Presences } from "./presence.ts";

export type PeerError = "not-hub" | "invalid-input" | "later-format" | "not-saved" | "closing";

type AdmitError = "not-hub" | "later-format" | "other-organization" | "device-taken";

export interface PeerServerParts {
  readonly context: DeskContext;
  readonly exchange: Exchange;
  readonly presences: Presences;
  readonly access: Pick<DeviceAccess, "list" | "rename">;
  readonly signer: () => JournalSigner;
  readonly version: string;
}

/** What the station serves under `/peer` (M4). */
export function createPeerServer({
  context,
  exchange,
  presences,
  access,
  signer,
  version,
}: PeerServerParts) {
  const { stores, ports, feed } = context;
  /** Not if another database is the hub in force: only that one may change what is sent (M9). */
  const isHub = (): boolean => readRole(stores).role === "hub" && senderOf(stores).who !== "other";
  /** Another database is the hub in force, also if this one was closed since. */
  const isFormerHub = (): boolean =>
    readRole(stores).role !== "full" &&
    senderOf(stores).who === "other" &&
    hubDevicesOf(stores).has(stores.journal.device);
  /**
   * A former hub goes on with the exchange with the hub in force, which learns of the choice on its link to this
   * computer (M10). Its full desks are refused, so that they look for the hub.
   */
  const mayExchange = ({ deviceId }: Caller): boolean => {
    if (!isFormerHub()) return isHub();
    const [inForce] = hubsOf(stores.journal.ofSubjects([hubSubject]));
    const caller = access.list().find(({ id }) => id === deviceId);
    return caller !== undefined && caller.journalDevice === inForce?.device;
  };
  const notHub = () => err("not-hub", "This computer is not the hub");
  return {
    get isHub() {
      return isHub();
    },
    /** Whether a database may join with a right code (M3), and what the hub says of itself. */
    admit(joining: Joining): Result<HubIdentity, Failure<AdmitError>> {
      if (!isHub()) return notHub();
      const hub = identityOf(context, signer().id, version);
      if (joining.format > hub.format) {
        return err("later-format", "The joining computer has a later version of Chute");
      }
      const { organizationId } = joining;
      if (organizationId !== null && hub.organizationId !== organizationId) {
        return err("other-organization", "The joining computer belongs to another organization");
      }
      return isDeviceTaken(context, access, joining, signer().id)
        ? err("device-taken", "Another desk has the same journal device, with another key")
        : ok(hub);
    },
    async push(caller: Caller, body: unknown): Promise<Result<PushReply, Failure<PeerError>>> {
      if (!mayExchange(caller)) return notHub();
      const told = peerFormatSchema.safeParse(body);
      if (told.success && told.data.format > peerFormat) {
        return err("later-format", "This desk runs a later version of Chute than the hub");
      }
      const read = pushSchema.safeParse(body);
      if (!read.success) return err("invalid-input", "This is no exchange of entries");
      const taken = await takeIfSaved(exchange, read.data);
      if (!taken.ok) return taken;
      const { deviceId } = caller;
      if (deviceId !== undefined) {
        const isNew = presences.hear(deviceId, read.data.presence, read.data.vector);
        if (isNew) feed.publish("devices");
      }
      return ok({
        format: peerFormat,
        ...taken.value,
        members: membersOf(context, signer()),
        desks: presences.list(exchange.vector()),
        roster: rosterOf(context),
        hasTwoHubs: hasTwoHubs(senderOf(context.stores)),
        nowMs: ports.clock.now(),
      });
    },
    pull(caller: Caller, body: unknown): Result<EntryBatch, Failure<PeerError>> {
      if (!mayExchange(caller)) return notHub();
      const read = pullSchema.safeParse(body);
      return read.success
        ? ok(exchange.batchFor(read.data.vector))
        : err("invalid-input", "This is no version vector");
    },
    /** A full desk was renamed by its owner; the name must be free (S10). */
    rename: (caller: Caller, body: unknown): Result<null, Failure<PeerError | RenameError>> =>
      isHub() ? renameDesk(access, caller, body) : notHub(),
  };
}

export type PeerServer = ReturnType<typeof createPeerServer>;

const identityOf = (
  { stores, settings }: DeskContext,
  signer: string,
  version: string,
): HubIdentity => ({
  format: peerFormat,
  device: stores.journal.device,
  signer,
  name: settings.get().desk,
  version,
  // A full desk that people chose as the hub has no key yet, but it belongs to the same organization.
  organizationId: stores.credentials.last()?.organizationId ?? null,
});

function renameDesk(access: Pick<DeviceAccess, "rename">, { deviceId }: Caller, body: unknown) {
  const read = peerNameSchema.safeParse(body);
  return read.success && deviceId !== undefined
    ? access.rename(deviceId, read.data.name)
    : err("invalid-input", "This is no name of a desk");
}

/** A disk that refuses is no bug of the program: the desks tell it to people (M4). */
async function takeIfSaved(exchange: Exchange, batch: Push) {
  try {
    return ok(await exchange.take(batch, { vector: batch.vector }));
  } catch (error) {
    if (!(error instanceof NotSavedError)) throw error;
    return err("not-saved", "The disk of the hub takes no entries");
  }
}

/**
 * Whether the joining database has the device of another one (M5), as a copied folder has. Only after the owner
 * removed the other one may a key take the place of another.
 */
function isDeviceTaken(
  { stores }: DeskContext,
  access: Pick<DeviceAccess, "list">,
  { device, signer }: Joining,
  ownSigner: string,
): boolean {
  if (device === stores.journal.device) return signer !== ownSigner;
  const known = stores.exchange.members().find((member) => member.device === device);
  const isPaired = access.list().some(({ journalDevice }) => journalDevice === device);
  return isPaired && known !== undefined && known.signer !== signer;
}

const membersOf = ({ stores, settings }: DeskContext, signer: JournalSigner) => [
  ...stores.exchange.members(),
  { device: stores.journal.device, signer: signer.id, name: settings.get().desk },
];

function rosterOf({ settings, sync }: DeskContext): PushReply["roster"] {
  const eventId = settings.currentEventId();
  if (eventId === null) return null;
  return { eventId, completedAtMs: sync.downloads.statusOf(eventId).completedAtMs };
}
