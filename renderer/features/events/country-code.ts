const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];

/** Each country's English name to its code of two letters (ISO 3166-1). */
function readNames(): ReadonlyMap<string, string> {
  const names = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
  const codes = letters
    .flatMap((first) => letters.map((second) => `${first}${second}`))
    .filter((code) => new Intl.Locale(`und-${code}`).region === code);
  return new Map(codes.map((code) => [names.of(code)?.toLowerCase() ?? "", code]));
}

let codes: ReadonlyMap<string, string> | undefined;

/** The code that the API asks for: of a country's name, `Ireland` is `IE`; other words are only written in capitals. */
export function countryCodeOf(typed: string): string {
  const words = typed.trim();
  if (words.length <= 2) return words.toUpperCase();
  codes ??= readNames();
  return codes.get(words.toLowerCase()) ?? words.toUpperCase();
}
