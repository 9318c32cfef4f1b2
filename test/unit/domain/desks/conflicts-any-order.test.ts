import fc from "fast-check";
import { expect, test } from "vitest";
import { entryIdOf } from "#shared/domain/basics/ids.ts";
import { conflictsOf } from "#shared/domain/desks/conflicts.ts";
import type { JournalEntry } from "#shared/domain/journal/journal.ts";
import { entryOf } from "../entry-of.ts";

const computers = ["a", "b", "c"] as const;
const ids = new Set(["r"]);

/**
 * Everything that happens at the venue: a computer gives a bib, undoes the last bib that it sees, or receives the
 * entries of another computer.
 */
const acts = fc.array(
  fc.record({
    at: fc.constantFrom(...computers),
    from: fc.constantFrom(...computers),
    what: fc.constantFrom("give", "give", "receive", "check in", "undo"),
    bib: fc.constantFrom("1", "2", "3"),
  }),
  { maxLength: 14 },
);

interface Told {
  readonly entries: JournalEntry[];
  /** The ids of the entries that the writer of each entry knew. */
  readonly knew: Map<string, ReadonlySet<string>>;
}

/** Performs the acts with these clock errors. What each computer knew does not depend on the clocks. */
function play(venue: readonly Act[], skew: Readonly<Record<string, number>>): Told {
  const told: Told = { entries: [], knew: new Map() };
  const received = new Map<string, JournalEntry[]>(computers.map((name) => [name, []]));
  for (const [step, { at, from, what, bib }] of venue.entries()) {
    const own = received.get(at) ?? [];
    if (what === "receive") {
      received.set(at, [...new Set([...own, ...(received.get(from) ?? [])])]);
      continue;
    }
    const last = own.findLast(({ kind }) => kind === "bib.given");
    if (what === "undo" && last === undefined) continue;
    const said = sayIt(what, bib, last);
    const latest = computers
      .filter((name) => name !== at)
      .flatMap((name) => own.filter(({ device }) => device === name).slice(-1));
    const seen = latest.length === 0 ? {} : { seen: latest.map(entryIdOf) };
    const sequence = own.filter(({ device }) => device === at).length + 1;
    const hlc = String(1_000 + step + (skew[at] ?? 0)).padStart(6, "0");
    const entry = entryOf(at, sequence, hlc, { ...said.payload, ...seen }, said.kind);
    told.knew.set(entryIdOf(entry), new Set(own.map(entryIdOf)));
    told.entries.push(entry);
    received.set(at, [...own, entry]);
  }
  return told;
}

type Act = (typeof acts extends fc.Arbitrary<infer List> ? List : never)[number];

function sayIt(what: Act["what"], bib: string, last: JournalEntry | undefined) {
  if (what === "check in") return { kind: "check-in.made", payload: {} };
  if (what === "give") return { kind: "bib.given", payload: { bib, previousBib: null } };
  const undoes = last === undefined ? "" : entryIdOf(last);
  return { kind: "bib.undone", payload: { undoes, bib: null } };
}

/** The sides of each kind, in no order. */
const sidesOf = (entries: readonly JournalEntry[]) =>
  Object.fromEntries(
    conflictsOf(ids, entries).map(({ kind, sides }) => [
      kind,
      new Set(sides.map((entry) => entry.payload?.["bib"] ?? entryIdOf(entry))),
    ]),
  );

const skews = fc.record({ a: fc.nat(500), b: fc.nat(500), c: fc.nat(500) });

test("M11 the sides are what nobody superseded who knew of it", () => {
  fc.assert(
    fc.property(acts, skews, (venue, skew) => {
      const { entries, knew } = play(venue, skew);
      const undone = new Set(
        entries
          .filter(({ kind }) => kind === "bib.undone")
          .map(({ payload }) => payload?.["undoes"]),
      );
      const expected: Record<string, unknown> = {};
      for (const [kind, name] of [
        ["bib", "bib.given"],
        ["check-in", "check-in.made"],
      ] as const) {
        const stands = entries.filter((each) => each.kind === name && !undone.has(entryIdOf(each)));
        const maximal = stands.filter((one) =>
          stands.every((other) => knew.get(entryIdOf(other))?.has(entryIdOf(one)) !== true),
        );
        const values = new Set(maximal.map((each) => each.payload?.["bib"] ?? entryIdOf(each)));
        if (values.size > 1) expected[kind] = values;
      }
      expect(sidesOf(entries)).toEqual(expected);
    }),
    { numRuns: 500 },
  );
});

test("M11 whatever the clocks say, the sides are the same", () => {
  fc.assert(
    fc.property(acts, skews, skews, (venue, one, other) => {
      expect(sidesOf(play(venue, one).entries)).toEqual(sidesOf(play(venue, other).entries));
    }),
    { numRuns: 500 },
  );
});

test("M11 J4 in whatever order and however often the entries came: the same conflicts, the same side in force", () => {
  fc.assert(
    fc.property(acts, skews, fc.infiniteStream(fc.nat()), (venue, skew, chance) => {
      const { entries } = play(venue, skew);
      const found = conflictsOf(ids, entries);
      const shuffled = entries
        .map((entry) => ({ entry, at: chance.next().value ?? 0 }))
        .toSorted((one, other) => one.at - other.at)
        .map(({ entry }) => entry);
      expect(conflictsOf(ids, shuffled)).toEqual(found);
      const merged = new Map(
        [...shuffled, ...entries].map((entry) => [entryIdOf(entry), entry] as const),
      );
      expect(conflictsOf(ids, [...merged.values()])).toEqual(found);
    }),
    { numRuns: 500 },
  );
});

test("M11 an entry that follows everything ends every conflict about bibs", () => {
  fc.assert(
    fc.property(acts, skews, fc.constantFrom("1", "9"), (venue, skew, bib) => {
      const { entries } = play(venue, skew);
      const seen = computers.flatMap((name) =>
        entries
          .filter(({ device }) => device === name)
          .slice(-1)
          .map(entryIdOf),
      );
      const chosen = entryOf("d", 1, "000000", { bib, previousBib: null, seen });
      expect(sidesOf([...entries, chosen])).not.toHaveProperty("bib");
    }),
  );
});
