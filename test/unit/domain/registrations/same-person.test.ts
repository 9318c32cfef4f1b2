import { expect, test } from "vitest";
import type { Person } from "#shared/domain/registrations/same-person.ts";
import { isSamePerson } from "#shared/domain/registrations/same-person.ts";

const zoe: Person = { runId: "run-1", email: "zoe@example.org", name: "Zo\u00eb Lindqvist" };

test.each<[string, Partial<Person>]>([
  ["the same fields", {}],
  ["another case of the e-mail", { email: "Zoe@Example.ORG" }],
  ["another case of the name", { name: "ZO\u00cb LINDQVIST" }],
  ["an accent that is encoded as a mark", { name: "Zoe\u0308 Lindqvist" }],
  ["repeated spaces", { name: "Zo\u00eb   Lindqvist" }],
  ["spaces around the texts", { email: " zoe@example.org ", name: " Zo\u00eb Lindqvist " }],
  ["no name on one side", { name: null }],
  ["a name of spaces on one side", { name: "  " }],
])("O10 it is the same person: %s", (_what, other) => {
  expect(isSamePerson(zoe, { ...zoe, ...other })).toBe(true);
  expect(isSamePerson({ ...zoe, ...other }, zoe)).toBe(true);
});

test.each<[string, Partial<Person>]>([
  ["another run", { runId: "run-2" }],
  ["another e-mail", { email: "zoe@example.com" }],
  ["another name", { name: "Mei Lindqvist" }],
  ["another name, and neither has spaces in it", { name: "Zo\u00ebLindqvist" }],
  ["another e-mail, and no name", { email: "zoe@example.com", name: null }],
])("O10 it is another person: %s", (_what, other) => {
  expect(isSamePerson(zoe, { ...zoe, ...other })).toBe(false);
});
