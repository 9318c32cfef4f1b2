import type { Clock, Random } from "../ports.ts";
import type { Db } from "./open/database.ts";
import { createCredentialStore, createDeviceStore } from "./stores/access-stores.ts";
import { createAwardStore } from "./stores/award-store.ts";
import {
  createDigestStore,
  createDownloadStore,
  createMalformedRowStore,
} from "./stores/download/download-stores.ts";
import { createEventStore, createRunStore, createSeriesStore } from "./stores/event-stores.ts";
import { createFinishLineProjector } from "./stores/finish-line/finish-line-projector.ts";
import { createHoldStore } from "./stores/finish-line/hold-store.ts";
import { createFinishStore } from "./stores/finish-line/finish-store.ts";
import { createJournalStore } from "./stores/journal/journal-store.ts";
import { createRunCounter, createRunCountsStore } from "./stores/runners/run-counts-store.ts";
import { createLocalEventStore } from "./stores/walk-ups/local-event-store.ts";
import {
  createCollectionStore,
  createImageStore,
  createRecurrenceStore,
} from "./stores/organizer-stores.ts";
import { createAttemptStore, createOutboxStore } from "./stores/walk-ups/outbox-store.ts";
import { createPodiumStore } from "./stores/finish-line/podium-store.ts";
import { createProjector } from "./stores/runners/runner-projector.ts";
import { createPublicationStore } from "./stores/publication-store.ts";
import {
  createReplicaReader,
  createRegistrationStore,
} from "./stores/runners/registration-store.ts";
import { createRunnerRows } from "./stores/runners/runner-rows.ts";
import { createRunnerStore } from "./stores/runners/runner-store.ts";
import { createConflictRows, createConflictStore } from "./stores/desks/conflict-store.ts";
import { createExchangeStore } from "./stores/desks/exchange-store.ts";
import { createCommandStore, createMetaStore, createSettingStore } from "./stores/small-stores.ts";
import { createTeamStore } from "./stores/team-store.ts";
import { createWipeStore } from "./stores/wipe-store.ts";
import { createWalkUpRows, createWalkUpStore } from "./stores/walk-ups/walk-up-store.ts";

/** All stores of one workspace. Every call is synchronous. Write only inside `db.transaction`. */
export type Stores = Readonly<ReturnType<typeof createStores>>;

/** Prepares all statements once. The journal starts a new epoch (J4). */
export function createStores(db: Db, ports: { readonly clock: Clock; readonly random: Random }) {
  const journal = createJournalStore(db, ports);
  const events = createEventStore(db, journal);
  const counter = createRunCounter(db);
  const runners = createRunnerRows(db, counter);
  const walkUps = createWalkUpRows(db);
  const localEvents = createLocalEventStore(db, journal);
  const conflicts = createConflictRows(db, journal);
  const projector = createProjector({
    journal,
    walkUps,
    runners,
    conflicts,
    replicaOf: createReplicaReader(db.raw),
  });
  const holds = createHoldStore(db, journal);
  const finishLine = createFinishLineProjector({
    raw: db.raw,
    journal,
    holds,
    conflicts,
  });
  return {
    meta: createMetaStore(db.raw),
    settings: createSettingStore(db),
    commands: createCommandStore(db),
    series: createSeriesStore(db),
    events,
    runs: createRunStore(db),
    awards: createAwardStore(db),
    publications: createPublicationStore(db),
    collections: createCollectionStore(db),
    recurrences: createRecurrenceStore(db),
    images: createImageStore(db),
    registrations: createRegistrationStore(db, { journal, counter, projector, runners }),
    downloads: createDownloadStore(db),
    malformed: createMalformedRowStore(db),
    digests: createDigestStore(db),
    journal,
    runners: createRunnerStore(db, {
      journal,
      counter,
      projector,
      finishLine,
      runners,
      conflicts,
      events,
      localEvents,
    }),
    teams: createTeamStore(db),
    walkUps: createWalkUpStore(db),
    wipe: createWipeStore(db),
    podium: createPodiumStore(db),
    finish: createFinishStore(db),
    finishLine,
    holds,
    localEvents,
    runCounts: createRunCountsStore(db),
    outbox: createOutboxStore(db),
    attempts: createAttemptStore(db),
    credentials: createCredentialStore(db),
    devices: createDeviceStore(db),
    exchange: createExchangeStore(db),
    conflicts: createConflictStore(db, journal),
  };
}
