/** One seeded fault: a change that compiles, that a person could make by mistake, and that a test must notice. */
export interface Mutant {
  /** The number of the broken rule, and the fault in words. */
  readonly id: string;
  /** What the program does wrong with the fault. */
  readonly fault: string;
  /** The path from the project's folder. */
  readonly file: string;
  /** A text that is in the file exactly once. */
  readonly find: string;
  readonly replacement: string;
  /** The test files under `test/` that must notice the fault, without `.test.ts`. */
  readonly tests: readonly [string, ...string[]];
}

export type Planted =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly found: number };

/** The text of the file with the fault in it; an error if the text to replace is not there exactly once. */
export function plantFault(text: string, { find, replacement }: Mutant): Planted {
  const pieces = text.split(find);
  return pieces.length === 2
    ? { ok: true, text: pieces.join(replacement) }
    : { ok: false, found: pieces.length - 1 };
}

export const testPathOf = (name: string): string => `test/${name}.test.ts`;
