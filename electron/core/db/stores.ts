import type { Clock, Random } from "../ports.ts";
import type { Db } from "./database.ts";
import type { CredentialStore, DeviceStore } from "./stores/access-stores.ts";
import { createCredentialStore, createDeviceStore } from "./stores/access-stores.ts";
import type { DigestStore, DownloadStore, MalformedRowStore } from "./stores/download-stores.ts";
import {
  createDigestStore,
  createDownloadStore,
  createMalformedRowStore,
} from "./stores/download-stores.ts";
import type { EventStore, RunStore, SeriesStore } from "./stores/event-stores.ts";
import { createEventStore, createRunStore, createSeriesStore } from "./stores/event-stores.ts";
import type { JournalStore } from "./stores/journal-store.ts";
import { createJournalStore } from "./stores/journal-store.ts";
import type { LaneStore } from "./stores/lane-store.ts";
import { createLaneCounters, createLaneStore } from "./stores/lane-store.ts";
import type { AttemptStore, OutboxStore } from "./stores/outbox-store.ts";
import { createAttemptStore, createOutboxStore } from "./stores/outbox-store.ts";
import { createProjector } from "./stores/projector.ts";
import type { RegistrationStore } from "./stores/registration-store.ts";
import { createCopyReader, createRegistrationStore } from "./stores/registration-store.ts";
import { createRunnerRows } from "./stores/runner-rows.ts";
import type { RunnerStore } from "./stores/runner-store.ts";
import { createRunnerStore } from "./stores/runner-store.ts";
import type { CommandStore, MetaStore, SettingStore } from "./stores/small-stores.ts";
import { createCommandStore, createMetaStore, createSettingStore } from "./stores/small-stores.ts";
import type { WalkUpStore } from "./stores/walk-up-store.ts";
import { createWalkUpRows, createWalkUpStore } from "./stores/walk-up-store.ts";

/** Every store of one workspace. All calls are synchronous; writes belong inside `db.transaction`. */
export interface Stores {
  readonly meta: MetaStore;
  readonly settings: SettingStore;
  readonly commands: CommandStore;
  readonly series: SeriesStore;
  readonly events: EventStore;
  readonly runs: RunStore;
  readonly registrations: RegistrationStore;
  readonly downloads: DownloadStore;
  readonly malformed: MalformedRowStore;
  readonly digests: DigestStore;
  readonly journal: JournalStore;
  readonly runners: RunnerStore;
  readonly walkUps: WalkUpStore;
  readonly lanes: LaneStore;
  readonly outbox: OutboxStore;
  readonly attempts: AttemptStore;
  readonly credentials: CredentialStore;
  readonly devices: DeviceStore;
}

/** Prepares every statement once. The journal starts a new epoch (J4). */
export function createStores(
  db: Db,
  ports: { readonly clock: Clock; readonly random: Random },
): Stores {
  const journal = createJournalStore(db, ports);
  const events = createEventStore(db);
  const lanes = createLaneCounters(db);
  const runners = createRunnerRows(db.raw, lanes);
  const walkUps = createWalkUpRows(db);
  const projector = createProjector({ journal, walkUps, runners, copyOf: createCopyReader(db) });
  return {
    meta: createMetaStore(db),
    settings: createSettingStore(db),
    commands: createCommandStore(db),
    series: createSeriesStore(db),
    events,
    runs: createRunStore(db),
    registrations: createRegistrationStore(db, { journal, lanes, projector, runners }),
    downloads: createDownloadStore(db),
    malformed: createMalformedRowStore(db),
    digests: createDigestStore(db),
    journal,
    runners: createRunnerStore(db, { journal, lanes, projector, runners, events }),
    walkUps: createWalkUpStore(db),
    lanes: createLaneStore(db),
    outbox: createOutboxStore(db),
    attempts: createAttemptStore(db),
    credentials: createCredentialStore(db),
    devices: createDeviceStore(db),
  };
}
