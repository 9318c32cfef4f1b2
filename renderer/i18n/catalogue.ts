import { en } from "./en.ts";

/** What a language has to say. English defines the shape; every other language implements it whole. */
export type Catalogue = typeof en;

const catalogues: Readonly<Record<string, Catalogue>> = { en };

/** The catalogue of a BCP 47 tag ("de-CH" finds "de"); English where the language is not here. */
export function catalogueFor(tag: string): Catalogue {
  const language = tag.toLowerCase().split("-")[0] ?? "";
  return (Object.hasOwn(catalogues, language) ? catalogues[language] : undefined) ?? en;
}
