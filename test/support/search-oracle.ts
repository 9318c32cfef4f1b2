import { foldText } from "#shared/domain/search/text-folding.ts";

/** A runner as the search sees one. */
export interface Entrant {
  readonly name: string | null;
  readonly email: string;
  readonly bib: string | null;
  readonly runId?: string;
  readonly standing?: string;
  readonly here?: boolean;
  readonly eventId?: string;
}

/** A runner's texts, split once, so that a scan only compares. */
export interface Scanned {
  readonly bib: string;
  readonly key: string;
  readonly email: string;
  readonly words: readonly string[];
  readonly runs: readonly string[];
}

/**
 * A plain scan that was written from the rules alone; it shares only the text folding with the search. It splits
 * everything into single characters by hand, and has one line for each rule. Returns the positions of the matching
 * runners.
 */
export function scan(rows: readonly Scanned[], typed: string): number[] {
  const asked = ask(typed);
  return rows.flatMap((row, at) => (fits(row, asked) ? [at] : []));
}

export function takeApart(entrant: Pick<Entrant, "name" | "email" | "bib">): Scanned {
  const bib = foldText(entrant.bib ?? "")
    .trim()
    .replace(/\s+/g, " ");
  const key = withoutZeros(bib);
  const email = foldText(entrant.email).trim();
  const mailbox = email.includes("@") ? email.slice(0, email.lastIndexOf("@")) : email;
  const texts = [bib, key, foldText(entrant.name ?? ""), mailbox];
  return { bib, key, email, words: texts.flatMap(wordsOf), runs: texts.flatMap(runsOf) };
}

interface Asked {
  readonly typed: string;
  readonly spoken: string | null;
  readonly parts: readonly { readonly text: string; readonly kind: "email" | "run" | "word" }[];
}

function ask(text: string): Asked {
  const typed = foldText(text).trim().replace(/\s+/g, " ");
  const parts = typed
    .split(" ")
    .flatMap((word) => (word.includes("@") ? [word] : pieces(withoutJoiners(word))))
    .map((part) => ({
      text: part,
      kind: part.includes("@")
        ? ("email" as const)
        : isSpaceless(part)
          ? ("run" as const)
          : ("word" as const),
    }));
  return { typed, spoken: speak(typed), parts };
}

/** The text after a word for "bib" or a sign, with its groups of digits joined; null if there is no such word. */
function speak(typed: string): string | null {
  if (typed.includes("@")) return null;
  const behind = typed
    .replace(
      /^(bib|number|num|no|nr|startnummer|startnr|nummer|numero|dossard|dorsal|pettorale)(?!\p{L})([ .:]+(no|nr|number)(?!\p{L}))?/u,
      "#",
    )
    .replace(/^n°/, "#")
    .replace(/^#[ .:#]*/, "");
  const groups = behind.split(/[ .,']/);
  const isNumber = groups.length > 1 && groups.every((group) => /^\d+$/.test(group));
  const isThousands =
    groups.slice(1).every((group) => group.length === 3) && (groups[0] ?? "").length <= 3;
  const signs = new Set(behind.replace(/\d/g, ""));
  const isPut =
    isNumber && ((signs.size === 1 && signs.has(" ")) || (isThousands && !signs.has(" ")));
  const bib = isPut ? groups.join("") : behind;
  return bib !== typed && !bib.includes(" ") && /\d/.test(bib) ? bib : null;
}

function fits(row: Scanned, { typed, spoken, parts }: Asked): boolean {
  if (typed === "") return false;
  const { email, words, runs } = row;
  if (fitsBib(row, typed) || (spoken !== null && fitsBib(row, spoken))) return true;
  if (parts.length === 0) return false;
  return parts.every(({ text, kind }) => {
    if (kind === "email") return email.startsWith(text);
    if (kind === "run") return runs.some((run) => run.includes(text));
    return words.some((word) => word.startsWith(text));
  });
}

const fitsBib = ({ bib, key }: Scanned, typed: string): boolean =>
  bib !== "" && (bib.startsWith(typed) || key.startsWith(typed) || key === withoutZeros(typed));

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

/**
 * Removes apostrophes and middle dots between letters. Between characters of scripts without spaces they separate
 * instead.
 */
const withoutJoiners = (word: string): string =>
  word.replace(/([^'·]?)['·]+(?=(.?))/gsu, (_, before: string, after: string) =>
    isSpaceless(before) && isSpaceless(after) ? `${before} ` : before,
  );

/** Sequences of letters, split where the kind of script changes. */
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

/** Compounds inside one word: pieces with exactly one joiner between them, and no run of another script. */
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

/** Texts of scripts without spaces, joined until a word of another script comes between. */
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
