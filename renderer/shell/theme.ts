import { keptKeys, storedText } from "#renderer/client/navigation/stored-text.ts";
import type { Settings } from "#shared/contract/settings.ts";

const themes = { light: "light", dark: "dark", system: "auto" } as const;

const lastTheme = storedText(keptKeys.theme, () => localStorage);

/** Sets the theme of the page (tokens.css) and stores it, so that a dark desk never opens white. */
export function showTheme(theme: Settings["theme"]): void {
  document.documentElement.dataset["theme"] = themes[theme];
  lastTheme.write(theme);
}

/** Sets the stored theme, until the settings are loaded. */
export function showLastTheme(): void {
  const last = lastTheme.read();
  if (last === "light" || last === "dark" || last === "system") {
    document.documentElement.dataset["theme"] = themes[last];
  }
}
