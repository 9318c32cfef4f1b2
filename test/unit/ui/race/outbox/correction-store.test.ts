import { expect, test } from "vitest";
import { correctableFields, fieldsOfForm } from "#renderer/ui/race/outbox/correction-store.ts";

const others = correctableFields.filter((field) => field !== "status");

test("O8 all fields of a correction have the status only if it was sent or refused, so that a refused one can be changed", () => {
  expect(fieldsOfForm({}, ["email"])).toEqual(others);
  expect(fieldsOfForm({ status: "confirmed" }, ["email"])).toEqual(correctableFields);
  expect(fieldsOfForm({}, ["status"])).toEqual(correctableFields);
});
