import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { interceptedSuites, stationSuites } from "#test/support/hosts/suites.ts";
import { projectRoot } from "#test/support/processes/programs.ts";

const folder = join(projectRoot, "test/e2e");
const ending = ".test.ts";
const suites = readdirSync(folder)
  .filter((name) => name.endsWith(ending))
  .map((name) => name.slice(0, -ending.length));

const stationAlone = Object.keys(stationSuites);

/** The suites outside `left` in whose text no test is registered by `register`. */
const emptySuites = (left: readonly string[], register: RegExp): string[] =>
  suites.filter(
    (name) =>
      !left.includes(name) && !register.test(readFileSync(join(folder, name + ending), "utf8")),
  );

test("every suite that is listed for its hosts exists", () => {
  const listed = [...stationAlone, ...interceptedSuites];
  expect(listed.filter((name) => !suites.includes(name))).toEqual([]);
});

test("every suite has a test on each host that runs it, because vitest fails a file without tests", () => {
  const onDouble = emptySuites(stationAlone, /^\s*test(WithInterception|\.each|\.for)?[(<]/m);
  const onElectron = emptySuites(
    [...stationAlone, ...interceptedSuites],
    /^\s*test(\.each|\.for)?[(<]/m,
  );
  expect([onDouble, onElectron]).toEqual([[], []]);
});
