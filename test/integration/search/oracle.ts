import type { StateFilter } from "#core/db/search-filter.ts";
import { foldText } from "#shared/domain/fold.ts";
import type { Entrant } from "./search-desk.ts";

/**
 * A plain scan, written from the rules alone: it shares the folding with the search, nothing else.
 * Everything is split by hand into single characters, and every rule is one line.
 */
export function scan(entrants: readonly Entrant[], typed: string): number[] {
  const folded = foldText(typed).trim().replace(/\s+/g, " ");
  return entrants.flatMap((entrant, at) => (fits(entrant, folded) ? [at] : []));
}

export function lets(entrant: Entrant, runId: string | undefined, state: StateFilter): boolean {
  if (runId !== undefined && (entrant.runId ?? "run-1") !== runId) return false;
  const confirmed = (entrant.standing ?? "confirmed") === "confirmed";
  if (state === "not-here") return confirmed && entrant.here !== true;
  if (state === "here") return entrant.here === true;
  return state === "all" || !confirmed;
}

function fits(entrant: Entrant, typed: string): boolean {
  if (typed === "") return false;
  const bib = foldText(entrant.bib ?? "")
    .trim()
    .replace(/\s+/g, " ");
  const key = withoutZeros(bib);
  if (
    bib !== "" &&
    (bib.startsWith(typed) || key.startsWith(typed) || key === withoutZeros(typed))
  ) {
    return true;
  }
  const email = foldText(entrant.email).trim();
  const mailbox = email.includes("@") ? email.slice(0, email.lastIndexOf("@")) : email;
  const texts = [bib, key, foldText(entrant.name ?? ""), mailbox];
  const asked = typed
    .split(" ")
    .flatMap((word) => (word.includes("@") ? [word] : pieces(word.replace(/['·]/g, ""))));
  return (
    asked.length > 0 &&
    asked.every((part) => {
      if (part.includes("@")) return email.startsWith(part);
      if (isSpaceless(part))
        return texts.some((text) => runsOf(text).some((run) => run.includes(part)));
      return texts.some((text) => wordsOf(text).some((word) => word.startsWith(part)));
    })
  );
}

const withoutZeros = (bib: string): string => {
  let at = 0;
  while (at < bib.length - 1 && bib[at] === "0") at += 1;
  return bib.slice(at);
};

const isLetter = (char: string): boolean => /[\p{L}\p{N}\p{M}]/u.test(char);
const isSpaceless = (text: string): boolean =>
  /^[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]/u.test(
    text,
  );

/** Stretches of letters, cut where the kind of script changes. */
function pieces(text: string): string[] {
  const found: string[] = [];
  let open = false;
  for (const char of text) {
    const last = found.at(-1);
    if (!isLetter(char)) open = false;
    else if (open && last !== undefined && isSpaceless(last) === isSpaceless(char))
      found.push(found.pop() + char);
    else found.push(char);
    open = isLetter(char);
  }
  return found;
}

/** Pieces that are words, and what apostrophes, hyphens and middle dots join. */
function wordsOf(text: string): string[] {
  const words = pieces(text).filter((piece) => !isSpaceless(piece));
  const spaced = text.replace(/[^\p{L}\p{N}\p{M}'\-·]/gu, " ");
  const compounds = spaced.split(" ").flatMap((word) => splitRuns(word));
  return [...words, ...compounds.map((word) => word.replace(/['\-·]/g, ""))];
}

/** Compounds within one word: pieces with exactly one joiner between, no run of another script among them. */
function splitRuns(word: string): string[] {
  const compounds: string[] = [];
  for (const stretch of word.split(/['\-·]{2,}/)) {
    let compound = "";
    for (const char of `${stretch} `) {
      if (char !== " " && !(isLetter(char) && isSpaceless(char))) compound += char;
      else {
        compounds.push(compound);
        compound = "";
      }
    }
  }
  return compounds.filter((compound) => /[\p{L}\p{N}\p{M}]/u.test(compound));
}

/** Text of scripts without spaces, run together until a word comes between. */
function runsOf(text: string): string[] {
  const runs: string[] = [];
  let open = false;
  for (const piece of pieces(text)) {
    if (!isSpaceless(piece)) open = false;
    else if (open) runs.push((runs.pop() ?? "") + piece);
    else runs.push(piece);
    open = isSpaceless(piece);
  }
  return runs;
}
