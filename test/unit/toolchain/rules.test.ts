import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type ESTree, parseSync, Visitor } from "vite";
import { expect, test } from "vitest";
import { projectRoot } from "#test/support/processes/programs.ts";

const folders = ["electron", "renderer", "shared", "test"];
const mostWords = 80;

interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/** Rule numbers, each with the first place that holds it. */
type Places = Map<string, string>;

const files: readonly SourceFile[] = folders.flatMap((folder) =>
  readdirSync(join(projectRoot, folder), { recursive: true, encoding: "utf8" })
    .map((path) => `${folder}/${path.replaceAll("\\", "/")}`)
    .filter((path) => /\.(ts|tsx|mjs|css|md)$/.test(path))
    .map((path) => ({ path, text: readFileSync(join(projectRoot, path), "utf8") })),
);

/** The items of all SPEC files, each with its continuation lines. A table is not part of an item. */
const items = files
  .filter(({ path }) => path.endsWith("/SPEC.md"))
  .flatMap(({ path, text }) =>
    [...text.matchAll(/^- .*(?:\n {2}(?! *[-|]).*)*/gm)].map(([item]) => ({
      path,
      text: item.slice(2),
    })),
  );

const anyRule = "[A-Z][1-9]\\d?[a-z]?";
const definition = new RegExp(`^\\*\\*(${anyRule}(?:, ${anyRule})*)(?![\\w])`);

const defined: Places = new Map();
for (const { path, text } of items) {
  for (const number of definition.exec(text)?.[1]?.split(", ") ?? []) {
    if (!defined.has(number)) defined.set(number, path);
  }
}

/** Only the letters that SPEC files use begin a rule number: `A4` is a size of paper. */
const letters = [...new Set([...defined.keys()].map((number) => number.charAt(0)))].join("");
const rule = `[${letters}][1-9]\\d?[a-z]?`;
const citation = new RegExp(`(?<![\\w./#+-])${rule}(?![\\w+-]|\\.\\d)`, "g");
const parenthesis = new RegExp(`\\(${rule}(?:, ${rule})*\\)`, "g");
const leading = new RegExp(`^${rule}(?:(?: |, | and |–)${rule})*(?![\\w+-])`);

const numbersIn = (text: string): readonly string[] =>
  [...text.matchAll(citation)].map(([number]) => number);

/** Text between back quotes is code or data, for example a bib. */
const withoutCode = (text: string): string => text.replaceAll(/`[^`]*`/g, " ");

/** `test`, `test.each(…)` and `describe.each(…)` have titles, with or without a table of cases. */
function hasTitle(callee: ESTree.Expression | ESTree.Super): boolean {
  if (callee.type === "Identifier") return ["describe", "it", "test"].includes(callee.name);
  if (callee.type === "MemberExpression") return hasTitle(callee.object);
  return callee.type === "CallExpression" && hasTitle(callee.callee);
}

/** The constant beginning of a title. */
function titleOf(argument: ESTree.Argument | undefined): string | null {
  if (argument?.type === "Literal" && typeof argument.value === "string") return argument.value;
  return argument?.type === "TemplateLiteral" ? (argument.quasis[0]?.value.raw ?? null) : null;
}

const cited: Places = new Map();
const titled: Places = new Map();

/** Citations: every number in a comment or a document; in a string, only numbers in parentheses. */
for (const { path, text } of files) {
  const cite = (numbers: readonly string[]): void => {
    for (const number of numbers) if (!cited.has(number)) cited.set(number, path);
  };
  if (path.endsWith(".md")) cite(numbersIn(withoutCode(text)));
  else if (path.endsWith(".css")) {
    for (const [comment] of text.matchAll(/\/\*[^]*?\*\//g)) cite(numbersIn(withoutCode(comment)));
  } else {
    const { comments, program } = parseSync(path, text);
    for (const comment of comments) cite(numbersIn(withoutCode(comment.value)));
    new Visitor({
      Literal: ({ value }) => {
        if (typeof value !== "string" || path.startsWith("test/")) return;
        for (const [numbers] of value.matchAll(parenthesis)) cite(numbersIn(numbers));
      },
      CallExpression: (call) => {
        const title =
          path.startsWith("test/") && hasTitle(call.callee) && titleOf(call.arguments[0]);
        const numbers = title ? numbersIn(leading.exec(title)?.[0] ?? "") : [];
        cite(numbers);
        for (const number of numbers) if (!titled.has(number)) titled.set(number, path);
      },
    }).visit(program);
  }
}

const without = (places: Places, others: Places): readonly string[] =>
  [...places].filter(([number]) => !others.has(number)).map((place) => place.join(" in "));

test("every rule number that a comment, a document or a test title cites is defined in a SPEC", () => {
  expect(cited.size).toBeGreaterThan(0);
  expect(without(cited, defined)).toEqual([]);
});

test("every rule that a SPEC defines leads the title of at least one test", () => {
  expect(defined.size).toBeGreaterThan(0);
  expect(without(defined, titled)).toEqual([]);
});

test(`no item of a SPEC is longer than ${mostWords} words`, () => {
  const long = items
    .map(({ path, text }) => ({ path, text, words: text.split(/\s+/).length }))
    .filter(({ words }) => words > mostWords)
    .map(({ path, text, words }) => `${path}: ${words} words: ${text.slice(0, 50)}…`);
  expect(long).toEqual([]);
});
