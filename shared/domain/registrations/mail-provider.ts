import { isEmail, tidyEmail } from "./email-address.ts";

/** Providers that many runners have. A short name is left out, because another real name may be one letter away. */
const usual: readonly string[] = [
  "gmail.com",
  "googlemail.com",
  "hotmail.com",
  "hotmail.co.uk",
  "hotmail.fr",
  "outlook.com",
  "yahoo.com",
  "yahoo.co.uk",
  "yahoo.fr",
  "icloud.com",
  "proton.me",
  "protonmail.com",
  "t-online.de",
];

/** Real providers whose name is one letter away from a usual one. */
const realToo: ReadonlySet<string> = new Set(["email.com", "fmail.com", "mail.com", "ymail.com"]);

/** The usual provider that an address misspells by one letter; null if it misspells none (W1). */
export function meantProvider(typed: string): string | null {
  if (!isEmail(typed)) return null;
  const provider = providerOf(typed).toLowerCase();
  if (usual.includes(provider) || realToo.has(provider)) return null;
  return usual.find((each) => isOneLetterAway(each, provider)) ?? null;
}

/** What is behind the "@" of an address. */
export const providerOf = (typed: string): string => {
  const address = tidyEmail(typed);
  return address.slice(address.lastIndexOf("@") + 1);
};

/** The typed address with another provider. */
export const withProvider = (typed: string, provider: string): string => {
  const address = tidyEmail(typed);
  return address.slice(0, address.lastIndexOf("@") + 1) + provider;
};

/** Whether one letter is added, missing, changed, or swapped with its neighbour. */
function isOneLetterAway(one: string, other: string): boolean {
  let start = 0;
  while (start < one.length && one[start] === other[start]) start += 1;
  let [end, otherEnd] = [one.length, other.length];
  while (end > start && otherEnd > start && one[end - 1] === other[otherEnd - 1]) {
    end -= 1;
    otherEnd -= 1;
  }
  const [rest, otherRest] = [one.slice(start, end), other.slice(start, otherEnd)];
  if (rest.length <= 1 && otherRest.length <= 1) return rest !== otherRest;
  return rest.length === 2 && rest === [...otherRest].toReversed().join("");
}
