/** Countries that use Letter; all others use A4 (Unicode CLDR, measurement data). */
const letterCountries: ReadonlySet<string> = new Set(
  "BZ CA CL CO CR GT MX NI PA PH PR SV US VE".split(" "),
);

/** The usual paper of a country, by its two-letter code; A4 if the country is unknown. */
export const paperSize = (country: string): "A4" | "Letter" =>
  letterCountries.has(country.toUpperCase()) ? "Letter" : "A4";
