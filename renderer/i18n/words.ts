import { catalogueFor } from "./catalogue.ts";
import type { Catalogue } from "./catalogue.ts";

/**
 * Every text a person reads, in the language of this window. It is fixed when the page loads: a
 * screen never changes language half way, so choosing another one loads the page again.
 */
export const words: Catalogue = catalogueFor(
  typeof document === "undefined" ? "en" : document.documentElement.lang,
);
