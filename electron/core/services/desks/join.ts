import type { ParsedInputOf, ReplyOf } from "#shared/contract/index.ts";
import { hubIdentitySchema, peerFormat } from "#shared/contract/peer.ts";
import type { Failure, Ok, Result } from "#shared/result.ts";
import { err, ok } from "#shared/result.ts";
import { hubSubject, hubsOf } from "#shared/domain/desks/hub.ts";
import type { JournalSigner } from "#core/db/journal/journal-signer.ts";
import type { Caller } from "#core/handlers.ts";
import type { DeskContext } from "#core/services/context.ts";
import type { PairedHub } from "./desks-role.ts";
import { putRole, readRole, senderOf, tokenName } from "./desks-role.ts";
import { appendHub } from "./hub-commands.ts";
import { readHubAddress } from "./hub-address.ts";
import { isOtherCertificate } from "./hub-failure.ts";
import { jsonRequest, readAnswer } from "./hub-client.ts";
import type { HubLinks } from "./hub-links.ts";
import { readRosterOf } from "./roster-connection.ts";

export interface JoinParts {
  readonly context: DeskContext;
  readonly links: HubLinks;
  readonly signer: () => JournalSigner;
  readonly version: string;
}

export async function look({ ports }: DeskContext, typed: string): Promise<ReplyOf<"desk.look">> {
  const address = readHubAddress(typed);
  if (!address.ok) return address;
  if (ports.peer === undefined) return noAnswer();
  try {
    const fingerprint = await ports.peer.fingerprint(address.value.address);
    return ok({ address: address.value.address, fingerprint });
  } catch {
    return noAnswer();
  }
}

const noAnswer = () => err("no-answer", "Nothing answers at this address");

type JoinFailure = Extract<ReplyOf<"desk.join">, { ok: false }>;

/** Pairs this database with a hub, and starts the exchange (M3). */
export async function join(
  parts: JoinParts,
  input: ParsedInputOf<"desk.join">,
  caller: Caller,
): Promise<Ok<null> | JoinFailure> {
  const { context, links } = parts;
  const { mode, stores, db, ports } = context;
  if (mode === "practice") return err("practice", "Practice keeps to this computer");
  // A former hub may join: another database is the hub in force (M10).
  if (readRole(stores).role === "hub" && senderOf(stores).who !== "other") {
    return err("is-hub", "This computer is the hub");
  }
  const typed = readHubAddress(input.address);
  if (!typed.ok) return typed;
  const { address } = typed.value;
  const target = { address, fingerprint: input.fingerprint };
  const paired = await pair(parts, target, input);
  if (!paired.ok) return paired;
  const { hub, deviceId, token } = paired.value;
  const pairedHub: PairedHub = {
    ...target,
    deviceId,
    hubDevice: hub.device,
    name: hub.name,
    signer: parts.signer().id,
  };
  try {
    await ports.secrets.write(tokenName(pairedHub), token);
  } catch {
    return err("key-store-failed", "The key store did not take the pairing");
  }
  db.transaction(() => {
    context.settings.put({ desk: input.name });
    putRole(stores, { role: "full", hub: pairedHub });
    const sinceMs = ports.clock.now();
    stores.exchange.putMember({ device: hub.device, signer: hub.signer, name: hub.name, sinceMs });
    // Who joins gives up an earlier claim to be the hub; else both would wait for a person's choice (M10).
    const claims = hubsOf(stores.journal.ofSubjects([hubSubject]));
    if (claims.some(({ device }) => device === stores.journal.device)) {
      appendHub(context, caller, input.commandId, "opened", hub);
    }
  });
  await links.open();
  if (await readRosterOf(context, pairedHub)) links.followRoster();
  return ok(null);
}

async function pair(
  { context, signer, version }: JoinParts,
  target: { readonly address: string; readonly fingerprint: string },
  { code, name }: ParsedInputOf<"desk.join">,
) {
  const { ports, stores } = context;
  if (ports.peer === undefined) return noAnswer();
  const joining = {
    format: peerFormat,
    device: stores.journal.device,
    signer: signer().id,
    version,
    // Without a key, the data here is still of the organization whose key was in use last.
    organizationId: stores.credentials.last()?.organizationId ?? null,
  };
  let reply: {
    readonly ok?: boolean;
    readonly value?: { readonly deviceId?: unknown; readonly token?: unknown; hub?: unknown };
    readonly error?: { readonly code?: string; readonly message?: string };
  };
  try {
    const answer = await ports.peer.fetch(target, "/pair", {
      ...jsonRequest({ code, name, joining }),
      signal: AbortSignal.timeout(10_000),
    });
    reply = (await readAnswer(answer)) as typeof reply;
  } catch (error) {
    return isOtherCertificate(error)
      ? err("other-certificate", "Another certificate answers at this address")
      : noAnswer();
  }
  if (reply.ok !== true) return refusedPairing(reply.error);
  const { deviceId, token } = reply.value ?? {};
  const hub = hubIdentitySchema.safeParse(reply.value?.hub);
  if (!hub.success || typeof deviceId !== "string" || typeof token !== "string") {
    return err("not-a-hub", "What answers at this address is no hub");
  }
  return ok({ deviceId, token, hub: hub.data });
}

const pairErrors = [
  "wrong-code",
  "too-many-attempts",
  "name-taken",
  "invalid-name",
  "not-saved",
  "other-organization",
  "later-format",
  "earlier-format",
  "device-taken",
] as const;

function refusedPairing(error: { readonly code?: string; readonly message?: string } = {}) {
  const code = pairErrors.find((one) => one === error.code);
  return code === undefined
    ? err("not-a-hub", "What answers at this address is no hub")
    : err(code, error.message ?? code);
}

/** Ends the link to the hub; journal and replica stay (M3). */
export async function leave(
  { context, links }: JoinParts,
  { evenUnsent }: ParsedInputOf<"desk.leave">,
): Promise<Result<null, Failure<"not-full-desk" | "unsent">>> {
  const { stores, db, ports, sync } = context;
  const role = readRole(stores);
  if (role.role !== "full") return err("not-full-desk", "This computer is no full desk");
  const { unsent } = links.state();
  if (unsent !== 0 && !evenUnsent) {
    return err("unsent", "The hub does not have every entry of this desk yet", {
      details: { unsent },
    });
  }
  await links.close();
  try {
    // Walk-ups that wait here do not need this connection: it reads the hub's lists (M8).
    await sync.connection.forget({ evenUnsent: true });
    db.transaction(() => {
      putRole(stores, { role: "alone", hasLeft: true });
      // The hub may have sent any of them (O10).
      sync.outbox.doubtUnsettled("here");
    });
  } finally {
    // If the disk refused, this is still a full desk.
    await links.open();
  }
  await ports.secrets.remove(tokenName(role.hub)).catch(() => undefined);
  return ok(null);
}
