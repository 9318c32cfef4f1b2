import type { WalkUpForm } from "#shared/domain/journal/journal-facts.ts";
import type { NewEntry } from "#core/db/stores/journal/journal-store.ts";
import type { JournalSigner } from "#core/db/journal/journal-signer.ts";
import { createExchange } from "#core/services/desks/exchange.ts";
import type { JournalRest } from "#core/sync/sync-interface.ts";
import { doubtUnsettled, importOutbox, releaseRest } from "#core/sync/outbox/import-outbox.ts";
import type { SyncDeps } from "#core/sync/sync-deps.ts";
import { systemFetch, systemRandom } from "#station/host/host-ports.ts";
import type { TestDatabase } from "#test/support/database.ts";
import { author, openTestDatabase } from "#test/support/database.ts";
import { deskAlone } from "#test/support/sync-deps.ts";
import { memorySecrets } from "#core/workspace.ts";
import { newSigner } from "./paired-peer.ts";

export const form = {
  eventRunId: "run-1",
  email: "w@example.org",
  registrationType: "free",
} as const;

/** A database with the outbox's dependencies. */
export function openDesk(
  deps: Partial<SyncDeps> = {},
): TestDatabase & { readonly deps: SyncDeps; readonly signer: JournalSigner } {
  const database = openTestDatabase();
  const { db, stores, clock } = database;
  const ports = {
    clock,
    random: systemRandom,
    fetch: systemFetch,
    secrets: memorySecrets(),
    logger: { log: () => undefined },
  };
  const invalidate = () => undefined;
  const writer = () => ({ operator: "", desk: "D" });
  return {
    ...database,
    signer: newSigner(),
    deps: { ...deskAlone, ports, db, stores, invalidate, author: writer, ...deps },
  };
}

export type Desk = ReturnType<typeof openDesk>;

/** Appends an entry about a walk-up. */
export const append = (
  { db, stores }: Desk,
  fact: Pick<NewEntry, "kind" | "payload">,
  subject = "w_1",
) =>
  db.transaction(() => {
    const entry = { ...fact, eventId: "e", subject, ...author } as NewEntry;
    stores.runners.refreshFor([stores.journal.append(entry)]);
  });

export const save = (desk: Desk, id = "1", typed: Partial<WalkUpForm> = {}): void =>
  append(
    desk,
    {
      kind: "walk-up.saved",
      payload: { form: { ...form, ...typed }, outboxId: `o_${id}`, key: `key-${id}` },
    },
    `w_${id}`,
  );

/** Tells a database the key of another one, as pairing does. */
export const pair = (to: Desk, from: Desk): void =>
  to.db.transaction(() => {
    const { device } = from.stores.journal;
    to.stores.exchange.putMember({ device, signer: from.signer.id, name: "", sinceMs: 1 });
  });

/** Merges every entry of the other journal, or the first ones, as the import of a file does before its end. */
export const mergeAll = (to: Desk, from: Desk, entries = 500): void => {
  const limits = { entries, bytes: 1e6 };
  const batch = from.stores.exchange.missingFor(to.stores.exchange.vector(), limits);
  to.db.transaction(() => {
    to.stores.runners.refreshFor(to.stores.journal.merge(batch.entries).added);
  });
};

/** Takes every entry of a paired database's journal, as an exchange does. */
export const takeAll = (to: Desk, from: Desk): void => {
  pair(to, from);
  mergeAll(to, from);
  followPeer(to);
};

/** The outbox follows the journal, whose entries all came from a paired database just now. */
export const followPeer = ({ db, deps, stores }: Desk): void => {
  const saved = [...stores.walkUps.withoutEntry(), ...stores.localEvents.withoutEntry()];
  const fresh = new Set(saved.map(({ localId }) => localId));
  db.transaction(() => importOutbox(deps, "all", fresh));
};

/** The desk's end of the exchange. */
export function openExchange(desk: Desk) {
  const { db, stores, deps } = desk;
  const topics: string[] = [];
  const outbox = {
    followJournal: (
      about?: ReadonlySet<string> | "all",
      fresh?: ReadonlySet<string>,
      rest?: JournalRest,
    ) => importOutbox(deps, about, fresh, rest),
    releaseRest: (isWhole: (device: string) => boolean) => {
      const released = releaseRest(deps, isWhole);
      if (released > 0) topics.push("released");
      return released;
    },
    doubtUnsettled: () => doubtUnsettled(deps),
    wake: () => void topics.push("wake"),
  };
  const { signer } = desk;
  const feed = { publish: (topic: string) => void topics.push(topic) };
  const context = { db, stores, ports: deps.ports, feed, sync: { outbox } };
  return { topics, exchange: createExchange(context, () => signer) };
}

/** All entries of `from`, with their signatures. */
export const whole = (from: Desk) => openExchange(from).exchange.batchFor({});
