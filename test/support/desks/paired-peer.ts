import { generateKeyPairSync, randomUUID, sign } from "node:crypto";
import type { ChainHead, Joining, Push, PushReply } from "#shared/contract/peer.ts";
import { peerFormat } from "#shared/contract/peer.ts";
import type { JournalEntry } from "#shared/domain/journal/journal.ts";
import type { Result } from "#shared/result.ts";
import type { JournalSigner } from "#core/db/journal/journal-signer.ts";
import { systemRandom } from "#station/host/host-ports.ts";
import { createPeerPort } from "#station/host/peer-port.ts";
import { signHead } from "#core/services/desks/chain-heads.ts";
import type { HubClient } from "#core/services/desks/hub-client.ts";
import { createHubClient, jsonRequest } from "#core/services/desks/hub-client.ts";
import type { VenueDesk } from "./venue.ts";

/** Where a hub is reached. */
export type HubPlace = Pick<VenueDesk, "address" | "fingerprint">;

/** A program that speaks the protocol of full desks, and says whatever a test wants it to say. */
export interface PairedPeer {
  /** Its device in the journal. */
  readonly device: string;
  readonly deviceId: string;
  /** The first session, which came with the pairing. */
  readonly session: string;
  readonly signer: JournalSigner;
  readonly client: HubClient;
  push(change: Partial<Push> & object): Promise<Result<PushReply>>;
  head(entry: JournalEntry | undefined): ChainHead;
}

export function newSigner(): JournalSigner {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  return {
    id: publicKey.export({ format: "jwk" }).x ?? "",
    sign: (text) => sign(null, Buffer.from(text), privateKey).toString("base64url"),
  };
}

interface Paired {
  readonly deviceId: string;
  readonly token: string;
  readonly session: string;
}

/** Sends a code as a joining database does. */
export async function sendCode(
  hub: HubPlace,
  code: string,
  joining: Partial<Joining> & { readonly name?: string } = {},
): Promise<Result<Paired>> {
  const { name = "Peer", ...rest } = joining;
  const whole = {
    format: peerFormat,
    device: randomUUID(),
    signer: newSigner().id,
    version: "0.0.0-test",
    organizationId: null,
    ...rest,
  };
  const target = { address: hub.address(), fingerprint: hub.fingerprint() };
  const body = jsonRequest({ code, name, joining: whole });
  return (await (await createPeerPort().fetch(target, "/pair", body)).json()) as Result<Paired>;
}

/** Pairs with the hub as a browser does. */
export async function pairBrowser(hub: HubPlace, code: string, name: string): Promise<HubClient> {
  const target = { address: hub.address(), fingerprint: hub.fingerprint() };
  const peer = createPeerPort();
  const answer = await peer.fetch(target, "/pair", jsonRequest({ code, name }));
  const paired = (await answer.json()) as Result<Paired>;
  if (!paired.ok) throw new Error(paired.error.code);
  return createHubClient({ ...target, ...paired.value }, { peer, random: systemRandom });
}

/** Pairs with the hub as a full desk does. */
export async function pairPeer(
  hub: HubPlace,
  code: string,
  joining: Partial<Joining> & { readonly name?: string } = {},
): Promise<PairedPeer> {
  const signer = newSigner();
  const { device = randomUUID() } = joining;
  const paired = await sendCode(hub, code, { signer: signer.id, ...joining, device });
  if (!paired.ok) throw new Error(paired.error.code);
  const access = { address: hub.address(), fingerprint: hub.fingerprint(), ...paired.value };
  const client = createHubClient(access, { peer: createPeerPort(), random: systemRandom });
  return {
    device,
    deviceId: paired.value.deviceId,
    session: paired.value.session,
    signer,
    client,
    async push(change) {
      const body = {
        format: peerFormat,
        presence: { operator: "", clockOffsetMs: null, hasRoster: null, version: "0.0.0-test" },
        vector: {},
        entries: [],
        heads: [],
        ...change,
      };
      const answer = await client.request("/peer/entries", jsonRequest(body));
      return (await answer.json()) as Result<PushReply>;
    },
    head(entry) {
      if (entry === undefined) throw new Error("There is no entry to sign");
      return signHead(signer, entry);
    },
  };
}

/** The code of a failure, or `ok`. */
export const codeOf = (reply: Result<unknown>): string => (reply.ok ? "ok" : reply.error.code);
