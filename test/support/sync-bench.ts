import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Db } from "#core/db/open/database.ts";
import { openWorkspaceDatabase } from "#core/db/open/open.ts";
import type { Stores } from "#core/db/stores.ts";
import { createStores } from "#core/db/stores.ts";
import type { Fetch, Logger, Random, Secrets } from "#core/ports.ts";
import { createSync } from "#core/sync/sync.ts";
import type { Sync } from "#core/sync/sync-interface.ts";
import type { Invalidation } from "#shared/contract/invalidations.ts";
import type { WalkUpForm } from "#shared/contract/walk-up.ts";
import { walkUpIdOf } from "#shared/domain/basics/ids.ts";
import type { ManualClock } from "./clock.ts";
import { createManualClock } from "./clock.ts";
import { deskAlone } from "./sync-deps.ts";
import { seededNumbers } from "#test/support/seeded-numbers.ts";

/** The core of a desk without its services: real SQLite, real fetch, and a manual clock. */
export interface Bench {
  readonly clock: ManualClock;
  readonly db: Db;
  readonly stores: Stores;
  readonly sync: Sync;
  readonly invalidations: Invalidation[];
  readonly logged: string[];
  readonly secrets: Secrets & { readonly values: Map<string, string> };
  readonly folder: string;
  /**
   * Saves a walk-up as the desk does: outbox entry and journal entry in one transaction. Returns the id of the outbox
   * entry.
   */
  saveWalkUp(eventId: string, form: WalkUpForm, runnerId?: string): string;
  /** Runs real sockets and virtual timers alternately until `holds` is true. */
  runUntil(holds: () => boolean, what?: string, limitMs?: number): Promise<void>;
  /** Waits until everything that has begun is done, without moving the clock. */
  rest(turns?: number): Promise<void>;
}

export interface BenchOptions {
  readonly clock?: ManualClock;
  readonly folder?: string;
  readonly secrets?: Bench["secrets"];
  readonly seed?: number;
  readonly fetch?: Fetch;
  /** Whether this database sends the outbox; true by default. */
  readonly maySend?: () => boolean;
}

export const volunteer = { operator: "Ida", desk: "Desk 1" } as const;

const open: { bench: Bench; crashed: boolean }[] = [];
const folders: string[] = [];

export async function openBench(options: BenchOptions = {}): Promise<Bench> {
  const clock = options.clock ?? createManualClock(Date.now());
  const folder = options.folder ?? join(newFolder(), "live");
  const random = createRandom(options.seed ?? 1 + open.length);
  const opened = openWorkspaceDatabase({ folder, clock });
  if (!opened.ok) throw new Error(opened.error.code);
  const { db } = opened.value;
  const stores = createStores(db, { clock, random });
  const invalidations: Invalidation[] = [];
  const logged: string[] = [];
  const logger: Logger = {
    log: (level, event, facts) => void logged.push(JSON.stringify({ level, event, facts })),
  };
  const secrets = options.secrets ?? createSecrets();
  const { counted, inFlight } = countFlights(options.fetch ?? fetch);
  const sync = createSync({
    ports: { clock, random, fetch: counted, secrets, logger },
    db,
    stores,
    invalidate: (topic, eventId = null) => void invalidations.push({ topic, eventId }),
    author: () => ({ operator: "", desk: volunteer.desk }),
    ...deskAlone,
    maySend: options.maySend ?? deskAlone.maySend,
  });
  await sync.open();
  const bench: Bench = {
    clock,
    db,
    stores,
    sync,
    invalidations,
    logged,
    secrets,
    folder,
    saveWalkUp(eventId, form, runnerId = walkUpIdOf(random.uuid())) {
      const outboxId = db.transaction(() => {
        const entry = sync.outbox.enqueueWalkUp({ eventId, runnerId, form, author: volunteer });
        const payload = { form, outboxId: entry.id };
        stores.journal.append({
          kind: "walk-up.saved",
          payload,
          eventId,
          subject: runnerId,
          ...volunteer,
        });
        stores.runners.refresh(eventId, runnerId);
        return entry.id;
      });
      sync.outbox.wake();
      return outboxId;
    },
    async runUntil(holds, what = "the bench", limitMs = 10_000) {
      const startedAt = performance.now();
      while (!holds()) {
        if (performance.now() - startedAt > limitMs) {
          const last = logged
            .filter((line) => !line.includes("organization.read"))
            .slice(-8)
            .join("\n");
          throw new Error(`Waited in vain for ${what}.\n${last}`);
        }
        // Requests in flight on a real socket get real time before virtual timers run.
        const askedAt = performance.now();
        do await this.rest(4);
        while (inFlight() > 0 && !holds() && performance.now() - askedAt < 60);
        const waitMs = clock.untilNextMs();
        if (!holds() && waitMs !== null) await clock.advance(Math.min(waitMs, 500));
      }
    },
    async rest(turns = 30) {
      for (let turn = 0; turn < turns; turn += 1)
        await new Promise((resolve) => setImmediate(resolve));
    },
  };
  open.push({ bench, crashed: false });
  return bench;
}

/**
 * Counts the requests in flight, so that the virtual clock does not move while the head or body of an answer is about
 * to arrive.
 */
export function countFlights(inner: Fetch): { readonly counted: Fetch; inFlight(): number } {
  let flights = 0;
  const during = async <T>(run: () => Promise<T>): Promise<T> => {
    flights += 1;
    try {
      return await run();
    } finally {
      flights -= 1;
    }
  };
  return {
    inFlight: () => flights,
    async counted(input, init) {
      const response = await during(() => inner(input, init));
      const reader = response.body?.getReader();
      if (reader === undefined) return response;
      const body = new ReadableStream<Uint8Array>(
        {
          async pull(controller) {
            const piece = await during(() => reader.read());
            if (piece.done) controller.close();
            else controller.enqueue(piece.value);
          },
          cancel: (reason) => reader.cancel(reason),
        },
        { highWaterMark: 0 },
      );
      const { status, headers } = response;
      return new Response(body, { status, headers });
    },
  };
}

/** Ends without any clean-up, as a crash does: timers and sockets are ignored from now on. */
export function crash(bench: Bench): void {
  const entry = open.find((each) => each.bench === bench);
  if (entry !== undefined) entry.crashed = true;
  bench.db.close();
}

/** For `afterEach`. */
export async function closeBenches(): Promise<void> {
  for (const { bench, crashed } of open.splice(0)) {
    if (!crashed) {
      await bench.sync.close();
      bench.db.close();
    } else {
      await bench.sync.close().catch(() => undefined);
    }
  }
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "chute-sync-"));
  folders.push(folder);
  return folder;
}

export function createSecrets(): Bench["secrets"] {
  const values = new Map<string, string>();
  return {
    kind: "memory",
    values,
    read: async (name) => values.get(name) ?? null,
    write: async (name, value) => void values.set(name, value),
    remove: async (name) => void values.delete(name),
  };
}

/** The same seed gives the same random values. */
function createRandom(seed: number): Random {
  const number = seededNumbers(seed);
  const bytes = (length: number): Uint8Array =>
    Uint8Array.from({ length }, () => Math.floor(number() * 256));
  return {
    number,
    bytes,
    uuid: () => {
      const hex = Buffer.from(bytes(16)).toString("hex");
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
    },
  };
}
