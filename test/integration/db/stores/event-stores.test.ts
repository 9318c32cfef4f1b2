import { expect, test } from "vitest";
import { openTestDatabase } from "#test/support/database.ts";
import { listedEvent, listedRun } from "#test/support/listed-event.ts";

function openWithEvent() {
  const opened = openTestDatabase();
  const { db, stores } = opened;
  const save = (eventName: string, label: string): void => {
    stores.events.upsertListed({ ...listedEvent, name: eventName }, 1);
    stores.runs.replace(listedEvent.id, [{ ...listedRun, label }], []);
  };
  const read = () => [
    stores.events.get(listedEvent.id)?.name,
    stores.runs.get(listedRun.id)?.label,
  ];
  db.transaction(() => save("Spring Run", "10 km"));
  expect(read()).toEqual(["Spring Run", "10 km"]);
  return { ...opened, save, read };
}

test("D1 an event and its runs are read anew once the organizer's list was written", () => {
  const { db, stores, save, read } = openWithEvent();
  db.transaction(() => save("Autumn Run", "12 km"));
  expect(read()).toEqual(["Autumn Run", "12 km"]);
  db.transaction(() => stores.events.setAskedTimeZone(listedEvent.id, "Europe/Vienna"));
  expect(stores.events.get(listedEvent.id)?.timeZoneAsked).toBe("Europe/Vienna");
  db.transaction(() => stores.events.markGone(2, new Set()));
  expect(stores.events.get(listedEvent.id)?.gone).toBe(true);
});

test("J1 what a transaction that was undone had written is not read afterwards", () => {
  const { db, save, read } = openWithEvent();
  expect(() =>
    db.transaction(() => {
      save("Autumn Run", "12 km");
      expect(read()).toEqual(["Autumn Run", "12 km"]);
      throw new Error("undo");
    }),
  ).toThrow("undo");
  expect(read()).toEqual(["Spring Run", "10 km"]);
});
