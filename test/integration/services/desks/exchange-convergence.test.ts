import fc from "fast-check";
import { expect, test } from "vitest";
import { createJobs } from "#core/db/worker/job-client.ts";
import type { NewEntry } from "#core/db/stores/journal/journal-store.ts";
import type { Exchange } from "#core/services/desks/exchange.ts";
import { createExchange } from "#core/services/desks/exchange.ts";
import { entryIdOf } from "#shared/domain/basics/ids.ts";
import { countMissing } from "#shared/domain/desks/version-vector.ts";
import { hubsOf, hubSubject } from "#shared/domain/desks/hub.ts";
import { createManualClock } from "#test/support/clock.ts";
import type { TestDatabase } from "#test/support/database.ts";
import { author, listedRegistration, openTestDatabase } from "#test/support/database.ts";
import { newSigner } from "#test/support/desks/paired-peer.ts";

const yearMs = 365 * 24 * 3_600_000;
const registered = ["r1", "r2", "r3"];
const walkUps = ["w_1", "w_2"];
const everybody = [...registered, ...walkUps];

/** One database of the venue with its end of the exchange. */
interface Place extends TestDatabase {
  readonly exchange: Exchange;
}

interface Act {
  readonly do: "check-in" | "undo" | "bib" | "walk-up" | "hub";
  readonly at: number;
  readonly who: string;
  readonly bib: string;
}

/** `pull`: `to` gets one part of the entries that it lacks from `from`. */
type Step =
  | Act
  | {
      readonly do: "pull";
      readonly from: number;
      readonly to: number;
      /** The connection is cut in the middle: only this number of entries arrives, without signatures. */
      readonly cutAfter: number | null;
      readonly isRepeated: boolean;
    };

const place = fc.nat({ max: 2 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom("check-in", "undo", "bib", "walk-up", "hub"),
      at: place,
      who: fc.constantFrom(...everybody),
      bib: fc.constantFrom("7", "12"),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("pull"),
      from: place,
      to: place,
      cutAfter: fc.option(fc.nat({ max: 3 })),
      isRepeated: fc.boolean(),
    }),
  },
);

/** Three databases that know each other's keys; each clock is wrong by its offset in milliseconds. */
function openPlaces(offsets: readonly number[]): Place[] {
  const places = offsets.map((offsetMs) => {
    const database = openTestDatabase({
      clock: createManualClock(Date.UTC(2026, 5, 14) + offsetMs),
    });
    const { db, stores, clock } = database;
    const signer = newSigner();
    db.transaction(() => {
      const rows = registered.map((id) => listedRegistration(id));
      stores.registrations.upsertPage("e", rows, 1, 1);
    });
    const outbox = {
      followJournal: () => 0,
      releaseRest: () => 0,
      doubtUnsettled: () => undefined,
      wake: () => undefined,
    };
    const context = { db, stores, ports: { clock }, feed: { publish: () => undefined } };
    const exchange = createExchange({ ...context, sync: { outbox } }, () => signer);
    return { ...database, exchange, signer };
  });
  for (const { db, stores } of places) {
    for (const other of places) {
      const { device } = other.stores.journal;
      const member = { device, signer: other.signer.id, name: device, sinceMs: 0 };
      if (device !== stores.journal.device) db.transaction(() => stores.exchange.putMember(member));
    }
  }
  return places;
}

async function perform(places: readonly Place[], one: Step): Promise<void> {
  if (one.do !== "pull") return act(places, one);
  const [from, to] = [places[one.from], places[one.to]];
  if (from === undefined || to === undefined || from === to) return;
  const batch = from.exchange.batchFor(to.exchange.vector());
  const arrived =
    one.cutAfter === null ? batch : { entries: batch.entries.slice(0, one.cutAfter), heads: [] };
  await to.exchange.take(arrived);
  if (one.isRepeated) await to.exchange.take(arrived);
}

function act(places: readonly Place[], { do: what, at, who, bib }: Act): void {
  const desk = places[at];
  if (desk === undefined) return;
  const { db, stores, clock } = desk;
  clock.skip(1_000);
  const { journal } = stores;
  const base = { eventId: "e", subject: who, ...author };
  const factOf = (): NewEntry | null => {
    switch (what) {
      case "check-in":
        return { ...base, kind: "check-in.made", payload: {} };
      case "bib":
        return { ...base, kind: "bib.given", payload: { bib, previousBib: null } };
      case "hub": {
        const payload = { device: journal.device, name: `Place ${at}`, why: "settled" as const };
        return { ...base, kind: "hub.chosen", eventId: null, subject: hubSubject, payload };
      }
      case "walk-up": {
        if (!walkUps.includes(who)) return null;
        const form = { eventRunId: "run-1", email: `${who}@example.org`, registrationType: "free" };
        return { ...base, kind: "walk-up.saved", payload: { form, outboxId: `o-${who}` } };
      }
      case "undo": {
        const own = journal
          .ofSubjects([who])
          .findLast(({ kind, device }) => kind === "check-in.made" && device === journal.device);
        const payload = own && { undoes: entryIdOf(own) };
        return payload === undefined ? null : { ...base, kind: "check-in.undone", payload };
      }
    }
  };
  const fact = factOf();
  if (fact !== null) {
    db.transaction(() => stores.runners.refreshFor([stores.journal.append(fact)]));
  }
}

/** The network works again: every database exchanges with the first one, as with a hub. */
async function exchangeAll(places: readonly Place[]): Promise<void> {
  const [hub, ...desks] = places;
  if (hub === undefined) return;
  for (let round = 0; round < 2; round += 1) {
    for (const desk of desks) {
      await hub.exchange.take(desk.exchange.batchFor(hub.exchange.vector()));
      const { device } = hub.stores.journal;
      await desk.exchange.take(hub.exchange.batchFor(desk.exchange.vector()), {
        hubDevice: device,
      });
    }
  }
}

const rowsOf = ({ db }: Place, sql: string): unknown[] => db.raw.prepare(sql).all();

/** Everything that must be equal in all databases. */
const readAll = (one: Place) => ({
  journal: rowsOf(one, "SELECT * FROM journal ORDER BY device, epoch, sequence"),
  runners: (rowsOf(one, "SELECT * FROM runner ORDER BY runner_id") as object[]).map((row) => ({
    ...row,
    rowid: 0,
    indexed: 0,
  })),
  walkUps: rowsOf(one, "SELECT * FROM walk_up ORDER BY local_id"),
  // A stored bib of two runners is a candidate: the reader checks whether the conflict still exists (M11).
  conflicts: one.stores.conflicts
    .ofEvent("e")
    .filter(
      ({ kind, subject }) =>
        kind !== "bib-twice" || one.stores.conflicts.bibTwice("e", subject).length > 0,
    ),
  hubs: hubsOf(one.stores.journal.ofSubjects([hubSubject])),
});

/** What is decided without a clock: the hub, who is checked in, and each undisputed bib. */
function readInForce(places: readonly Place[]) {
  const [one] = places;
  if (one === undefined) return null;
  const indexOf = (device: string): number =>
    places.findIndex(({ stores }) => stores.journal.device === device);
  const { hubs, conflicts } = readAll(one);
  const disputed = new Set(conflicts.map(({ subject }) => subject));
  return {
    hubs: hubs.map(({ device }) => indexOf(device)).toSorted((left, right) => left - right),
    conflicts: conflicts.filter(({ kind }) => kind !== "bib-twice"),
    runners: everybody.map((who) => {
      const runner = one.stores.runners.get("e", who);
      const isHere = (runner?.checkInEntry ?? null) !== null;
      return { who, isHere, bib: disputed.has(who) ? "disputed" : (runner?.bib ?? null) };
    }),
  };
}

async function play(offsets: readonly number[], steps: readonly Step[]): Promise<Place[]> {
  const places = openPlaces(offsets);
  for (const one of steps) await perform(places, one);
  const before = places.map(({ exchange }) => exchange.vector());
  await exchangeAll(places);
  for (const { exchange } of places) {
    for (const vector of before) expect(countMissing(vector, exchange.vector())).toBe(0);
  }
  return places;
}

const offset = fc.constantFrom(0, 120_000, -120_000, yearMs, -yearMs);

test("M4 M5 J4 J10 journals with wrong clocks, cut and repeated exchanges: all become one, nothing is lost, and no clock decides what counts", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.tuple(offset, offset, offset),
      fc.array(step, { minLength: 5, maxLength: 30 }),
      async (offsets, steps) => {
        const places = await play(offsets, steps);
        const [first, ...others] = places.map(readAll);
        for (const other of others) expect(other).toEqual(first);
        for (const { db } of places) {
          const jobs = createJobs({ databasePath: db.path });
          expect(await jobs.run("verify-projections")).toMatchObject({ differences: 0 });
          await jobs.close();
        }
        const rightClocks = await play([0, 0, 0], steps);
        expect(readInForce(places)).toEqual(readInForce(rightClocks));
      },
    ),
    { numRuns: 25 },
  );
}, 240_000);
