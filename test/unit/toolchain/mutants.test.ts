import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { plantFault, testPathOf } from "#test/mutants/mutant.ts";
import { mutants } from "#test/mutants/mutants.ts";
import { projectRoot } from "#test/support/processes/programs.ts";

const ids = mutants.map(({ id }) => id);

test("there are at least thirty mutants, each by a name of its own that begins with a rule", () => {
  expect(ids.length).toBeGreaterThanOrEqual(30);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.filter((id) => !/^[JCBWODPKSM]\d+-[a-z0-9-]+$/.test(id))).toEqual([]);
});

test.each(mutants)("$id still has its one place in $file", (mutant) => {
  const text = readFileSync(join(projectRoot, mutant.file), "utf8");
  const planted = plantFault(text, mutant);
  expect(planted).toMatchObject({ ok: true });
  expect(planted).not.toMatchObject({ text });
  const missing = mutant.tests
    .map(testPathOf)
    .filter((path) => !existsSync(join(projectRoot, path)));
  expect(missing).toEqual([]);
});

test("the README tells their number", () => {
  const readme = readFileSync(join(projectRoot, "README.md"), "utf8");
  expect(readme).toContain(`\`npm run mutants\` plants ${mutants.length} faults`);
});

test("what stands there twice, or not at all, is no place for a fault", () => {
  const [mutant] = mutants;
  if (mutant === undefined) throw new Error("There are no mutants");
  expect(plantFault(mutant.find.repeat(2), mutant)).toEqual({ ok: false, found: 2 });
  expect(plantFault("", mutant)).toEqual({ ok: false, found: 0 });
});
