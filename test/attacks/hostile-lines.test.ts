import fc from "fast-check";
import { expect, test } from "vitest";
import type { TestDatabase } from "#test/support/database.ts";
import { author, listedRegistration, openTestDatabase } from "#test/support/database.ts";
import type { JournalEntry } from "#shared/domain/journal/journal.ts";
import { forgeChain } from "./forged-journal.ts";

const runners = ["r1", "r2", "r3"];

/** A database with the entries of an honest desk, and the same database without them. */
function openHonest(): { desk: TestDatabase; entries: JournalEntry[] } {
  const desk = openTestDatabase();
  const { db, stores } = desk;
  const entries = runners.flatMap((subject, at) =>
    db.transaction(() => [
      stores.journal.append({
        kind: "bib.given",
        payload: { bib: `${at + 1}`, previousBib: null },
        eventId: "e",
        subject,
        ...author,
      }),
      stores.journal.append({
        kind: "check-in.made",
        payload: {},
        eventId: "e",
        subject,
        ...author,
      }),
    ]),
  );
  return { desk, entries };
}

const readRunners = ({ stores }: TestDatabase) =>
  runners.map((id) => {
    const runner = stores.runners.get("e", id);
    return [runner?.bib, runner?.checkInEntry];
  });

const anyText = fc.string({ maxLength: 40, unit: "binary" });

/** Lines that no desk writes: an honest entry with one changed field, or an invented chain with an impossible entry. */
const tampered = (entry: JournalEntry): fc.Arbitrary<JournalEntry> =>
  fc
    .record(
      {
        hlc: anyText,
        wallAtMs: fc.maxSafeInteger(),
        operator: anyText,
        kind: fc.constantFrom("bib.given", "check-in.undone", "walk-up.taken-back"),
        subject: fc.constantFrom(...runners),
        sequence: fc.integer({ min: 1, max: 100 }),
        epoch: anyText,
        device: anyText,
        hash: anyText,
        previousHash: anyText,
        payload: fc.constantFrom(null, { bib: "666", previousBib: null }, { undoes: "x" }),
        salt: fc.constantFrom(null, "00"),
      },
      { requiredKeys: [] },
    )
    .map((changes) => ({ ...entry, ...changes }));

const impossible = fc
  .record({
    subject: fc.constantFrom(...runners),
    hlc: fc.oneof(
      fc.constantFrom("zzzz", "ffffffffffff-ffff-aaaa", "018f00000000-0000-bbbb", ""),
      anyText,
    ),
  })
  .map(({ subject, hlc }) =>
    forgeChain("aaaa", [
      { kind: "bib.given", subject, eventId: "e", hlc, payload: { bib: "666", previousBib: null } },
    ]),
  );

test("J11 lines that were changed, torn from their chain, or tell an impossible time change nothing of what other desks wrote", () => {
  const { entries } = openHonest();
  fc.assert(
    fc.property(
      fc.array(
        fc.oneof(
          fc
            .constantFrom(...entries)
            .chain(tampered)
            .map((one) => [one]),
          impossible,
        ),
        {
          maxLength: 12,
        },
      ),
      fc.boolean(),
      (hostile, isFirst) => {
        const target = openTestDatabase();
        const { db, stores } = target;
        db.transaction(() => {
          const rows = runners.map((id) => listedRegistration(id));
          stores.registrations.upsertPage("e", rows, 1, 1);
        });
        const merge = (lines: readonly JournalEntry[]): void =>
          db.transaction(() => stores.runners.refreshFor(stores.journal.merge(lines).added));
        if (isFirst) merge(hostile.flat());
        merge(entries);
        merge(hostile.flat());
        expect(readRunners(target)).toEqual(
          runners.map((_id, at) => [
            `${at + 1}`,
            `${entries[2 * at + 1]?.device}.${entries[2 * at + 1]?.epoch}.${2 * at + 2}`,
          ]),
        );
        db.close();
      },
    ),
    { numRuns: 40 },
  );
});
