import fc from "fast-check";
import { expect, test } from "vitest";
import type { WalkUpForm } from "#shared/domain/journal/journal-facts.ts";
import type { WalkUpSurroundings } from "#shared/domain/walk-ups/walk-up.ts";
import {
  addBibNote,
  retellBib,
  typedNotes,
  isPaceGroupRefused,
  judgeWalkUp,
  paceGroupsOfRun,
  takenPlaces,
  tidyForm,
} from "#shared/domain/walk-ups/walk-up.ts";

const form: WalkUpForm = { eventRunId: "run", email: "a@example.org", registrationType: "free" };

const around = (change: Partial<WalkUpSurroundings["run"]> = {}): WalkUpSurroundings => ({
  run: {
    eventStatus: "scheduled",
    registrationStatus: "open",
    maxParticipants: 10,
    registrationCount: 9,
    ...change,
  },
  taken: 9,
  paceGroups: { labels: ["Blue"], recognised: true },
  sameEmailInRun: false,
});

test("W1 a run with free places warns of nothing", () => {
  expect(judgeWalkUp(form, around())).toEqual([]);
  expect(judgeWalkUp(form, around({ maxParticipants: null }))).toEqual([]);
  expect(judgeWalkUp(form, { ...around(), taken: null })).toEqual([]);
});

test("W1 full is the run's own count with the walk-ups it cannot know, or those expected here", () => {
  const count = { registrationCount: 9 };
  const silent = { registrationCount: null };
  expect(takenPlaces(count, undefined)).toBe(9);
  expect(takenPlaces(count, { expected: 9, listedConfirmed: 8, refused: 0 })).toBe(10);
  expect(takenPlaces(count, { expected: 10, listedConfirmed: 10, refused: 0 })).toBe(10);
  expect(takenPlaces(count, { expected: 2, listedConfirmed: 4, refused: 0 })).toBe(9);
  expect(takenPlaces(count, { expected: 9, listedConfirmed: 8, refused: 1 })).toBe(9);
  expect(takenPlaces(silent, { expected: 9, listedConfirmed: 0, refused: 2 })).toBe(7);
  expect(takenPlaces(silent, { expected: 9, listedConfirmed: 0, refused: 0 })).toBe(9);
  expect(takenPlaces(silent, undefined)).toBeNull();
  expect(judgeWalkUp(form, { ...around(), taken: 10 })).toEqual(["run-full"]);
  const soldOut = around({ registrationStatus: "sold_out" });
  expect(judgeWalkUp(form, { ...soldOut, taken: 10 })).toEqual(["run-sold-out"]);
});

test("W1 every doubt is named, the worst first", () => {
  const worst = around({ eventStatus: "cancelled", registrationStatus: "closed" });
  const paceGroups = { labels: ["Blue"], recognised: false };
  expect(
    judgeWalkUp(
      { ...form, paceGroup: "Green" },
      { ...worst, taken: 10, paceGroups, sameEmailInRun: true },
    ),
  ).toEqual([
    "run-cancelled",
    "run-full",
    "run-closed",
    "pace-groups-unrecognised",
    "same-email-same-run",
  ]);
});

test("W1 an address that is only unlikely warns", () => {
  const warned = (email: string): boolean =>
    judgeWalkUp({ ...form, email }, around()).includes("email-unlikely");
  expect(["a@b.co", "o'brien@x.ie", "first.last+tag@sub.example.org"].map(warned)).toEqual([
    false,
    false,
    false,
  ]);
  expect(["a@b", "ø@x.no", "john/doe@mail.example", "a@b.c0m"].map(warned)).toEqual([
    true,
    true,
    true,
    true,
  ]);
  // What is no address is an error of its own, and an empty field is not typed yet.
  expect(["", "nora", "nora@"].map(warned)).toEqual([false, false, false]);
});

test("W1 a pace group is refused only where every declared one is known", () => {
  const known = { labels: ["Blue"], recognised: true };
  const unknown = { labels: ["Blue"], recognised: false };
  expect(isPaceGroupRefused("Green", known)).toBe(true);
  expect(isPaceGroupRefused("Blue", known)).toBe(false);
  expect(isPaceGroupRefused("blue", known)).toBe(true);
  expect(isPaceGroupRefused("Green", unknown)).toBe(false);
  expect(isPaceGroupRefused(undefined, known)).toBe(false);
});

test("W3 what is sent is tidy, and tidying twice changes nothing", () => {
  expect(
    tidyForm({
      ...form,
      email: "  a@example.org ",
      name: " Jo\u0308rg ",
      status: "",
      paceGroup: " Blue ",
      notes: "\n",
    }),
  ).toEqual({ ...form, name: "J\u00F6rg", paceGroup: " Blue " });
  const text = fc.option(fc.string({ unit: "binary" }), { nil: undefined });
  fc.assert(
    fc.property(text, text, text, fc.string(), (name, notes, paceGroup, email) => {
      const once = tidyForm({ ...form, email, name, notes, paceGroup });
      expect(tidyForm(once)).toEqual(once);
    }),
  );
});

test("W1 invisible, control and half characters of a typed e-mail are left out, so that it is no other address", () => {
  const typed = ["a\u200B@example.org", "\uFEFFa@exam\u00ADple.org", "a@example.org\u200E "];
  const marks = ["a\u0000@example.org", "a\u034F@example.org", "a\u3164@example.org\u202E"];
  const halves = ["a\uD800@example.org", "a@example.org\uFFFD\uDC00"];
  for (const email of [...typed, ...marks, ...halves]) {
    expect(tidyForm({ ...form, email })).toEqual(form);
  }
  // Two addresses of two lines do not become one.
  expect(tidyForm({ ...form, email: "a@example.org\nb@example.org" }).email).toContain("\n");
});

test("W1 control, format and half characters of a typed name are left out; what joins letters stays", () => {
  const nameOf = (name: string) => tidyForm({ ...form, name }).name;
  expect(nameOf("Zero\u200BWidth \u202Eevil")).toBe("ZeroWidth evil");
  expect(nameOf("N\u0000ul lone\uD800 half\uFFFD\u3164")).toBe("Nul lone half");
  expect(nameOf("Ana\tBea\r\nSousa")).toBe("Ana Bea Sousa");
  // Persian and Indic names, a Japanese variant of a letter, an emoji.
  for (const name of ["علی\u200Cرضا", "ක්\u200Dෂ", "葛\u{E0100}城", "👩\u200D👧", "❤\uFE0F"]) {
    expect(nameOf(name)).toBe(name);
  }
});

test("W1 a name without a visible character is no name", () => {
  for (const name of ["\u200B\u200B", "\u200D \uFE0F", "\uD800", "\u3164", "\u0000", " \u00AD "]) {
    expect(tidyForm({ ...form, name })).toEqual(form);
  }
});

test("W3 the bib is told in the notes, once, after what was typed", () => {
  expect(addBibNote(form, null)).toEqual(form);
  expect(addBibNote(form, "1631").notes).toBe("Bib 1631");
  const noted = addBibNote({ ...form, notes: "Vegan" }, "1631");
  expect(noted.notes).toBe("Vegan\nBib 1631");
  expect(addBibNote(noted, "1631")).toEqual(noted);
  expect(addBibNote({ ...form, notes: "Bib 16310" }, "1631").notes).toBe("Bib 16310\nBib 1631");
});

test("W3 a body that replaces another one tells the bib of now, and no longer the former one", () => {
  const told = { ...form, notes: "Vegan\nBib 1631" };
  const retold = (notes: string | undefined, from: string | null, bib: string | null) =>
    retellBib({ ...form, notes }, { told: from, bib }).notes;
  expect(retold(told.notes, "1631", "2044")).toBe("Vegan\nBib 2044");
  expect(retold(told.notes, "1631", "1631")).toBe(told.notes);
  expect(retold(told.notes, "1631", null)).toBe("Vegan");
  expect(retellBib({ ...form, notes: "Bib 1631" }, { told: "1631", bib: null })).toStrictEqual(
    form,
  );
  expect(retold("bib no. 1631", "1631", "2044")).toBe("Bib 2044");
  expect(retold("Vegan", "1631", "2044")).toBe("Vegan\nBib 2044");
  expect(retold("Bib 7", null, "2044")).toBe("Bib 7\nBib 2044");
  expect(retold("Bib 16310", "1631", "2044")).toBe("Bib 16310\nBib 2044");
  expect(retellBib(form, { told: null, bib: null })).toEqual(form);
});

test("W3 a bib with spaces or signs is told once too, and letter case does not matter", () => {
  for (const bib of ["A 12", "12.", "no 5", "#301"]) {
    const noted = addBibNote(form, bib);
    expect(addBibNote(noted, bib)).toEqual(noted);
  }
  const typed = { ...form, notes: "bib a12" };
  expect(addBibNote(typed, "A12")).toEqual(typed);
});

test.each(["bib 1631", "BIB: 1631.", "Bib  #1631", "bib no. 1631", "Bib number 1631", "Bib1631"])(
  "W3 a bib that was typed into the notes as %j is not told twice",
  (notes) => {
    const typed = { ...form, notes: `Vegan\n ${notes} ` };
    expect(addBibNote(typed, "1631")).toEqual(typed);
    for (const other of ["163", "16310", "01631", "A1631"]) {
      expect(addBibNote(typed, other).notes).toBe(`${typed.notes}\nBib ${other}`);
    }
  },
);

test("W5 a run has the pace groups that its registrations wear, and those that nobody wears", () => {
  const labels = ["1:45", "45 min", "55 min", "walkers"];
  const worn = [
    { runId: "half", label: "1:45" },
    { runId: "ten", label: "45 min" },
    { runId: "ten", label: "55 min" },
    { runId: "mile", label: "55 min" },
  ];
  const of = (id: string, registrations = 50) =>
    paceGroupsOfRun(labels, { id, registrations }, worn);
  expect(of("half")).toEqual(["1:45", "walkers"]);
  expect(of("ten")).toEqual(["45 min", "55 min", "walkers"]);
  expect(of("five")).toEqual(["walkers"]);
  // With too few registrations nothing can be concluded.
  expect(of("mile", 9)).toEqual(labels);
});

test("W3 the typed notes have no line of the bib", () => {
  expect(typedNotes("has paid cash\nBib 1631")).toBe("has paid cash");
  expect(typedNotes("Bib A-12")).toBe("");
  expect(typedNotes("Bib will be collected on Sunday")).toBe("Bib will be collected on Sunday");
  expect(typedNotes("Bib 1631 is lost\nask Ana")).toBe("Bib 1631 is lost\nask Ana");
});
