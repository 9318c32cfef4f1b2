import { readPieces } from "./tokenizer.ts";

/** More parts than this, in a script written without spaces, are looked for in the order they were typed in only. */
const mostPermuted = 3;

/**
 * The form in which whole names are compared, from a folded name: the parts in alphabetical order, or, where all of them
 * are in scripts written without spaces, joined as they stand (`岡本 健太` is `岡本健太`). Empty for a name without letters.
 */
export function readNameKey(nameFold: string): string {
  const pieces = readPieces(nameFold);
  const texts = pieces.map(({ text }) => text);
  return pieces.every(({ kind }) => kind === "run") ? texts.join("") : texts.toSorted().join(" ");
}

/** The keys of every name that a typed text, folded, says in full: its parts may stand in any order. */
export function readTypedNameKeys(textFold: string): string[] {
  const pieces = readPieces(textFold);
  const key = readNameKey(textFold);
  if (key === "") return [];
  const isPermuted =
    pieces.length > 1 &&
    pieces.length <= mostPermuted &&
    pieces.every(({ kind }) => kind === "run");
  return isPermuted ? [...new Set(permute(pieces.map(({ text }) => text)))] : [key];
}

function permute(texts: readonly string[]): string[] {
  if (texts.length <= 1) return [texts.join("")];
  return texts.flatMap((text, at) => permute(texts.toSpliced(at, 1)).map((rest) => text + rest));
}
