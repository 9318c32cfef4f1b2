import { expect, test } from "vitest";
import type { NewEntry } from "#core/db/stores/journal/journal-store.ts";
import { conflictsOf } from "#shared/domain/desks/conflicts.ts";
import type { TestDatabase } from "#test/support/database.ts";
import { author, listedRegistration, openTestDatabase } from "#test/support/database.ts";
import { mergeAll } from "#test/support/merge-all.ts";

const walkUpId = "w_1";
const registrationId = "r1";
const ids = [walkUpId, registrationId];

const about = (subject: string) => ({ eventId: "e", subject, ...author });

const append = ({ db, stores }: TestDatabase, entry: NewEntry): void =>
  db.transaction(() => stores.runners.refreshFor([stores.journal.append(entry)]));

const giveBib = (desk: TestDatabase, subject: string, bib: string): void =>
  append(desk, { ...about(subject), kind: "bib.given", payload: { bib, previousBib: null } });

const checkIn = (desk: TestDatabase, subject: string): void =>
  append(desk, { ...about(subject), kind: "check-in.made", payload: {} });

const conflictsAt = ({ stores }: TestDatabase) =>
  conflictsOf(new Set(ids), stores.journal.ofSubjects(ids)).map(({ kind }) => kind);

/**
 * A hub that wrote nothing yet and knows from two desks: one gave a bib to a walk-up, checked it in and then adopted a
 * registration for it; the other one, which did not know of the walk-up, gave that registration a bib and checked it in.
 */
function openHubOfTwoDesks(): TestDatabase {
  const [saver, other, hub] = [openTestDatabase(), openTestDatabase(), openTestDatabase()];
  const outboxId = "o-1";
  const form = { eventRunId: "run-1", email: "w@example.org", registrationType: "free" };
  append(saver, { ...about(walkUpId), kind: "walk-up.saved", payload: { form, outboxId } });
  giveBib(saver, walkUpId, "200");
  checkIn(saver, walkUpId);
  append(saver, {
    ...about(walkUpId),
    kind: "walk-up.adopted",
    payload: { outboxId, registrationId, by: "person" },
  });
  giveBib(other, registrationId, "100");
  checkIn(other, registrationId);
  for (const { stores } of [saver, other])
    mergeAll(hub, stores.journal.latest("e", { limit: 100 }), 10);
  hub.db.transaction(() =>
    hub.stores.registrations.upsertPage("e", [listedRegistration(registrationId)], 1, 1),
  );
  expect(conflictsAt(hub).toSorted()).toEqual(["bib", "check-in"]);
  return hub;
}

test.each([
  ["walk-up", walkUpId],
  ["registration", registrationId],
])(
  "J10 a bib and a check-in that name the %s follow what desks wrote under both ids of the runner",
  (_which, subject) => {
    const hub = openHubOfTwoDesks();
    giveBib(hub, subject, "300");
    expect(conflictsAt(hub)).toEqual(["check-in"]);
    expect(hub.stores.runners.get("e", walkUpId)?.bib).toBe("300");
    checkIn(hub, subject);
    expect(conflictsAt(hub)).toEqual([]);
    expect(hub.stores.conflicts.ofEvent("e")).toEqual([]);
  },
);

test("J10 a swap follows what desks wrote under both ids of the other runner", () => {
  const hub = openHubOfTwoDesks();
  append(hub, {
    ...about("r2"),
    otherSubject: walkUpId,
    kind: "bib.swapped",
    payload: { bib: "200", otherBib: "7" },
  });
  expect(conflictsAt(hub)).toEqual(["check-in"]);
});
