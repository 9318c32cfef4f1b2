import { z } from "zod";
import type { Sender } from "#shared/contract/desks.ts";
import type { ChosenHub } from "#shared/domain/desks/hub.ts";
import { hubSubject, hubsOf, decidingChoice } from "#shared/domain/desks/hub.ts";
import type { JournalEntry } from "#shared/domain/journal/journal.ts";
import type { Stores } from "#core/db/stores.ts";

/** A hub that this database is, or was, paired with. The token is in the key store, never in the database. */
const pairedHubSchema = z.object({
  address: z.string(),
  fingerprint: z.string(),
  /** Id of this database's pairing at the hub. */
  deviceId: z.string(),
  /** The hub's device in the journal. */
  hubDevice: z.string(),
  name: z.string(),
  /** The key with which this database signed when it joined (M5); absent in pairings of earlier versions. */
  signer: z.string().optional(),
});
export type PairedHub = z.infer<typeof pairedHubSchema>;

const roleSchema = z.discriminatedUnion("role", [
  /** `hasLeft`: it left a hub, and what waited then was put in doubt (M9). */
  z.object({ role: z.literal("alone"), hasLeft: z.literal(true).optional() }),
  /** `former`: the hub that this database took over from (M10). */
  z.object({ role: z.literal("hub"), former: pairedHubSchema.optional() }),
  z.object({ role: z.literal("full"), hub: pairedHubSchema }),
]);
export type Role = z.infer<typeof roleSchema>;

const roleKey = "desksRole";
/** Key of a setting: the `hub.chosen` entry that was in force when this database met the hub that it took over from. */
const formerMetKey = "formerHubMet";

export const readRole = ({ settings }: Pick<Stores, "settings">): Role => {
  const read = roleSchema.safeParse(settings.get(roleKey));
  return read.success ? read.data : { role: "alone" };
};

/** Whether this computer is a hub with which full desks are paired. */
export const hasFullDesks = (stores: Pick<Stores, "settings" | "devices">): boolean =>
  readRole(stores).role === "hub" &&
  stores.devices.list().some(({ journalDevice }) => journalDevice !== null);

/** Call it in a transaction. */
export const putRole = ({ settings }: Pick<Stores, "settings">, role: Role): void =>
  settings.set(roleKey, role);

/** Both databases know of each other since the take-over, so a person must choose (M10). Call it in a transaction. */
export const putFormerMet = ({ settings }: Pick<Stores, "settings">, entryId: string): void =>
  settings.set(formerMetKey, entryId);

type Asked = Pick<Stores, "settings" | "journal">;

/** Which database sends the outbox (M9). At most one does, as far as this database knows. */
export function senderOf(stores: Asked): Sender {
  const { journal, settings } = stores;
  const entries = journal.ofSubjects([hubSubject]);
  const hubs = hubsOf(entries);
  const [first, another] = hubs;
  const role = readRole(stores);
  // A full desk never sends, whatever its journal says so far (M9).
  const isFull = role.role === "full";
  if (first === undefined) {
    return { who: isFull ? "other" : "this", name: isFull ? role.hub.name : null, rivals: [] };
  }
  // What is saved here while this database is alone is known to no hub: neither to the one that it left, nor to one whose
  // stick it read (M16). After a database stopped being the hub, another one may have sent its walk-ups.
  const wasHub = lastChoiceOf(journal.device, entries) !== undefined;
  if (role.role === "alone" && (role.hasLeft === true || !wasHub)) {
    return { who: "this", name: null, rivals: [] };
  }
  const former = role.role === "hub" ? role.former : undefined;
  const inForce = decidingChoice(first, entries, [journal.device, former?.hubDevice]);
  const sideOf = ({ device, name, atMs, operator }: Omit<ChosenHub, "entryId" | "why">) => ({
    device,
    name,
    isThis: device === journal.device,
    atMs,
    operator,
  });
  /** The side of a database that the entry in force does not name. */
  const formerSideOf = ({ hubDevice: device, name }: PairedHub) => {
    const { atMs, operator } = lastChoiceOf(device, entries) ?? {
      atMs: inForce.atMs,
      operator: "",
    };
    return sideOf({ device, name, atMs, operator });
  };
  if (another !== undefined) return { who: "nobody", name: null, rivals: hubs.map(sideOf) };
  const isOwn = inForce.device === journal.device;
  const isMet = inForce.why === "taken-over" && settings.get(formerMetKey) === inForce.entryId;
  if (isOwn && isMet && former !== undefined) {
    return { who: "nobody", name: null, rivals: [sideOf(inForce), formerSideOf(former)] };
  }
  // People chose this database while it became a full desk of the other one. Each would wait for the other to send.
  if (isOwn && isFull && inForce.why === "settled") {
    return { who: "nobody", name: null, rivals: [sideOf(inForce), formerSideOf(role.hub)] };
  }
  if (isOwn && isFull) return { who: "other", name: role.hub.name, rivals: [] };
  if (isOwn) return { who: "this", name: inForce.name, rivals: [] };
  // This database was the hub, and another database has taken over from it.
  const own = lastChoiceOf(journal.device, entries);
  if (role.role === "hub" && inForce.why !== "settled" && own !== undefined) {
    return { who: "nobody", name: inForce.name, rivals: [sideOf(inForce), sideOf(own)] };
  }
  return { who: "other", name: inForce.name, rivals: [] };
}

/** Whether people chose another hub, and this database has not joined that one yet (M10). */
export const hasLostHub = (stores: Asked): boolean =>
  readRole(stores).role === "hub" && senderOf(stores).who === "other";

/** The devices that claim to be the hub: one, or several until a person chooses (M10). */
export const hubsInForce = ({ journal }: Pick<Stores, "journal">): ReadonlySet<string> =>
  new Set(hubsOf(journal.ofSubjects([hubSubject])).map(({ device }) => device));

/** The last entry that names the given device as the hub. */
const lastChoiceOf = (device: string, entries: readonly JournalEntry[]): ChosenHub | undefined =>
  hubsOf(entries.filter(({ payload }) => payload?.["device"] === device)).at(-1);

/** The devices that were ever chosen as the hub. A hub sends the outbox, and records what became of each request (M9). */
export const hubDevicesOf = ({ journal }: Pick<Stores, "journal">): ReadonlySet<string> =>
  new Set(
    journal
      .ofSubjects([hubSubject])
      .map(({ payload }) => payload?.["device"])
      .filter((device) => typeof device === "string"),
  );

/** The name of the key store's entry with the token that this database got when it joined this hub (M3). */
export const tokenName = ({ deviceId }: Pick<PairedHub, "deviceId">): string =>
  `peer-token.${deviceId}`;
