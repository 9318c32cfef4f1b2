import { readFileSync, writeFileSync } from "node:fs";
import { beginMark, endMark, matrixMarkdown } from "./markdown.ts";

/** `node test/integration/fault-matrix/print.ts` writes the matrix between the marks of the README in this folder. */
const readme = new URL("README.md", import.meta.url);
const text = readFileSync(readme, "utf8");
const [before, , after] = text.split(new RegExp(`(${beginMark}[^]*${endMark})`));
if (before === undefined || after === undefined) throw new Error("The README has no marks");
writeFileSync(readme, `${before}${matrixMarkdown()}${after}`);
