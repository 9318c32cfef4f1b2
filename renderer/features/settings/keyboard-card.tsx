import { hasKeyboard } from "#renderer/client/input/keyboard.ts";
import { words } from "#renderer/i18n/words.ts";
import { FactList, SettingsSection } from "./settings-section.tsx";

/** The keys of all screens; hidden on a device without a keyboard. */
export function KeyboardCard() {
  const say = words.keys;
  if (!hasKeyboard()) return null;
  return (
    <SettingsSection part="keys" title={say.title} lead={say.lead}>
      {say.rooms.map(({ room, keys }) => (
        <section key={room} aria-label={room}>
          <h3>{room}</h3>
          <FactList facts={keys.map(([key, meaning]) => [<kbd key={key}>{key}</kbd>, meaning])} />
        </section>
      ))}
    </SettingsSection>
  );
}
