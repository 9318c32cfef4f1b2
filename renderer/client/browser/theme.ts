import { heldStorage, keptKeys } from "#renderer/client/navigation/stored-text.ts";

/** Each theme, and what `data-theme` says of it (tokens.css). */
const themes = { light: "light", dark: "dark", system: "auto" } as const;

export type Theme = keyof typeof themes;

const storage = heldStorage(() => localStorage);

/** The theme that this browser chose; light, for sunlight, before it chose one. */
export function chosenTheme(): Theme {
  const chosen = storage.getItem(keptKeys.theme);
  return chosen === "dark" || chosen === "system" ? chosen : "light";
}

/** Shows the page in the theme that this browser chose. */
export function showTheme(): void {
  document.documentElement.dataset["theme"] = themes[chosenTheme()];
}

/** Calls `onChange` when another tab of this browser chose a theme. The returned function ends that. */
export function onThemeOfOtherTab(onChange: () => void): () => void {
  const heard = ({ key }: StorageEvent): void => {
    if (key === keptKeys.theme) onChange();
  };
  addEventListener("storage", heard);
  return () => removeEventListener("storage", heard);
}

/** Stores the theme in this browser only, because only this screen stands in this light, and shows it. */
export function chooseTheme(theme: Theme): void {
  storage.setItem(keptKeys.theme, theme);
  showTheme();
}
