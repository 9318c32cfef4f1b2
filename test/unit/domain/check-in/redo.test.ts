import { expect, test } from "vitest";
import { findRedo, isUndo, undoRedoneBy } from "#shared/domain/check-in/redo.ts";
import { entryIdOf } from "#shared/domain/basics/ids.ts";
import type { JournalEntry } from "#shared/domain/journal/journal.ts";
import { entryOf } from "#test/unit/domain/entry-of.ts";

type Payload = NonNullable<JournalEntry["payload"]>;

/** Builds the entries of one desk, the oldest first; each is a command of its own unless `commandId` says otherwise. */
function openDesk() {
  const entries: JournalEntry[] = [];
  return {
    add(kind: string, payload: Payload, commandId?: string): JournalEntry {
      const sequence = entries.length + 1;
      const made = entryOf("d", sequence, String(sequence), payload, kind);
      const entry = { ...made, commandId: commandId ?? `command-${sequence}` };
      entries.push(entry);
      return entry;
    },
    redo: () => findRedo(entries.toReversed()).map(({ sequence }) => sequence),
  };
}

const checkIn = (redoes?: JournalEntry): Payload =>
  redoes === undefined ? {} : { redoes: entryIdOf(redoes) };
const undoOf = (entry: JournalEntry): Payload => ({ undoes: entryIdOf(entry) });

test("C10 Redo finds the last undo that was not repeated, and then the one before it", () => {
  const desk = openDesk();
  const one = desk.add("check-in.made", checkIn());
  const two = desk.add("check-in.made", checkIn());
  const undoneTwo = desk.add("check-in.undone", undoOf(two));
  const undoneOne = desk.add("check-in.undone", undoOf(one));
  expect(desk.redo()).toEqual([undoneOne.sequence]);
  desk.add("check-in.made", checkIn(undoneOne));
  expect(desk.redo()).toEqual([undoneTwo.sequence]);
  desk.add("check-in.made", checkIn(undoneTwo));
  expect(desk.redo()).toEqual([]);
});

test("C10 a new action of the desk ends Redo; nothing to undo is nothing to redo", () => {
  const desk = openDesk();
  expect(desk.redo()).toEqual([]);
  const one = desk.add("check-in.made", checkIn());
  expect(desk.redo()).toEqual([]);
  desk.add("check-in.undone", undoOf(one));
  desk.add("check-in.made", checkIn());
  expect(desk.redo()).toEqual([]);
});

test("C10 the undo of a family is repeated as one action, without the members who are here again", () => {
  const desk = openDesk();
  const family = [1, 2, 3].map(() => desk.add("check-in.made", checkIn(), "family"));
  const undone = family.map((entry) => desk.add("check-in.undone", undoOf(entry), "undo"));
  const [first] = undone;
  if (first === undefined) throw new Error("The family is empty");
  desk.add("check-in.made", checkIn(first), "redo");
  expect(desk.redo()).toEqual(
    undone
      .slice(1)
      .map(({ sequence }) => sequence)
      .toReversed(),
  );
});

test("C10 a bib that was given or swapped names the undo that it repeats; other entries name none", () => {
  const desk = openDesk();
  const given = desk.add("bib.given", { bib: "7", previousBib: null });
  const undone = desk.add("bib.undone", { undoes: entryIdOf(given), bib: null });
  expect([given, undone].map(isUndo)).toEqual([false, true]);
  expect(isUndo(desk.add("check-in.undone", undoOf(given)))).toBe(true);
  const redoes = entryIdOf(undone);
  expect(undoRedoneBy(desk.add("bib.given", { bib: "7", previousBib: null, redoes }))).toBe(redoes);
  expect(undoRedoneBy(desk.add("bib.swapped", { bib: "7", otherBib: "8", redoes }))).toBe(redoes);
  expect(undoRedoneBy(desk.add("check-in.made", checkIn(undone)))).toBe(redoes);
  expect(undoRedoneBy(given)).toBeNull();
  expect(undoRedoneBy(undone)).toBeNull();
  expect(undoRedoneBy(desk.add("pronunciation.set", { text: "Mei" }))).toBeNull();
});
