import { useEffect, useState } from "react";
import { chooseTheme, chosenTheme, onThemeOfOtherTab } from "#renderer/client/browser/theme.ts";
import type { Settings } from "#shared/contract/settings.ts";
import { words } from "#renderer/i18n/words.ts";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { Switch } from "#renderer/ui/controls/buttons/checkbox.tsx";
import { SegmentedControl } from "#renderer/ui/controls/buttons/segmented-control.tsx";
import { playSound } from "#renderer/ui/race/sounds.ts";
import type { SoundName } from "#renderer/ui/race/sounds.ts";
import { SettingsSection, SettingsError } from "./settings-section.tsx";
import { useSettings } from "./use-settings.ts";
import styles from "./settings-screen.module.css";

const say = words.settings.look;
const themes = [
  { value: "light", label: say.themes.light },
  { value: "dark", label: say.themes.dark },
  { value: "system", label: say.themes.system },
] as const;
const volumes = ["0.25", "0.5", "0.75", "1"].map((value) => ({
  value,
  label: say.volumeOf(Number(value) * 100),
}));
const sounds: readonly SoundName[] = ["done", "look", "stop"];

/**
 * Theme and sounds. Every change takes effect at once. Without sounds their controls stay in place and are disabled, so that
 * nothing below moves.
 */
export function AppearanceCard({ settings: saved }: { readonly settings: Settings }) {
  const { settings, change, error } = useSettings(saved);
  const [theme, setTheme] = useState(chosenTheme);
  useEffect(() => onThemeOfOtherTab(() => setTheme(chosenTheme())), []);
  const nearest = volumes.reduce((best, each) =>
    Math.abs(Number(each.value) - settings.volume) < Math.abs(Number(best.value) - settings.volume)
      ? each
      : best,
  );
  return (
    <SettingsSection title={say.title}>
      <SegmentedControl
        label={say.theme}
        choices={themes}
        value={theme}
        onChange={(chosen) => {
          chooseTheme(chosen);
          setTheme(chosen);
        }}
      />
      <Switch isOn={settings.sounds} onChange={(on) => void change({ sounds: on })}>
        {say.sounds}
      </Switch>
      <SegmentedControl
        label={say.volume}
        choices={volumes}
        value={nearest.value}
        isDisabled={!settings.sounds}
        onChange={(volume) => {
          playSound("done", Number(volume));
          void change({ volume: Number(volume) });
        }}
      />
      <div className={styles["buttons"]} role="group" aria-label={say.listen}>
        {sounds.map((sound) => (
          <Button
            key={sound}
            size="s"
            kind="quiet"
            icon="sound"
            isDisabled={!settings.sounds}
            onPress={() => playSound(sound, settings.volume)}
          >
            {say.test[sound]}
          </Button>
        ))}
      </div>
      <SettingsError failure={error} />
    </SettingsSection>
  );
}
