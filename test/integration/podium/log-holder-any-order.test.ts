import fc from "fast-check";
import { expect, test } from "vitest";
import { chainOf } from "#shared/domain/desks/version-vector.ts";
import { finishSubject } from "#shared/domain/finish-log/finish-log.ts";
import { finishLogSubject, logSides } from "#shared/domain/finish-log/log-holder.ts";
import { stampKey } from "#shared/domain/finish-log/order-key.ts";
import { entryIdOf } from "#shared/domain/basics/ids.ts";
import type { JournalEntry } from "#shared/domain/journal/journal.ts";
import { createManualClock } from "#test/support/clock.ts";
import type { TestDatabase } from "#test/support/database.ts";
import { author, openTestDatabase } from "#test/support/database.ts";

/**
 * One computer in the program's role: it stamps while it holds the log, and takes the log over. Each run has its own
 * event in the same databases.
 */
function computer({ db, stores, clock }: TestDatabase, name: string, eventId: string) {
  const entries: JournalEntry[] = [];
  const tell = (entry: JournalEntry): void => {
    entries.push(entry);
    stores.runners.refreshFor([entry]);
  };
  const hold = (why: "first" | "taken-over" | "settled", follows: string | null, device: string) =>
    tell(
      stores.journal.append({
        kind: "finish-log.held",
        payload: { device, name, follows, known: stores.holds.known(eventId), why },
        eventId,
        subject: finishLogSubject(eventId),
        ...author,
      }),
    );
  const sides = () => {
    const holding = stores.holds.holding(eventId);
    return logSides(holding, stores.holds.setAside(eventId, holding));
  };
  return {
    entries,
    stores,
    sides,
    takeOver: () =>
      db.transaction(() => {
        void clock.advance(1);
        const { holder } = stores.holds.holding(eventId);
        const why = holder === null ? "first" : "taken-over";
        if (holder?.device !== stores.journal.device)
          hold(why, holder?.entryId ?? null, stores.journal.device);
      }),
    stamp: (atMs: number) =>
      db.transaction(() => {
        void clock.advance(1);
        const { holder } = stores.holds.holding(eventId);
        if (holder?.device !== stores.journal.device) return;
        const id = `${name}-${atMs}-${entries.length}`;
        tell(
          stores.journal.append({
            kind: "finish.put",
            payload: {
              list: "stamps",
              id,
              at: stampKey(atMs, id),
              atMs,
              bib: null,
              action: "stamp",
              hold: holder.entryId,
            },
            eventId,
            subject: finishSubject("stamps", id),
            ...author,
          }),
        );
      }),
    choose: (index: number) =>
      db.transaction(() => {
        void clock.advance(1);
        const all = sides();
        const side = all[index % Math.max(1, all.length)];
        if (side !== undefined) hold("settled", side.hold.entryId, side.hold.device);
      }),
    receive(more: readonly JournalEntry[]) {
      const known = new Set(entries.map(entryIdOf));
      db.transaction(() => {
        const { added } = stores.journal.merge(
          more.filter((entry) => !known.has(entryIdOf(entry))),
        );
        stores.runners.refreshFor(added);
        entries.push(...added);
      });
    },
    log: () => stores.finish.page(eventId, "stamps", { from: 0, limit: 500 }).map(({ id }) => id),
  };
}

type Computer = ReturnType<typeof computer>;

const openDatabase = (): TestDatabase => openTestDatabase({ clock: createManualClock(1_000_000) });

const act = fc.record({
  at: fc.nat(2),
  from: fc.nat(2),
  what: fc.constantFrom("stamp", "stamp", "stamp", "take over", "receive", "choose"),
  value: fc.nat(60),
});

function perform(desks: readonly Computer[], { at, from, what, value }: Act): void {
  const desk = desks[at];
  if (desk === undefined) return;
  if (what === "stamp") desk.stamp(value);
  else if (what === "take over") desk.takeOver();
  else if (what === "choose") desk.choose(value);
  else desk.receive(desks[from]?.entries ?? []);
}
type Act = typeof act extends fc.Arbitrary<infer Value> ? Value : never;

/**
 * The entries chain by chain, each chain in its order. A merge accepts this order, although no exchange would choose
 * it.
 */
const byChain = (entries: readonly JournalEntry[], isReversed: boolean): JournalEntry[][] => {
  const chains = Map.groupBy(
    entries.toSorted((one, other) => one.sequence - other.sequence),
    chainOf,
  );
  const sorted = [...chains].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return (isReversed ? sorted.toReversed() : sorted).map(([, chain]) => chain);
};

test("M13 J5 whoever took over, chose and received whose entries: every computer shows the same log, of one line of holders", () => {
  const databases = [openDatabase(), openDatabase(), openDatabase()];
  const lateDatabases = [openDatabase(), openDatabase()];
  let runs = 0;
  fc.assert(
    fc.property(
      fc.array(act, { maxLength: 24 }),
      fc.tuple(fc.nat(200_000), fc.nat(200_000), fc.nat(200_000)),
      (acts, skews) => {
        runs += 1;
        const eventId = `e${runs}`;
        // The clocks of the computers differ from run to run.
        const desks = databases.map((database, at) => {
          void database.clock.advance(skews[at] ?? 0);
          return computer(database, `c${at}`, eventId);
        });
        for (const each of acts) perform(desks, each);
        for (const _round of desks) {
          for (const desk of desks) for (const other of desks) desk.receive(other.entries);
        }
        const [first] = desks;
        if (first === undefined) return;
        const late = lateDatabases.map((database, at) => {
          const desk = computer(database, `late${at}`, eventId);
          for (const chain of byChain(first.entries, at === 1)) {
            for (const entry of chain) desk.receive([entry]);
          }
          return desk;
        });
        const log = first.log();
        for (const desk of [...desks, ...late]) {
          expect(desk.log()).toEqual(log);
          expect(desk.sides().map(({ hold }) => hold.entryId)).toEqual(
            first.sides().map(({ hold }) => hold.entryId),
          );
        }
        // No entry is lost: it counts, or it is on a side that a person may choose, or a person chose another side.
        const { stores } = first;
        const holding = stores.holds.holding(eventId);
        const open = new Set(first.sides().flatMap(({ entries }) => entries.map(entryIdOf)));
        for (const entry of first.entries.filter(({ kind }) => kind === "finish.put")) {
          const isShown = log.some((id) => id === entry.payload?.["id"]);
          expect(isShown).toBe(holding.isCounted(entry));
          const isKept = isShown || open.has(entryIdOf(entry)) || holding.isDecided(entry);
          expect(isKept).toBe(true);
        }
      },
    ),
    { numRuns: 100 },
  );
});
