/** Where Letter is the usual paper; everywhere else it is A4 (Unicode CLDR, measurement data). */
const letterCountries: ReadonlySet<string> = new Set(
  "BZ CA CL CO CR GT MX NI PA PH PR SV US VE".split(" "),
);

/** The usual paper of a country, by its two letters; A4 where the country is not known. */
export const paperSize = (country: string): "A4" | "Letter" =>
  letterCountries.has(country.toUpperCase()) ? "Letter" : "A4";
