import { foldText } from "./text-folding.ts";
import { readSpokenBib } from "#shared/domain/bibs/spoken-bib.ts";

/** The person in a typed text; "" for a missing part. */
export interface TypedPerson {
  readonly name: string;
  readonly email: string;
  readonly bib: string;
}

/** Signs around a part: `<nina@x.example>,`. */
const edges = /^[<("']+|[>)"',;]+$/g;
/** A link to an address: `mailto:nina@x.example?subject=Bib`. */
const link = /^mailto:([^?]*@[^?]*).*/iu;

/** The e-mail address, or its beginning, in a part with `@`. */
export const bareEmail = (part: string): string => part.replaceAll(edges, "").replace(link, "$1");

/** The maximum number of words before the digits of a bib: `bib no. 77`. */
const maxBibWords = 2;

/** Parses a typed text (W4): the part with `@` is the e-mail, digits are the bib, and the rest is the name. */
export function readTypedPerson(text: string): TypedPerson {
  const parts = text.split(/\s+/u).filter((part) => part !== "");
  const emailAt = parts.findIndex((part) => part.includes("@"));
  const email = bareEmail(parts[emailAt] ?? "");
  const others = emailAt < 0 ? parts : parts.toSpliced(emailAt, 1);
  const { bib, rest } = takeBib(others);
  return { name: rest.join(" "), email, bib };
}

interface BibAndRest {
  readonly bib: string;
  readonly rest: readonly string[];
}

/** The first part with a digit, with the parts that belong to it: `bib 2 014`. */
function takeBib(parts: readonly string[]): BibAndRest {
  const from = parts.findIndex(hasDigit);
  if (from < 0) return { bib: "", rest: parts };
  const next = parts.findIndex((part, at) => at > from && !hasDigit(part));
  const to = next < 0 ? parts.length : next;
  for (let start = Math.max(0, from - maxBibWords); start <= from; start += 1) {
    const said = parts.slice(start, to).join(" ");
    const spoken = readSpokenBib(foldText(said));
    if (spoken === null) continue;
    // The folded bib is in lower case; the letters as they were typed are at the end of the text.
    const typed = said.slice(-spoken.length);
    const bib = foldText(typed) === spoken ? typed : spoken;
    return { bib, rest: parts.toSpliced(start, to - start) };
  }
  return { bib: (parts[from] ?? "").replaceAll(edges, ""), rest: parts.toSpliced(from, 1) };
}

const hasDigit = (part: string): boolean => /\p{N}/u.test(part);
