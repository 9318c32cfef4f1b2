import { readPieces } from "./tokenizer.ts";

/** A name with more parts than this, in a script without spaces, is found only in the typed order. */
const maxPermuted = 3;

/**
 * The key for comparing whole names, from a folded name: the parts in alphabetical order, or, if all of them are in scripts
 * without spaces, joined in their order (`岡本 健太` is `岡本健太`). Empty for a name without letters.
 */
export function readNameKey(nameFold: string): string {
  const pieces = readPieces(nameFold);
  const texts = pieces.map(({ text }) => text);
  return pieces.every(({ kind }) => kind === "run") ? texts.join("") : texts.toSorted().join(" ");
}

/** The keys of all whole names that a folded typed text may mean: its parts may be in any order. */
export function readTypedNameKeys(textFold: string): string[] {
  const pieces = readPieces(textFold);
  const key = readNameKey(textFold);
  if (key === "") return [];
  const isPermuted =
    pieces.length > 1 && pieces.length <= maxPermuted && pieces.every(({ kind }) => kind === "run");
  return isPermuted ? [...new Set(permute(pieces.map(({ text }) => text)))] : [key];
}

function permute(texts: readonly string[]): string[] {
  if (texts.length <= 1) return [texts.join("")];
  return texts.flatMap((text, at) => permute(texts.toSpliced(at, 1)).map((rest) => text + rest));
}
