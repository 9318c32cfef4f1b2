import { describe, expect, test } from "vitest";
import type { NewEntry } from "#core/db/stores/journal/journal-store.ts";
import { importOutbox } from "#core/sync/outbox/import-outbox.ts";
import { insertWalkUp } from "#core/sync/outbox/outbox-entries.ts";
import type { SyncDeps } from "#core/sync/sync-deps.ts";
import { systemFetch, systemRandom } from "#station/host/host-ports.ts";
import type { TestDatabase } from "#test/support/database.ts";
import { actor, openTestDatabase } from "#test/support/database.ts";
import { memorySecrets } from "#test/support/test-core.ts";

const form = { eventRunId: "run-1", email: "w@example.org", registrationType: "free" } as const;

/** A database with the outbox's dependencies. */
function openDesk(deps: Partial<SyncDeps> = {}): TestDatabase & { readonly deps: SyncDeps } {
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
  return {
    ...database,
    deps: { ports, db, stores, invalidate, actor: () => ({ operator: "", desk: "D" }), ...deps },
  };
}

type Desk = ReturnType<typeof openDesk>;

/** Appends an entry about a walk-up. */
const append = ({ db, stores }: Desk, fact: Pick<NewEntry, "kind" | "payload">, subject = "w_1") =>
  db.transaction(() => {
    const entry = { ...fact, eventId: "e", subject, ...actor } as NewEntry;
    stores.runners.refreshFor([stores.journal.append(entry)]);
  });

const save = (desk: Desk, id = "1"): void =>
  append(
    desk,
    { kind: "walk-up.saved", payload: { form, outboxId: `o_${id}`, key: `key-${id}` } },
    `w_${id}`,
  );

/** Takes every entry of another journal, as an exchange does. */
const takeAll = (to: Desk, from: Desk, run = () => importOutbox(to.deps, true)): void => {
  const batch = from.stores.exchange.missingFor(to.stores.exchange.vector(), {
    entries: 500,
    bytes: 1e6,
  });
  to.db.transaction(() => {
    to.stores.runners.refreshFor(to.stores.journal.merge(batch.entries).added);
    run();
  });
};

const kindsAt = ({ stores }: Desk): string[] =>
  stores.journal.ofSubjects(["w_1"]).map(({ kind }) => kind);

describe("walk-ups of a paired database", () => {
  test.each([
    { hubs: ["h"], state: "pending", certainty: "never-sent" },
    { hubs: ["h", "former"], state: "waiting", certainty: "maybe-sent" },
  ])(
    "M10 O10 a request is sent at once only if there was one hub: $hubs.length",
    ({ hubs, ...expected }) => {
      const desk = openDesk();
      const hub = openDesk({ hubDevices: () => new Set(hubs) });
      save(desk);
      takeAll(hub, desk);
      expect(hub.stores.outbox.get("o_1")).toMatchObject({ ...expected, idempotencyKey: "key-1" });
    },
  );

  test.each([
    { maySend: false, state: "done" },
    { maySend: true, state: "waiting" },
  ])(
    "M9 M10 a request that was tried here takes the hub's outcome, unless this database sends: $maySend",
    ({ maySend, state }) => {
      const hub = openDesk();
      const hubDevices = (): ReadonlySet<string> => new Set([hub.stores.journal.device]);
      const desk = openDesk({ maySend: () => maySend, hubDevices });
      desk.db.transaction(() => {
        const runner = { eventId: "e", runnerId: "w_1", form, actor };
        insertWalkUp(desk.deps, runner, { id: "o_1", idempotencyKey: "key-1" });
      });
      save(desk);
      desk.db.transaction(() =>
        desk.stores.outbox.patch("o_1", {
          state: "waiting",
          certainty: "maybe-sent",
          everMaybe: true,
          firstSentAtMs: 1,
          lastTriedAtMs: 1,
          tries: 1,
        }),
      );
      takeAll(hub, desk);
      append(hub, {
        kind: "walk-up.confirmed",
        payload: { outboxId: "o_1", participantId: "r1" },
      });
      takeAll(desk, hub);
      expect(desk.stores.outbox.get("o_1")?.state).toBe(state);
    },
  );
});
