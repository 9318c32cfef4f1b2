import { expect, test } from "vitest";
import { author, listedRegistration, openTestDatabase } from "#test/support/database.ts";

test("M11 bibs that are settled hide no other conflict, however many they are", () => {
  const { db, stores } = openTestDatabase();
  const insert = db.raw.prepare(
    "INSERT INTO conflict (event_id, subject, kind) VALUES ('e', ?, ?)",
  );
  db.transaction(() => {
    const rows = ["r1", "r2"].map((id) => listedRegistration(id));
    stores.registrations.upsertPage("e", rows, 1, 1);
    for (const subject of ["r1", "r2"]) {
      const payload = { bib: "7", previousBib: null };
      const entry = { kind: "bib.given", payload, eventId: "e", subject, ...author } as const;
      stores.runners.refreshFor([stores.journal.append(entry)]);
    }
    for (let bib = 1_000; bib < 1_600; bib += 1) insert.run(String(bib), "bib-twice");
    insert.run("7", "bib-twice");
    insert.run("r3", "walk-up");
  });
  expect(stores.conflicts.ofEvent("e")).toEqual([
    { eventId: "e", subject: "r3", kind: "walk-up" },
    { eventId: "e", subject: "7", kind: "bib-twice" },
  ]);
});
