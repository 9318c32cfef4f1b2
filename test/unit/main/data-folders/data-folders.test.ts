import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createDataFolders, profileOf } from "#main/data-folders/data-folders.ts";

const usual = "/home/ana/Chute";

function somewhere(): string {
  const folder = mkdtempSync(join(tmpdir(), "chute-folders-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test("a folder that was chosen is where the next start goes; one from a flag is only remembered", async () => {
  const place = somewhere();
  const folders = createDataFolders(place, usual);
  expect(folders.chosen()).toBeNull();
  await folders.remember("/stick/race");
  expect(folders.chosen()).toBeNull();
  await folders.choose("/stick/race");
  const later = createDataFolders(place, usual);
  expect(later.chosen()).toBe("/stick/race");
  await later.choose(usual);
  expect(later.chosen()).toBeNull();
});

test("the last few are kept, newest first and each once", async () => {
  const folders = createDataFolders(somewhere(), usual);
  for (const name of ["a", "b", "c", "d", "e", "f", "g", "c"]) await folders.remember(`/${name}`);
  expect(folders.recent()).toEqual(["/c", "/g", "/f", "/e", "/d", "/b"]);
});

test("what is taken off the list is not opened at the next start either", async () => {
  const folders = createDataFolders(somewhere(), usual);
  await folders.remember("/gone");
  await folders.choose("/gone");
  await folders.forget("/gone");
  expect(folders.recent()).toEqual([]);
  expect(folders.chosen()).toBeNull();
});

test("two windows of one user do not forget each other's folder", async () => {
  const place = somewhere();
  const [one, other] = [createDataFolders(place, usual), createDataFolders(place, usual)];
  await one.remember("/one");
  await other.remember("/other");
  await one.choose("/one");
  expect(other.recent()).toEqual(["/other", "/one"]);
  expect(other.chosen()).toBe("/one");
});

test("a list that cannot be read begins anew", async () => {
  const place = somewhere();
  writeFileSync(join(place, "data-folders.json"), '{"chosen": 7');
  const folders = createDataFolders(place, usual);
  expect([folders.chosen(), folders.recent()]).toEqual([null, []]);
  await folders.remember("/race");
  expect(folders.recent()).toEqual(["/race"]);
});

test("each folder has a profile of its own, and the usual one the runtime's", () => {
  expect(profileOf(usual, usual, "/profile")).toBe("/profile");
  const race = profileOf("/stick/race", usual, "/profile");
  expect(race).toMatch(/^\/profile.folders.[0-9a-f]{16}$/);
  expect(profileOf("/stick/race", usual, "/profile")).toBe(race);
  expect(profileOf("/stick/other", usual, "/profile")).not.toBe(race);
});
