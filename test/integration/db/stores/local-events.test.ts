import fc from "fast-check";
import { expect, test } from "vitest";
import { verifyProjections } from "#core/db/worker/verify-projections.ts";
import type { NewEntry } from "#core/db/stores/journal/journal-store.ts";
import type { JournalEntry } from "#shared/domain/journal/journal.ts";
import type { TestDatabase } from "#test/support/database.ts";
import { mergeAll } from "#test/support/merge-all.ts";
import { author, openTestDatabase } from "#test/support/database.ts";

const subject = fc.constantFrom("e_1", "e_2");
const outboxId = fc.constantFrom("o1", "o2");
const eventId = fc.constantFrom("evt_1", "evt_2");
const name = fc.constantFrom("Night Run", "Day Run");

/** Everything that can happen to local events, and other entries of the journal, in any order. */
const fact: fc.Arbitrary<NewEntry> = fc.oneof(
  fc.record({ subject, name, outboxId }).map(({ name: typed, ...one }) =>
    about(one.subject, {
      kind: "event.saved",
      payload: { form: formOf(typed), outboxId: one.outboxId },
    }),
  ),
  fc.record({ subject, name, outboxId }).map(({ name: typed, ...one }) =>
    about(one.subject, {
      kind: "event.edited",
      payload: { form: formOf(typed), outboxId: one.outboxId, successorOf: "o1" },
    }),
  ),
  fc.record({ subject, outboxId }).map((one) =>
    about(one.subject, {
      kind: "event.sent",
      payload: { outboxId: one.outboxId, credential: "k" },
    }),
  ),
  fc.record({ subject, outboxId }).map((one) =>
    about(one.subject, {
      kind: "event.refused",
      payload: { outboxId: one.outboxId, httpStatus: 422, code: null, message: "no" },
    }),
  ),
  fc.record({ subject, outboxId, eventId }).map((one) =>
    about(one.subject, {
      kind: "event.confirmed",
      payload: { outboxId: one.outboxId, eventId: one.eventId },
    }),
  ),
  fc.record({ subject, outboxId, eventId }).map((one) =>
    about(one.subject, {
      kind: "event.adopted",
      payload: { outboxId: one.outboxId, eventId: one.eventId, by: "person" },
    }),
  ),
  fc.record({ subject, askOrganizer: fc.boolean() }).map((one) =>
    about(one.subject, {
      kind: "event.taken-back",
      payload: { askOrganizer: one.askOrganizer },
    }),
  ),
  subject.map((id) => about(id, { kind: "outbox.released", payload: { outboxId: "o1" } })),
  fc.constant(
    about("database", { kind: "copy.confirmed", payload: { why: "backup", foundAtMs: 1 } }),
  ),
);

const formOf = (typed: string) => ({ name: typed, type: "race", date: "2026-12-24" });

function about(id: string, told: Pick<NewEntry, "kind" | "payload">): NewEntry {
  return { ...told, ...author, eventId: null, subject: id } as NewEntry;
}

const rowsOf = ({ db }: TestDatabase): unknown =>
  db.raw.prepare("SELECT * FROM made_event ORDER BY local_id").all();

test("J4 J5 local events: what was told together or alone, live or merged in any order, is the same", () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(fact, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 12 }),
      fc.integer({ min: 1, max: 5 }),
      fc.gen(),
      (commits, size, draw) => {
        const [source, target] = [openTestDatabase(), openTestDatabase()];
        const written: JournalEntry[] = [];
        for (const facts of commits) {
          source.db.transaction(() => {
            const entries = facts.map((one) => source.stores.journal.append(one));
            for (const { subject: id } of entries) source.stores.localEvents.refresh(id);
            written.push(...entries);
          });
        }
        expect(verifyProjections(source.db.raw)).toMatchObject({ differences: 0 });
        const twice = [...written, ...written];
        const mixed = draw(() => fc.shuffledSubarray(twice, { minLength: twice.length }));
        mergeAll(target, mixed, size);
        expect(rowsOf(target)).toEqual(rowsOf(source));
        expect(verifyProjections(target.db.raw)).toMatchObject({ differences: 0 });
        source.db.close();
        target.db.close();
      },
    ),
    { numRuns: 25 },
  );
});
