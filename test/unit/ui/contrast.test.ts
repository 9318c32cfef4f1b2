import { globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

const css = readFileSync(new URL("../../../renderer/ui/tokens.css", import.meta.url), "utf8");
type Theme = "light" | "dark";

/** The colour of a token in a theme, from tokens.css. */
function colour(token: string, theme: Theme, block = css): string {
  const value = new RegExp(`--${token}:\\s*([^;]+);`).exec(block)?.[1]?.trim();
  if (value === undefined) throw new Error(`tokens.css has no --${token}.`);
  const pair = /^light-dark\(\s*(#[0-9a-f]{6}),\s*(#[0-9a-f]{6})\s*\)$/.exec(value);
  const found = pair === null ? value : pair[theme === "light" ? 1 : 2];
  if (found === undefined || !/^#[0-9a-f]{6}$/.test(found)) {
    throw new Error(`--${token} is no colour: ${value}`);
  }
  return found;
}

/** Relative luminance, WCAG 2.2. */
function luminance(hex: string): number {
  const [red, green, blue] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
}

/** The contrast ratio of WCAG 2.2, rounded to one decimal as in the design. */
function contrast(first: string, second: string): number {
  const [low = 0, high = 0] = [luminance(first), luminance(second)].toSorted((a, b) => a - b);
  return Math.round(((high + 0.05) / (low + 0.05)) * 10) / 10;
}

/** [text, ground, light, dark]: the contrast ratios that the design promises. */
const promised = [
  ["ink", "ground", 16.8, 17.5],
  ["ink-2", "ground", 9.2, 10.7],
  ["strong", "ground", 4.5, 5.6],
  ["done-text", "ground", 8.1, 11.6],
  ["look-text", "ground", 8.4, 12.0],
  ["stop-text", "ground", 7.4, 9.5],
  ["ink", "surface", 18.6, 16.0],
  ["ink-2", "surface", 10.2, 9.8],
  ["on-ink", "ink", 18.6, 16.9],
  ["fixed-ink", "paper", 18.6, 15.5],
  ["fixed-ink", "enter", 15.1, 15.1],
  ["fixed-white", "done", 9.0, 9.0],
  ["fixed-ink", "look", 10.3, 10.3],
  ["fixed-white", "stop", 8.2, 8.2],
  ["fixed-white", "practice", 11.3, 11.3],
] as const;

describe("contrast of the tokens", () => {
  test.each(promised)("--%s on --%s is %d in light and %d in dark", (text, ground, light, dark) => {
    expect(contrast(colour(text, "light"), colour(ground, "light"))).toBeCloseTo(light, 1);
    expect(contrast(colour(text, "dark"), colour(ground, "dark"))).toBeCloseTo(dark, 1);
  });

  const readable = [
    ["on-ink-2", "ink"],
    ["done-text", "surface"],
    ["look-text", "surface"],
    ["stop-text", "surface"],
    ["ink", "done-tint"],
    ["ink", "look-tint"],
    ["ink", "stop-tint"],
    ["done-text", "done-tint"],
    ["fixed-ink", "enter-hover"],
    ["fixed-ink", "enter-pressed"],
    ["fixed-white", "practice-stripe"],
  ] as const;

  test.each(readable)("--%s on --%s is at least 7", (text, ground) => {
    for (const theme of ["light", "dark"] as const) {
      expect(contrast(colour(text, theme), colour(ground, theme))).toBeGreaterThanOrEqual(7);
    }
  });

  test("an edge that is needed to find a control is at least 4.5 on the surface too", () => {
    for (const theme of ["light", "dark"] as const) {
      expect(contrast(colour("strong", theme), colour("surface", theme))).toBeGreaterThanOrEqual(
        4.5,
      );
    }
  });

  test.each([1, 2, 3, 4, 5, 6, 7, 8])("run %d: its name is at least 7 on its band", (order) => {
    const block = new RegExp(`\\[data-run="${order}"\\] \\{[^}]+\\}`).exec(css)?.[0] ?? "";
    const text = colour("run-text", "light", block);
    expect(contrast(text, colour("run-band", "light", block))).toBeGreaterThanOrEqual(7);
  });

  // A fill has the same colour in both themes, so text in that colour cannot be legible on both grounds.
  test("no text is written in the colour of a fill", () => {
    const fills = /^\s*color:\s*var\(--(?:enter|done|look|stop|practice)\)/m;
    const styles = globSync("renderer/**/*.css");
    expect(styles.length).toBeGreaterThan(20);
    expect(styles.filter((path) => fills.test(readFileSync(path, "utf8")))).toEqual([]);
  });
});
