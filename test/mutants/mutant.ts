/** One seeded fault: a change that compiles, that somebody could make, and that a test has to notice. */
export interface Mutant {
  /** The broken rule's number, and what is broken. */
  readonly id: string;
  /** What the program does wrong with it. */
  readonly fault: string;
  /** Path from the checkout's folder. */
  readonly file: string;
  /** Stands in the file exactly once. */
  readonly find: string;
  readonly replacement: string;
  /** Test files under `test/` that must notice; without `.test.ts`. */
  readonly tests: readonly [string, ...string[]];
}

export type Planted =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly found: number };

/** The file's text with the fault in it; not ok where its place is not there exactly once. */
export function plantFault(text: string, { find, replacement }: Mutant): Planted {
  const pieces = text.split(find);
  return pieces.length === 2
    ? { ok: true, text: pieces.join(replacement) }
    : { ok: false, found: pieces.length - 1 };
}

export const testPathOf = (name: string): string => `test/${name}.test.ts`;
