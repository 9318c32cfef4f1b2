import { describe, expect, test } from "vitest";
import type { Candidate } from "#shared/domain/search/meant-runner.ts";
import { findMeant } from "#shared/domain/search/meant-runner.ts";

const runner = (id: string): Candidate<string> => ({ id, isRetracted: false });
const retracted = (id: string): Candidate<string> => ({ id, isRetracted: true });
const nothing = { exactBibs: [], exactNames: [], onlyResult: null, isNear: false };

describe("the one runner that a text means", () => {
  test("C6 the only holder of the bib is meant, whoever else has the text as a name", () => {
    const exactNames = [runner("name-1"), runner("name-2")];
    expect(findMeant({ ...nothing, exactBibs: [runner("bib")], exactNames })).toBe("bib");
  });

  test("C6 several holders of the bib mean nobody, even where one person has the text as a name", () => {
    const exactBibs = [runner("bib-1"), runner("bib-2")];
    expect(findMeant({ ...nothing, exactBibs, exactNames: [runner("name")] })).toBeNull();
  });

  test("C6 an exact whole name that one person has is meant, among longer names too", () => {
    expect(findMeant({ ...nothing, exactNames: [runner("name")] })).toBe("name");
    const exactNames = [runner("name-1"), runner("name-2")];
    expect(findMeant({ ...nothing, exactNames })).toBeNull();
  });

  test("C6 the only result is meant; several results are not, and neither is nobody", () => {
    expect(findMeant({ ...nothing, onlyResult: "only" })).toBe("only");
    expect(findMeant(nothing)).toBeNull();
  });

  test("C6 a guess is never meant, not even the only one", () => {
    expect(findMeant({ ...nothing, onlyResult: "near", isNear: true })).toBeNull();
    const exactNames = [runner("near")];
    expect(findMeant({ ...nothing, exactNames, isNear: true })).toBeNull();
  });

  test("C6 a retracted walk-up gives way to the runner who is registered", () => {
    const exactNames = [retracted("old"), runner("new")];
    expect(findMeant({ ...nothing, exactNames })).toBe("new");
    expect(findMeant({ ...nothing, exactBibs: [runner("new"), retracted("old")] })).toBe("new");
    expect(findMeant({ ...nothing, exactNames: [retracted("old")] })).toBe("old");
    expect(findMeant({ ...nothing, exactNames: [retracted("a"), retracted("b")] })).toBeNull();
  });
});
