import { expect, test } from "vitest";
import { readTypedPerson } from "#shared/domain/search/typed-person.ts";

test.each([
  [" Amara Okafor ", { name: "Amara Okafor", email: "", bib: "" }],
  ["Okafor, Amara", { name: "Okafor, Amara", email: "", bib: "" }],
  ["a.okafor@", { name: "", email: "a.okafor@", bib: "" }],
  ["A12", { name: "", email: "", bib: "A12" }],
  ["٤٢", { name: "", email: "", bib: "٤٢" }],
  ["no. 77", { name: "", email: "", bib: "77" }],
  ["BIB:A12", { name: "", email: "", bib: "A12" }],
  ["2 014", { name: "", email: "", bib: "2014" }],
  ["Nina Tavares 2210", { name: "Nina Tavares", email: "", bib: "2210" }],
  ["bib 2 210 Nina Tavares", { name: "Nina Tavares", email: "", bib: "2210" }],
  ["Nina bib 7 Tavares", { name: "Nina Tavares", email: "", bib: "7" }],
  ["7 Nina Tavares", { name: "Nina Tavares", email: "", bib: "7" }],
  ["Nina <nina@x.example>, 7", { name: "Nina", email: "nina@x.example", bib: "7" }],
  ["mailto:nina@x.example?subject=Hi", { name: "", email: "nina@x.example", bib: "" }],
  ["王雨桐 wang@x.example", { name: "王雨桐", email: "wang@x.example", bib: "" }],
  ["  ", { name: "", email: "", bib: "" }],
])("W4 “%s” is read as name, e-mail and bib", (text, person) => {
  expect(readTypedPerson(text)).toEqual(person);
});
