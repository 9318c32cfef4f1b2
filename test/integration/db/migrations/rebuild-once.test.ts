import { expect, test } from "vitest";
import { undoByDevice } from "#core/db/migrations/0013-undo-by-device.ts";
import { author, openTestDatabase } from "#test/support/database.ts";
import { listedEvent } from "#test/support/listed-event.ts";

/** A database with a check-in, a walk-up and a time zone of a person. */
function openUsed() {
  const { db, stores } = openTestDatabase();
  const form = { eventRunId: "run-1", email: "nina@example.org", name: "Nina" };
  db.transaction(() => {
    stores.events.upsertListed(listedEvent, 1);
    const about = { ...author, eventId: "e" };
    const zone = { kind: "time-zone.set", payload: { timeZone: "Europe/Lisbon" } } as const;
    const saved = { form: { ...form, registrationType: "free" as const }, outboxId: "o1" };
    stores.runners.refreshFor([
      stores.journal.append({ ...about, ...zone, subject: "e" }),
      stores.journal.append({ ...about, kind: "walk-up.saved", payload: saved, subject: "w_1" }),
      stores.journal.append({ ...about, kind: "check-in.made", payload: {}, subject: "w_1" }),
    ]);
  });
  return { raw: db.raw, isAsked: () => stores.meta.get("rebuild-projections") === "1" };
}

test.each([
  ["a walk-up without its typed name", "UPDATE runner SET name = NULL", true],
  ["an event without its time zone", "UPDATE event SET time_zone_asked = NULL", true],
  ["nothing that is missing", "UPDATE runner SET name = name", false],
])("W2 D8 the update builds the projections again for %s", (_, sql, isAsked) => {
  const used = openUsed();
  used.raw.exec(sql);
  used.raw.exec(undoByDevice);
  expect(used.isAsked()).toBe(isAsked);
});
