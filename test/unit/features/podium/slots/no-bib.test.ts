import { beforeEach, expect, test } from "vitest";
import { usePodium } from "#renderer/features/podium/podium-store.ts";
import type { PodiumSegment, Slot } from "#shared/contract/podium.ts";
import { sampleRunner } from "#test/support/sample-runner.ts";
import { answered, men, openDesk, runId, women } from "#test/support/sheet-editor.ts";

const wanda = sampleRunner({ id: "w-1", runId, name: "Wanda", bib: null });
const timed = (part: Partial<Slot>): PodiumSegment => ({
  ...men,
  slots: men.slots.map((slot, index) =>
    index === 0 ? { ...slot, time: "35:00", hundredths: 210_000, ...part } : slot,
  ),
});

beforeEach(() => usePodium.setState(usePodium.getInitialState(), true));

test("P1 P5 who has no bib takes the place in which they are scanned, and nobody is removed", async () => {
  const { editor, sent } = openDesk([men, women]);
  editor.open("sex:male", 2);
  editor.choose(wanda);
  editor.enter();
  await answered();
  expect(sent()).toMatchObject([{ bib: "12" }, { bib: "31" }, { bib: "", runnerId: "w-1" }]);
  editor.open("sex:male", 0);
  editor.choose(wanda);
  editor.enter();
  await answered();
  expect(sent()).toMatchObject([{ bib: "", runnerId: "w-1" }, { bib: "31" }, { bib: "" }]);
  expect(usePodium.getState().active).toMatchObject({ index: 1, bib: "31" });
});

test("P8 who has no bib does not get the time of the former runner unasked", async () => {
  const { editor, sent } = openDesk([timed({ loggedHundredths: null })]);
  editor.open("sex:male", 0);
  editor.choose(wanda);
  editor.enter();
  expect(usePodium.getState().active).toMatchObject({ index: 0, timeAsked: 1 });
  editor.answerTime("");
  await answered();
  expect(sent()?.[0]).toMatchObject({ bib: "", runnerId: "w-1", time: null });
});

test("P8 who has no bib does not get the time of another one without a bib unasked, and an answer is for one of them", async () => {
  const wilma = sampleRunner({ id: "w-2", runId, name: "Wilma", bib: null });
  const zoe = sampleRunner({ id: "w-3", runId, name: "Zoë", bib: null });
  const line = { bib: "", runnerId: "w-1", name: "Wanda", loggedHundredths: null };
  const { editor, sent } = openDesk([timed(line)]);
  editor.open("sex:male", 0);
  editor.choose(zoe);
  editor.answerTime("35:00");
  editor.choose(wilma);
  editor.enter();
  expect(usePodium.getState().active).toMatchObject({ index: 0, timeAsked: 1 });
  await answered();
  expect(sent()).toBeUndefined();
  editor.answerTime("");
  await answered();
  expect(sent()?.[0]).toMatchObject({ bib: "", runnerId: "w-2", time: null });
});

test("P8 who has no bib stays on the line when only its time is typed, until a bib is typed and deleted", async () => {
  const { editor, sent } = openDesk([timed({ bib: "", runnerId: "w-1", name: "Wanda" })]);
  editor.open("sex:male", 0);
  editor.type({ time: "36:00" });
  editor.enter();
  await answered();
  expect(sent()?.[0]).toMatchObject({ bib: "", runnerId: "w-1", time: "36:00" });
  editor.open("sex:male", 0);
  editor.type({ bib: "5" });
  editor.type({ bib: "" });
  editor.type({ time: "" });
  editor.enter();
  await answered();
  expect(sent()).toMatchObject([{ bib: "31" }]);
});

test("P4 a name is not saved as a bib, a bib that nobody has is; a runner who is chosen by name is placed", async () => {
  const { editor, sent } = openDesk([men]);
  const amara = sampleRunner({ id: "a-1", runId, name: "Amara", bib: "104" });
  const nobodys = (bib: string) => ({ bib, holders: [], logged: [] });
  editor.open("sex:male", 2);
  editor.type({ bib: "Amara" });
  editor.setLookup({ ...nobodys("Amara"), names: [amara] });
  editor.enter();
  await answered();
  expect(sent()).toBeUndefined();
  expect(usePodium.getState().active).toMatchObject({ bib: "Amara", fault: "name" });
  editor.choose(amara);
  editor.enter();
  await answered();
  expect(sent()?.[2]).toMatchObject({ bib: "104", runnerId: "a-1" });
  editor.type({ bib: "ELITE" });
  editor.setLookup({ ...nobodys("ELITE"), names: [] });
  editor.enter();
  await answered();
  expect(sent()?.[3]).toMatchObject({ bib: "ELITE" });
});

test("P4 a paper bib with the letters of a runner's name is entered as a bib if a person says so", async () => {
  const { editor, sent } = openDesk([men]);
  const max = sampleRunner({ id: "m-1", runId, name: "Max", bib: "104" });
  const found = { bib: "MAX", holders: [], logged: [], names: [max] };
  editor.open("sex:male", 2);
  editor.type({ bib: "MAX" });
  editor.setLookup(found);
  editor.enter();
  expect(usePodium.getState().active).toMatchObject({ bib: "MAX", fault: "name" });
  editor.enterAsBib();
  await answered();
  expect(sent()?.[2]).toMatchObject({ bib: "MAX" });
  expect(usePodium.getState().active).toMatchObject({ bib: "", fault: null });
  // The answer was for that text alone.
  editor.type({ bib: "Max" });
  editor.setLookup({ ...found, bib: "Max" });
  editor.enter();
  expect(usePodium.getState().active).toMatchObject({ bib: "Max", fault: "name" });
});
