import type { DeskPresence, Desks, Sender } from "#shared/contract/desks.ts";
import type { ProcedureName } from "#shared/contract/index.ts";
import type { Err, Failure, Ok, Result } from "#shared/result.ts";
import { ok } from "#shared/result.ts";
import type { JournalSigner } from "#core/db/journal/journal-signer.ts";
import type { DeviceAccess } from "#core/device-pairing.ts";
import type { Caller, Slice } from "#core/handlers.ts";
import type { DeskContext } from "#core/services/context.ts";
import { findConflicts } from "#core/services/conflicts/find-conflicts.ts";
import type { PairedHub } from "./desks-role.ts";
import { readRole, senderOf } from "./desks-role.ts";
import { createExchange } from "./exchange.ts";
import { closeHub, openHub, settleHub, takeOver } from "./hub-commands.ts";
import { createHubLinks } from "./hub-links.ts";
import { join, leave, look } from "./join.ts";
import { createPeerServer } from "./peer-server.ts";
import { createPresences } from "./presence.ts";

export interface DesksParts {
  readonly access: DeviceAccess;
  readonly signer: () => JournalSigner;
  readonly version: string;
}

type DesksProcedure = Extract<
  ProcedureName,
  `desks.${string}` | `hub.${string}` | `desk.join` | `desk.look` | `desk.leave`
>;

const isBrowser = ({ kind }: DeskPresence): boolean => kind === "browser";

/** A paired device sees itself as "this" desk, and not the computer that it is paired with. */
const markThis = (desks: readonly DeskPresence[], { deviceId }: Caller): DeskPresence[] =>
  desks.map((desk) =>
    deviceId === undefined ? desk : { ...desk, isThis: desk.deviceId === deviceId },
  );

/** Many desks: the hub's side, the full desk's side and who sends (M1–M10). */
export type DesksService = ReturnType<typeof createDesksService>;

export function createDesksService(context: DeskContext, own: DesksParts) {
  const { commands, stores, db, mode, feed, ports } = context;
  const exchange = createExchange(context, own.signer);
  const presences = createPresences(context, own.access);
  const links = createHubLinks(context, exchange, own);
  const parts = { ...own, context, exchange, links, presences };
  db.onCommit(() => links.wake());

  const view = (caller: Caller): Desks => {
    const role = readRole(stores);
    const endpoint = ports.lanEndpoint?.() ?? null;
    const isOwner = caller.role === "owner";
    return {
      role: role.role,
      hub: role.role === "full" ? pickHub(role.hub, links.hasOtherEvent()) : null,
      link: links.state(),
      sender: links.hasTwoHubs() ? withoutSender(senderOf(stores)) : senderOf(stores),
      desks: markThis(
        role.role === "full"
          ? // The hub does not know the browsers that are paired with this full desk.
            [...links.desks(), ...presences.list(exchange.vector()).filter(isBrowser)]
          : presences.list(exchange.vector()),
        caller,
      ),
      pairing: isOwner ? own.access.pairing() : null,
      lanEndpoint:
        isOwner && endpoint !== null ? { ...endpoint, addresses: [...endpoint.addresses] } : null,
      conflicts: countConflicts(context),
    };
  };

  /** Runs a command that changes the role, and answers with the new state. */
  const change = async <Failed extends Err<Failure>>(
    name: string,
    input: { readonly commandId: string },
    caller: Caller,
    run: () => Promise<Ok<null> | Failed>,
  ) =>
    commands.wait(name, input, async (): Promise<Ok<Desks> | Failed> => {
      const done = await run();
      for (const topic of ["devices", "sync", "outbox", "connection"] as const) feed.publish(topic);
      return done.ok ? ok(view(caller)) : done;
    });

  return {
    /** The client of the link to the hub, for the roster (M8); null unless this database is a full desk. */
    hubClient: () => links.client(),
    /**
     * Lets the hub perform a procedure (M9). Null if this database is no full desk; `hub-away` if the hub does not
     * answer.
     */
    askHub: (name: string, input: unknown): Promise<Result<unknown> | null> =>
      readRole(stores).role === "full" ? links.ask(name, input) : Promise.resolve(null),
    /** Whether this database is a full desk whose hub does not answer. */
    isHubAway: () => readRole(stores).role === "full" && links.state().state !== "up",
    /** Gives this full desk another name at its hub (S10); null if this database is no full desk. */
    rename: (name: string) => (readRole(stores).role === "full" ? links.rename(name) : null),
    /**
     * Number of full desks, and of those with the complete roster, for the departure check. Null unless this database is a
     * hub with full desks.
     */
    rosters() {
      if (readRole(stores).role !== "hub") return null;
      const full = presences.list(exchange.vector()).filter(({ kind }) => kind === "full");
      const complete = full.filter(({ hasRoster }) => hasRoster === true).length;
      return full.length === 0 ? null : { full: full.length, complete };
    },
    /** Opens the link of a full desk, and of a hub that looks for the hub it took over from. */
    async start() {
      if (mode === "live") await links.open();
    },
    close: () => links.close(),
    server: createPeerServer(parts),
    handlers: {
      "desks.get": (_input, caller) => ok(view(caller)),
      "hub.open": (input, caller) =>
        change("hub.open", input, caller, () => openHub(parts, input, caller)),
      "hub.close": (input, caller) =>
        change("hub.close", input, caller, async () => closeHub(context)),
      "hub.settle": (input, caller) =>
        change("hub.settle", input, caller, () => settleHub(parts, input, caller)),
      "hub.takeOver": (input, caller) =>
        change("hub.takeOver", input, caller, () => takeOver(parts, input, caller)),
      "desk.look": (input) => commands.wait("desk.look", input, () => look(context, input.address)),
      "desk.join": (input, caller) =>
        change("desk.join", input, caller, () => join(parts, input, caller)),
      "desk.leave": (input, caller) =>
        change("desk.leave", input, caller, () => leave(parts, input)),
    } satisfies Slice<DesksProcedure>,
  };
}

const pickHub = (
  { name, address, fingerprint }: PairedHub,
  hasOtherEvent: boolean,
): NonNullable<Desks["hub"]> => ({ name, address, fingerprint, hasOtherEvent });

/** A person chooses at one of the two hubs: of them, this full desk may know only its own. */
const withoutSender = ({ rivals }: Sender): Sender => ({ who: "nobody", name: null, rivals });

/** The number of unsettled conflicts in the open event (M11). */
function countConflicts({ stores, settings }: DeskContext): number {
  const eventId = settings.currentEventId();
  return eventId === null ? 0 : findConflicts({ stores }, eventId).length;
}
