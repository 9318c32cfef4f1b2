import type { Desks, DeskPresence } from "#shared/contract/desks.ts";
import type { PushReply } from "#shared/contract/peer.ts";
import { hubSubject } from "#shared/domain/desks/hub.ts";
import { entryIdOf } from "#shared/domain/basics/ids.ts";
import type { Failure, Result } from "#shared/result.ts";
import { err, ok } from "#shared/result.ts";
import type { JournalSigner } from "#core/db/journal/journal-signer.ts";
import type { Clock } from "#core/ports.ts";
import type { DeskContext } from "#core/services/context.ts";
import type { PairedHub } from "./desks-role.ts";
import { putFormerMet, putRole, readRole, senderOf, tokenName } from "./desks-role.ts";
import type { Exchange } from "./exchange.ts";
import type { HubClient } from "./hub-client.ts";
import { createHubClient, jsonRequest, readAnswer } from "./hub-client.ts";
import type { LiveHubLink } from "./hub-link.ts";
import { countUnsent, openHubLink } from "./hub-link.ts";
import { areOtherEvents } from "./presence.ts";
import { createRosterRetry } from "./roster-connection.ts";
import { createRosterFollower } from "./roster-follower.ts";

const noLink: Desks["link"] = {
  state: "none",
  sinceMs: null,
  why: null,
  unsent: 0,
  refused: 0,
  behind: 0,
};

export interface HubLinksOptions {
  readonly version: string;
  /** The signing key of this database. */
  readonly signer: () => JournalSigner;
}

/** The link to a hub, opened again whenever the role changes. */
export function createHubLinks(
  context: DeskContext,
  exchange: Exchange,
  { version, signer }: HubLinksOptions,
) {
  const { stores, ports, feed } = context;
  let link: LiveHubLink | null = null;
  /** Since when this full desk has no access to its hub: it has lost the token, or the key that the hub knows. */
  let noAccessSinceMs: number | null = null;
  let client: { readonly address: string; readonly client: HubClient } | null = null;
  const venue = createVenueDesks(ports.clock);
  const ownName = createOwnName(context);
  const roster = createRosterFollower(context);
  const rosterRetry = createRosterRetry(context);

  const onReply = (reply: PushReply, hub: PairedHub): void => {
    const role = readRole(stores);
    keepMembers(context, reply);
    keepHubName(context, reply);
    if (role.role === "hub") meetFormer(context);
    if (role.role !== "full") return;
    venue.hear(reply, hub);
    ownName.hear(reply, hub);
    roster.hear(reply.roster);
    feed.publish("devices");
    rosterRetry.answered(hub, () => roster.follow());
  };

  const close = async (): Promise<void> => {
    const closing = link;
    link = null;
    client = null;
    noAccessSinceMs = null;
    venue.forget();
    roster.forget();
    await closing?.close();
  };

  const open = async (): Promise<void> => {
    await close();
    const role = readRole(stores);
    const hub = role.role === "full" ? role.hub : role.role === "hub" ? role.former : undefined;
    if (hub === undefined || ports.peer === undefined) return;
    rosterRetry.opened();
    const token = await readToken(ports, hub, signer().id);
    if (token === null) {
      if (role.role === "full") noAccessSinceMs = ports.clock.now();
      return;
    }
    const made = createHubClient({ ...hub, token }, { peer: ports.peer, random: ports.random });
    if (role.role === "full") client = { address: hub.address, client: made };
    link = openHubLink({
      client: made,
      exchange,
      hubDevice: hub.hubDevice,
      clock: ports.clock,
      logger: ports.logger,
      presence: () => ({ ...presenceOf(context, roster.eventId()), version }),
      onReply: (reply) => onReply(reply, hub),
      // Without its hub a full desk may propose no bib (M12).
      onChange: () => (["devices", "roster"] as const).forEach((topic) => feed.publish(topic)),
    });
  };

  return {
    open,
    close,
    /** Sends the entries that were not sent yet, or gives up after a short time. */
    flush: () => flush(link, ports.clock),
    /** Lets the hub perform one procedure (M9). */
    async ask(name: string, input: unknown): Promise<Result<unknown>> {
      const path = `/peer/call/${encodeURIComponent(name)}`;
      const reply = await askHub(client?.client, path, input);
      link?.wake();
      return reply;
    },
    /** Tells the hub this full desk's new name, which must be free there (S10). */
    rename: (name: string): Promise<Result<null, Failure<"name-taken" | "hub-away">>> =>
      ownName.during(() => renameAtHub(client?.client, name)),
    wake: () => link?.wake(),
    /** Whether the hub, as it said last, has another event open than this full desk. */
    hasOtherEvent: () => areOtherEvents(roster.eventId(), context.settings.currentEventId()),
    /** Downloads from the hub as soon as there is a connection to it, without waiting for the next heartbeat. */
    followRoster: () => roster.follow(),
    state: (): Desks["link"] =>
      link?.state() ?? (noAccessSinceMs === null ? noLink : noAccess(noAccessSinceMs, exchange)),
    /** Whether the hub waits for a person's choice between two hubs (M10). */
    hasTwoHubs: () => venue.hasTwoHubs(link?.state().state === "up"),
    desks: (): DeskPresence[] => venue.list(link?.state().state === "up"),
    client: (): { readonly address: string; readonly client: HubClient } | null => client,
  };
}

export type HubLinks = ReturnType<typeof createHubLinks>;

function presenceOf({ settings, sync }: DeskContext, hubEventId: string | null) {
  const { operator } = settings.get();
  const eventId = settings.currentEventId();
  const awaited = hubEventId ?? eventId;
  const hasRoster = awaited === null ? null : sync.downloads.statusOf(awaited).state === "complete";
  return { operator, hasRoster, eventId };
}

const noAccess = (sinceMs: number, exchange: Exchange): Desks["link"] => ({
  ...noLink,
  state: "refused",
  sinceMs,
  why: "no-access",
  unsent: countUnsent(exchange.vector(), null),
});

/** The token for the hub; null if it would be of no use. */
async function readToken(
  { secrets, logger }: DeskContext["ports"],
  hub: PairedHub,
  signer: string,
): Promise<string | null> {
  const token = await secrets.read(tokenName(hub)).catch(() => null);
  // After a backup was put back, this database signs with another key, and the hub would refuse each entry (M6).
  const isSameKey = hub.signer === undefined || hub.signer === signer;
  if (token !== null && isSameKey) return token;
  logger.log("warn", token === null ? "peer.token-missing" : "peer.other-key");
  return null;
}

async function flush(link: LiveHubLink | null, clock: Clock): Promise<void> {
  if (link === null) return;
  const until = clock.monotonic() + flushMs;
  link.wake();
  while (link.state().unsent !== 0 && clock.monotonic() < until) {
    await new Promise<void>((resolve) => void clock.after(50, resolve));
  }
}

/** The desks of the venue, as the hub described them last. */
function createVenueDesks(clock: Clock) {
  let desks: DeskPresence[] = [];
  let heardAtMs: number | null = null;
  let hasTwoHubs = false;
  /** Without an answer of the hub, it is unknown who is at the other desks, and who lacks what. */
  const asLastHeard = (heard: DeskPresence): DeskPresence => {
    const desk = { ...heard, behind: null, hasOtherEvent: false };
    if (desk.isThis) return desk;
    // Of itself the hub names no time.
    const lastSeenAtMs = desk.deviceId === null ? heardAtMs : desk.lastSeenAtMs;
    return { ...desk, isHere: false, lastSeenAtMs };
  };
  return {
    hear(reply: PushReply, { deviceId }: PairedHub): void {
      heardAtMs = clock.now();
      hasTwoHubs = reply.hasTwoHubs === true;
      desks = reply.desks.map((desk) => ({ ...desk, isThis: desk.deviceId === deviceId }));
    },
    forget(): void {
      desks = [];
      hasTwoHubs = false;
    },
    hasTwoHubs: (isUp: boolean) => isUp && hasTwoHubs,
    list: (isUp: boolean) => (isUp ? desks : desks.map(asLastHeard)),
  };
}

async function askHub(
  client: HubClient | undefined,
  path: string,
  body: unknown,
  timeoutMs = callTimeoutMs,
): Promise<Result<unknown>> {
  if (client === undefined) return hubAway();
  try {
    const answer = await client.request(path, { ...jsonRequest(body), timeoutMs });
    const reply = (await readAnswer(answer)) as Result<unknown>;
    // Another database is the hub in force, and this desk must look for it (M10).
    return !reply.ok && reply.error.code === "not-hub" ? hubAway() : reply;
  } catch {
    return hubAway();
  }
}

async function renameAtHub(client: HubClient | undefined, name: string) {
  const reply = await askHub(client, "/peer/name", { name }, nameTimeoutMs);
  if (reply.ok) return ok(null);
  const { code, message, details = {} } = reply.error;
  return code === "name-taken" ? err(code, message, { details }) : hubAway();
}

const hubAway = () => err("hub-away", "Only the hub can do this, and it does not answer");

/** Maximum time of a call. It is long, because the hub may read the organizer's list first. */
const callTimeoutMs = 20_000;
/** A person waits for it, and the hub asks nobody. */
const nameTimeoutMs = 5_000;
const flushMs = 3_000;

/** The hub names the keys of every database that it knows (M5). Without a new one nothing is written. */
function keepMembers({ db, stores, ports, feed }: DeskContext, { members }: PushReply): void {
  const known = new Map(stores.exchange.members().map((one) => [one.device, one]));
  const changed = members.filter(({ device, signer, name }) => {
    const before = known.get(device);
    const isKnown = before?.signer === signer && before.name === name;
    return !isKnown && device !== stores.journal.device;
  });
  if (changed.length === 0) return;
  const sinceMs = ports.clock.now();
  db.transaction(() => {
    for (const member of changed) stores.exchange.putMember({ ...member, sinceMs });
  });
  // The finish log names its holder.
  feed.publish("finish");
}

/** The screens of a full desk call its hub as the hub calls itself now. */
function keepHubName({ db, stores }: DeskContext, { members }: PushReply): void {
  const role = readRole(stores);
  if (role.role !== "full") return;
  const name = members.find(({ device }) => device === role.hub.hubDevice)?.name;
  if (name === undefined || name === role.hub.name) return;
  db.transaction(() => putRole(stores, { role: "full", hub: { ...role.hub, name } }));
}

/**
 * A full desk is called as its hub calls it, also if the hub's answer to a rename was lost (M3). The hub has to say the
 * same name twice, because an answer that was on its way during a rename says the former name.
 */
function createOwnName({ db, settings, feed }: DeskContext) {
  let lastHeard: string | undefined;
  let isRenaming = false;
  return {
    hear({ desks }: PushReply, { deviceId }: PairedHub): void {
      const heard = isRenaming ? undefined : desks.find((desk) => desk.deviceId === deviceId)?.name;
      const isSure = heard === lastHeard;
      lastHeard = heard;
      if (heard === undefined || !isSure || heard === settings.get().desk) return;
      db.transaction(() => settings.put({ desk: heard }));
      feed.publish("settings");
    },
    async during<Reply>(rename: () => Promise<Reply>): Promise<Reply> {
      isRenaming = true;
      try {
        return await rename();
      } finally {
        isRenaming = false;
        lastHeard = undefined;
      }
    },
  };
}

/** The hub that this database took over from is back (M10). */
function meetFormer({ db, stores, feed }: DeskContext): void {
  const { journal } = stores;
  const entries = journal.ofSubjects([hubSubject]);
  const last = entries.findLast(({ device }) => device === journal.device);
  // After a person settled it, nothing is left to choose.
  if (last?.payload?.["why"] !== "taken-over" || senderOf(stores).who !== "this") return;
  db.transaction(() => putFormerMet(stores, entryIdOf(last)));
  feed.publish("devices");
  feed.publish("sync");
}
