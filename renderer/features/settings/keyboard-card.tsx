import { hasKeyboard } from "#renderer/client/input/keyboard.ts";
import { words } from "#renderer/i18n/words.ts";
import { SettingsSection } from "./settings-section.tsx";
import styles from "./settings-screen.module.css";

/** The keys of all screens; hidden on a device without a keyboard. */
export function KeyboardCard() {
  const say = words.keys;
  if (!hasKeyboard()) return null;
  return (
    <SettingsSection part="keys" title={say.title} lead={say.lead}>
      {say.rooms.map(({ room, keys }) => (
        <section key={room} aria-label={room}>
          <h3>{room}</h3>
          <dl className={styles["facts"]}>
            {keys.map(([key, meaning]) => (
              <div key={key}>
                <dt>
                  <kbd>{key}</kbd>
                </dt>
                <dd>{meaning}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </SettingsSection>
  );
}
