import { hasKeyboard } from "#renderer/client/input/keyboard.ts";
import { words } from "#renderer/i18n/words.ts";
import { FactList, SettingsSection } from "./settings-section.tsx";

/** The keys of all screens; hidden on a device without a keyboard. */
export function KeyboardCard() {
  const say = words.keys;
  if (!hasKeyboard()) return null;
  return (
    <SettingsSection part="keys" title={say.title} lead={say.lead}>
      {say.screens.map(({ screen, keys }) => (
        <section key={screen} aria-label={screen}>
          <h3>{screen}</h3>
          <FactList facts={keys.map(([key, meaning]) => [<kbd key={key}>{key}</kbd>, meaning])} />
        </section>
      ))}
    </SettingsSection>
  );
}
