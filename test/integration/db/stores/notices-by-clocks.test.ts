import { expect, test } from "vitest";
import type { TestDatabase } from "#test/support/database.ts";
import { author, listedRegistration, openTestDatabase } from "#test/support/database.ts";
import type { NewEntry } from "#core/db/stores/journal/journal-store.ts";
import type { JournalEntry } from "#shared/domain/journal/journal.ts";

const hourMs = 3_600_000;

function append(
  { db, stores }: TestDatabase,
  fact: Pick<NewEntry, "kind" | "payload">,
): JournalEntry {
  return db.transaction(() => {
    const about = { eventId: "e", subject: "r1", ...author };
    const entry = stores.journal.append({ ...fact, ...about } as NewEntry);
    stores.runners.refresh("e", "r1");
    return entry;
  });
}

const checkIn = (desk: TestDatabase): JournalEntry =>
  append(desk, { kind: "check-in.made", payload: {} });

const acknowledge = (desk: TestDatabase): JournalEntry =>
  append(desk, { kind: "digest.acknowledged", payload: { status: "cancelled" } });

function merge({ db, stores, clock }: TestDatabase, entry: JournalEntry): void {
  db.transaction(() => {
    const { added } = stores.journal.merge([entry]);
    stores.runners.refreshFor(added);
    stores.registrations.noticeMerged(added, clock.now());
  });
}

let pass = 0;

function tell({ db, stores, clock }: TestDatabase, status: string): void {
  pass += 1;
  const rows = [listedRegistration("r1", { status })];
  db.transaction(() => stores.registrations.upsertPage("e", rows, pass, clock.now()));
}

const isAcknowledged = ({ stores }: TestDatabase): boolean[] =>
  stores.digests.attention("e").map(({ acknowledged }) => acknowledged);

/** The check-in of another computer whose clock is two hours ahead. */
function checkInFromAhead(): JournalEntry {
  const other = openTestDatabase();
  other.clock.jump(2 * hourMs);
  return checkIn(other);
}

test("D5 J7 a cancellation after a check-in by a clock that is ahead can be acknowledged", () => {
  const desk = openTestDatabase();
  tell(desk, "confirmed");
  merge(desk, checkInFromAhead());
  tell(desk, "cancelled");
  expect(isAcknowledged(desk)).toEqual([false]);
  acknowledge(desk);
  expect(isAcknowledged(desk)).toEqual([true]);
  tell(desk, "confirmed");
  tell(desk, "cancelled");
  expect(isAcknowledged(desk)).toEqual([false]);
});

test("D5 J7 so can a cancellation that was known before such a check-in was merged", () => {
  const desk = openTestDatabase();
  tell(desk, "cancelled");
  merge(desk, checkInFromAhead());
  expect(isAcknowledged(desk)).toEqual([false]);
  acknowledge(desk);
  expect(isAcknowledged(desk)).toEqual([true]);
});

test("D5 J7 after this clock was set back, an earlier acknowledgement counts for no new cancellation", () => {
  const desk = openTestDatabase();
  desk.clock.jump(hourMs);
  tell(desk, "confirmed");
  checkIn(desk);
  tell(desk, "cancelled");
  acknowledge(desk);
  desk.clock.jump(-hourMs);
  tell(desk, "confirmed");
  tell(desk, "cancelled");
  expect(isAcknowledged(desk)).toEqual([false]);
  acknowledge(desk);
  expect(isAcknowledged(desk)).toEqual([true]);
});
