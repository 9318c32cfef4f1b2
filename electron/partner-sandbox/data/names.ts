import type { NameSource, NameOrder, NameSeparator } from "./name-source.ts";
import { latinNames } from "./names-latin.ts";
import { scriptNames } from "./names-scripts.ts";

/** A name part in its own script, and its Latin spelling for e-mail addresses. */
export interface NamePart {
  readonly native: string;
  readonly latin: string;
}

/** Names of one language. */
export interface NamePool {
  readonly given: readonly [NamePart, ...NamePart[]];
  readonly family: readonly [NamePart, ...NamePart[]];
  readonly order: NameOrder;
  readonly separator: NameSeparator;
}

const undecomposed: Readonly<Record<string, string>> = {
  æ: "ae",
  œ: "oe",
  ø: "o",
  đ: "d",
  ð: "d",
  þ: "th",
  ß: "ss",
  ł: "l",
  ı: "i",
};

/** Lower-case ASCII letters and digits of a Latin name. */
function toAscii(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[æœøđðþßłı]/g, (letter) => undecomposed[letter] ?? "")
    .normalize("NFKD")
    .replaceAll(/[^a-z0-9]/g, "");
}

function readParts(source: string): [NamePart, ...NamePart[]] {
  const [first, ...rest] = source.trim().split(/\s+/).map(readPart);
  if (first === undefined) throw new Error("A name pool is empty.");
  return [first, ...rest];
}

function readPart(written: string): NamePart {
  const [native = "", latin] = written.split("=");
  const name = native.replaceAll("_", " ");
  return { native: name, latin: latin ?? toAscii(name) };
}

const readPool = (source: NameSource): NamePool => ({
  given: readParts(source.given),
  family: readParts(source.family),
  order: source.order ?? "given-first",
  separator: source.separator ?? " ",
});

/** All pools. The Latin ones count twice, because most volunteers read Latin script. */
export const namePools: readonly NamePool[] = [...latinNames, ...latinNames, ...scriptNames].map(
  readPool,
);
