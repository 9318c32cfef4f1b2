import type { Settings } from "#shared/contract/settings.ts";

const storageKey = "chute.theme";
const themes = { light: "light", dark: "dark", system: "auto" } as const;

/** Puts the theme on the page (tokens.css) and remembers it, so that a night desk never opens white. */
export function showTheme(theme: Settings["theme"]): void {
  document.documentElement.dataset["theme"] = themes[theme];
  localStorage.setItem(storageKey, theme);
}

/** The theme of the last time, until the settings have come. */
export function showLastTheme(): void {
  const last = localStorage.getItem(storageKey);
  if (last === "light" || last === "dark" || last === "system") {
    document.documentElement.dataset["theme"] = themes[last];
  }
}
