import { comparableBib } from "#shared/domain/bibs/bib.ts";
export const scanKinds = ["bib", "registration-id", "email", "parkrun", "unknown"] as const;

/** The form of a scanned text. A lookup in the event's replica decides what it means. */
export interface ScanReading {
  readonly kind: (typeof scanKinds)[number];
  /** The part to look up; for `unknown` the beginning of the scanned text. */
  readonly text: string;
}

const maxBibLength = 12;
const maxIdLength = 200;
const shownOfUnknown = 100;

/** Labels of timing chips: `#`, the bib, `~` and any text. */
const chipLabel = /^#([^~#]{1,50})~/u;
const email = /^[^\s@<>()]{1,100}@[^\s@<>()]{1,150}\.[^\s@<>().]{2,63}$/u;
const parkrunner = /^A\d{4,10}$/iu;
const bib = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} ./-]*$/u;
const id = /^[\p{L}\p{N}][\p{L}\p{N}_.:-]*$/u;
/** The symbology identifier that scanners may send before a code, for example `]C0` (ISO/IEC 15424). */
const symbology = /^\][A-Za-z][0-9A-Za-z]/u;
const address = /^(?:https?:\/\/|www\.)/iu;

/**
 * Parses the text of a code (B4): digits of Code 128 or Code 39, `#301~anything`, a registration id, an e-mail, a parkrun
 * barcode, or a web address that ends in one of these. A short text is read as a bib and a long one as an id; the lookup
 * tries the other kind if it finds nobody.
 */
export function readScan(scanned: string): ScanReading {
  const text = clean(scanned);
  const part = address.test(text) ? endOfAddress(text) : text;
  return readPart(part) ?? { kind: "unknown", text: text.slice(0, shownOfUnknown) };
}

function readPart(part: string): ScanReading | undefined {
  const label = chipLabel.exec(part)?.[1]?.trim();
  if (label !== undefined && label !== "") return { kind: "bib", text: label };
  const mail = part.replace(/^mailto:/iu, "");
  if (email.test(mail)) return { kind: "email", text: mail };
  if (parkrunner.test(part)) return { kind: "parkrun", text: part.toUpperCase() };
  if (bib.test(part) && [...part].length <= maxBibLength) return { kind: "bib", text: part };
  if (id.test(part) && part.length <= maxIdLength) return { kind: "registration-id", text: part };
  return undefined;
}

/** Removes control characters (group separators, line ends), spaces and the symbology identifier. */
function clean(scanned: string): string {
  const printed = scanned.slice(0, 2_000).replace(/\p{Cc}/gu, "");
  return printed.trim().replace(symbology, "").trim();
}

/** The names of parameters that identify a runner; other parameters (a campaign, a page) do not. */
const telling =
  /^(?:bib|bibidentifier|id|registration|registrationid|participant|participantid|e|email|mail|code)$/iu;

/**
 * The value that may identify a runner: a named value, or the last part of the path. A fragment with a slash is the path
 * of a page that runs in the browser. Any other value without a name may be about the page, such as `#details` or `?print`:
 * without a digit it counts only if the path is empty. Empty for an address that names two bibs.
 */
function endOfAddress(text: string): string {
  const [beforeFragment, fragment = ""] = splitOnce(text, "#");
  const [path, query = ""] = splitOnce(beforeFragment, "?");
  if (namedBibs(`${query}&${fragment}`).size > 1) return "";
  const parts = path
    .replace(/^https?:\/\//iu, "")
    .split("/")
    .slice(1);
  const candidates = [
    decodeValue(fragment.includes("/") ? lastUnnamed(fragment) : ""),
    decodeValue(lastNamed(fragment)),
    decodeValue(lastNamed(query)),
    ...[fragment, query].map((pairs) => decodeValue(lastUnnamed(pairs))).filter(hasDigit),
    decode(parts.findLast((part) => part !== "") ?? ""),
    decodeValue(lastUnnamed(fragment)),
    decodeValue(lastUnnamed(query)),
  ].map((candidate) => candidate.trim());
  return candidates.find((candidate) => candidate !== "") ?? "";
}

/** The different bibs that parameters name; letter case does not distinguish bibs. */
const namedBibs = (pairs: string): ReadonlySet<string> =>
  new Set(
    pairs
      .split("&")
      .map((pair) => splitOnce(pair, "="))
      .filter(([name]) => /^bib(?:identifier)?$/iu.test(name))
      .map(([, value = ""]) => comparableBib(decodeValue(value).trim()))
      .filter((value) => value !== ""),
  );

const hasDigit = (text: string): boolean => /\p{N}/u.test(text);

const lastNamed = (pairs: string): string =>
  lastValue(pairs, (name, value) => (telling.test(name) ? value : undefined));

const lastUnnamed = (pairs: string): string =>
  lastValue(pairs, (name, value) => (value === undefined ? name : undefined));

/** The last part, between slashes, of the last value that `read` returns. */
function lastValue(
  pairs: string,
  read: (name: string, value: string | undefined) => string | undefined,
): string {
  const values = pairs.split("&").map((pair) => read(...splitOnce(pair, "=")) ?? "");
  const last = values.findLast((value) => value !== "") ?? "";
  return last.split("/").findLast((part) => part !== "") ?? "";
}

function splitOnce(text: string, mark: string): [string, string | undefined] {
  const at = text.indexOf(mark);
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + mark.length)];
}

/** In a value a plus sign is a space, except in an e-mail, because few programs encode the plus sign of an e-mail. */
const decodeValue = (text: string): string =>
  decode(/@|%40/u.test(text) ? text : text.replaceAll("+", " "));

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
