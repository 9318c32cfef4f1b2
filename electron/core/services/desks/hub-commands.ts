import { hasTwoHubs } from "#shared/contract/in-screens.ts";
import type { ParsedInputOf, ReplyOf } from "#shared/contract/index.ts";
import { hubSubject } from "#shared/domain/desks/hub.ts";
import type { Failure, Ok, Result } from "#shared/result.ts";
import { err, ok } from "#shared/result.ts";
import type { DeviceAccess } from "#core/device-pairing.ts";
import type { Caller } from "#core/handlers.ts";
import type { DeskContext } from "#core/services/context.ts";
import { authorOf } from "#core/services/context.ts";
import { putRole, readRole, senderOf } from "./desks-role.ts";
import type { HubLinks } from "./hub-links.ts";
import { readRosterOf } from "./roster-connection.ts";

export interface HubParts {
  readonly context: DeskContext;
  readonly links: HubLinks;
  readonly access: Pick<DeviceAccess, "openPairing">;
}

/** Makes this database the hub, and opens a code for its desks (M1, M2). */
export async function openHub(
  parts: HubParts,
  { commandId }: ParsedInputOf<"hub.open">,
  caller: Caller,
): Promise<Result<null, Failure<"practice" | "is-full-desk" | "cannot-listen" | "not-reachable">>> {
  const { context, access } = parts;
  const { mode, stores, db } = context;
  if (mode === "practice") return err("practice", "Practice keeps to this computer");
  const role = readRole(stores);
  if (role.role === "full") return err("is-full-desk", "This computer is a full desk of a hub");
  const reachable = await openToNetwork(parts);
  if (!reachable.ok) return reachable;
  db.transaction(() => {
    putRole(stores, role.role === "hub" ? role : { role: "hub" });
    const { who } = senderOf(stores);
    const isChosen = stores.journal.ofSubjects([hubSubject]).length > 0;
    // The other hub may have sent any of this database's walk-ups (O10).
    if (who === "other") context.sync.outbox.doubtUnsettled();
    if (!isChosen || who === "other") appendHub(context, caller, commandId, "opened");
  });
  access.openPairing();
  return ok(null);
}

/** Full desks are refused from now on (M1). */
export function closeHub({
  stores,
  db,
}: DeskContext): Result<null, Failure<"not-hub" | "two-hubs">> {
  if (readRole(stores).role !== "hub") return err("not-hub", "This is not the hub");
  // It would send at once, and so may the other one (M10).
  if (hasTwoHubs(senderOf(stores))) return err("two-hubs", "Choose the hub first");
  db.transaction(() => putRole(stores, { role: "alone" }));
  // The link to a former hub stays open until the next start: that hub must learn who sent its walk-ups (M10).
  return ok(null);
}

async function openToNetwork({ context }: HubParts) {
  const { lanAccess, lanEndpoint } = context.ports;
  if (lanAccess !== undefined && lanAccess.get().reach !== "network") {
    const opened = await lanAccess.open("network");
    if (!opened.ok) return opened;
  }
  return (lanEndpoint?.() ?? null) === null
    ? err("not-reachable", "Other computers cannot reach this station")
    : ok(null);
}

/** Appends the entry that says which database is the hub from now on. Call it in a transaction. */
export function appendHub(
  { stores, settings }: DeskContext,
  caller: Caller,
  commandId: string,
  why: "opened" | "taken-over" | "settled",
  chosen?: { readonly device: string; readonly name: string },
): void {
  const author = authorOf(settings, caller);
  const { device, name } = chosen ?? { device: stores.journal.device, name: author.desk };
  stores.journal.append({
    kind: "hub.chosen",
    payload: { device, name, why },
    eventId: null,
    subject: hubSubject,
    ...author,
    commandId,
  });
}

/**
 * The data here is the former hub's, so the key must be of the organization of the open event, also if nothing is unsent
 * (O9). The hub may have changed to that organization after this desk connected to it.
 */
async function checkOrganization(
  { stores, settings, sync }: DeskContext,
  key: NonNullable<ParsedInputOf<"hub.takeOver">["key"]>,
) {
  const checked = await sync.connection.check(key.baseUrl, key.apiKey);
  if (!checked.ok) return checked;
  const eventId = settings.currentEventId();
  const event = eventId === null ? null : stores.events.get(eventId);
  const known = event?.organizationId ?? stores.credentials.last()?.organizationId;
  return known === undefined || known === checked.value.organization.id
    ? ok(null)
    : err("other-organization", "This key belongs to another organization.");
}

/**
 * Makes this full desk the hub, with an API key that a person entered, because the key is never sent between computers
 * (M10). Without a key nothing is sent until a person enters one.
 */
export async function takeOver(
  parts: HubParts,
  { commandId, key }: ParsedInputOf<"hub.takeOver">,
  caller: Caller,
): Promise<Ok<null> | Extract<ReplyOf<"hub.takeOver">, { ok: false }>> {
  const { context, links, access } = parts;
  const { stores, db, sync } = context;
  const role = readRole(stores);
  if (role.role !== "full") return err("not-full-desk", "This computer is no full desk");
  if (key !== null) {
    const checked = await checkOrganization(context, key);
    if (!checked.ok) return checked;
  }
  const reachable = await openToNetwork(parts);
  if (!reachable.ok) return reachable;
  if (key !== null) {
    const connected = await sync.connection.save(key.baseUrl, key.apiKey);
    if (!connected.ok) return connected;
  }
  try {
    if (key === null) {
      // An answer of the former hub would connect this computer to it again.
      await links.close();
      await sync.connection.forget({ evenUnsent: true });
    }
    db.transaction(() => {
      putRole(stores, { role: "hub", former: role.hub });
      appendHub(context, caller, commandId, "taken-over");
      sync.outbox.doubtUnsettled();
    });
  } finally {
    await links.open();
  }
  access.openPairing();
  sync.outbox.wake();
  return ok(null);
}

/** A person chooses which of two databases is the hub (M10). */
export async function settleHub(
  { context, links }: HubParts,
  { commandId, device }: ParsedInputOf<"hub.settle">,
  caller: Caller,
): Promise<Result<null, Failure<"not-found">>> {
  const { stores, db, sync } = context;
  const side = senderOf(stores).rivals.find((rival) => rival.device === device);
  if (side === undefined) return err("not-found", "This computer does not claim to be the hub");
  const role = readRole(stores);
  const former = role.role === "hub" ? role.former : role.role === "full" ? role.hub : undefined;
  const choosesFormer = role.role === "hub" && former?.hubDevice === device;
  // What a full desk is connected to is its hub; as the hub it needs the organizer's address and key (M8). This comes
  // first, so that the chosen database never sends to the other one. The link is closed meanwhile, because an answer of
  // the other hub would connect to it again.
  const isNewHub = side.isThis && role.role === "full";
  try {
    if (isNewHub) {
      await links.close();
      await sync.connection.forget({ evenUnsent: true });
    }
    db.transaction(() => {
      appendHub(context, caller, commandId, "settled", side);
      if (side.isThis) {
        // The link to the former hub stays: it learns of the choice there, and its later entries come here.
        putRole(stores, { role: "hub", former });
        // The other hub may have sent any of them (O10).
        sync.outbox.doubtUnsettled();
      } else if (choosesFormer) putRole(stores, { role: "full", hub: former });
      // Otherwise the role stays: the chosen hub has a link to this database, and learns of the choice on it.
    });
    // The key was entered for the hub; a full desk has none (M8), also if the hub cannot be reached now.
    if (choosesFormer) await sync.connection.forget({ evenUnsent: true });
    // The former hub is told of the choice before the link to it ends.
    await links.flush();
  } finally {
    await links.open();
  }
  if (choosesFormer && (await readRosterOf(context, former))) links.followRoster();
  sync.outbox.wake();
  return ok(null);
}
