/** Ordered, because each browser's user agent also names those below it. */
const browsers = [
  ["Edge", /\bEdgA?\//],
  ["Opera", /\bOPR\//],
  ["Firefox", /\bFirefox\/|\bFxiOS\//],
  ["Chrome", /\bChrom(e|ium)\/|\bCriOS\//],
  ["Safari", /\bSafari\//],
] as const;

const systems = [
  ["Android", /\bAndroid\b/],
  ["iOS", /\biPhone\b|\biPad\b/],
  ["Windows", /\bWindows\b/],
  ["macOS", /\bMac OS X\b/],
  ["Linux", /\bLinux\b/],
] as const;

/** The common name of a browser and its system, from the user agent; empty if unknown. */
export function browserName(userAgent = ""): string {
  const find = (names: readonly (readonly [string, RegExp])[]): string[] =>
    names
      .filter(([, form]) => form.test(userAgent))
      .map(([name]) => name)
      .slice(0, 1);
  return [...find(browsers), ...find(systems)].join(", ");
}
