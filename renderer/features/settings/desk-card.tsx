import { useState } from "react";
import type { Settings } from "#shared/contract/settings.ts";
import { useCommand } from "#renderer/client/queries/use-command.ts";
import { storedText } from "#renderer/client/navigation/stored-text.ts";
import { words } from "#renderer/i18n/words.ts";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { TextField } from "#renderer/ui/fields/text-field.tsx";
import { tellFailure } from "#renderer/ui/controls/dialogs/error-notice.tsx";
import { showToast } from "#renderer/ui/controls/dialogs/toast-store.ts";
import { SettingsSection, SettingsError } from "./settings-section.tsx";
import { useRefused, useSavedOnLeave } from "./use-saved-on-leave.ts";
import styles from "./settings-screen.module.css";

export interface DeskCardProps {
  readonly settings: Settings;
  /** The owner of the computer names a paired device; here only its operator is changed (S10). */
  readonly isPaired: boolean;
}

/** The names of this desk and its operator. A known operator takes over with one press. */
export function DeskCard({ settings, isPaired }: DeskCardProps) {
  const save = useCommand("settings.save");
  const saved = { desk: settings.desk, operator: settings.operator };
  const refused = useRefused("desk", saved);
  const [desk, setDesk] = useTyped(settings.desk, refused["desk"]);
  const [operator, setOperator] = useTyped(settings.operator, refused["operator"]);
  const say = words.settings.desk;
  const isChanged = desk.trim() !== settings.desk || operator.trim() !== settings.operator;
  const before = readShifts().filter((name) => name !== settings.operator);

  async function take(next: {
    readonly desk?: string;
    readonly operator: string;
  }): Promise<boolean> {
    rememberShift(settings.operator);
    const reply = await save.run(next);
    // The screen may be left by now.
    if (reply?.ok === false) tellFailure(say.title, reply.error, words.settings.failures);
    if (reply?.ok !== true) return false;
    rememberShift(reply.value.operator);
    // A known operator takes over with one press; a desk's name that is typed meanwhile stays.
    if (next.desk !== undefined) setDesk(reply.value.desk);
    setOperator(reply.value.operator);
    showToast("done", `${say.changing}: ${reply.value.operator || reply.value.desk}`);
    return true;
  }
  // Who types a name and opens another screen goes on to work under this name.
  const submit = useSavedOnLeave({
    card: "desk",
    typed: { desk, operator },
    saved,
    isChanged: isChanged && desk.trim() !== "",
    save: () => take({ ...(isPaired ? {} : { desk: desk.trim() }), operator: operator.trim() }),
  });

  return (
    <SettingsSection title={say.title} lead={isPaired ? say.leadPaired : say.lead}>
      <Known names={before} isBusy={save.isBusy} onTake={(name) => void take({ operator: name })} />
      <div className={styles["fields"]}>
        <TextField
          label={say.operator}
          placeholder={say.operatorExample}
          value={operator}
          maxLength={60}
          onChange={setOperator}
          onSubmit={() => void submit()}
        />
        {isPaired ? null : (
          <TextField
            label={say.desk}
            value={desk}
            maxLength={60}
            onChange={setDesk}
            onSubmit={() => void submit()}
          />
        )}
      </div>
      <div className={styles["buttons"]}>
        <Button
          icon="swap"
          isBusy={save.isBusy}
          notYet={desk.trim() === "" ? say.noDesk : isChanged ? undefined : say.unchanged}
          onPress={() => void submit()}
        >
          {say.change}
        </Button>
      </div>
      <SettingsError failure={save.error} />
    </SettingsSection>
  );
}

interface KnownProps {
  readonly names: readonly string[];
  readonly isBusy: boolean;
  readonly onTake: (name: string) => void;
}

/** The last operators; each takes over with one press. */
function Known({ names, isBusy, onTake }: KnownProps) {
  const say = words.settings.desk;
  if (names.length === 0) return null;
  return (
    <div className={styles["buttons"]} role="group" aria-label={say.recent}>
      {names.map((name) => (
        <Button key={name} icon="person" isBusy={isBusy} onPress={() => onTake(name)}>
          {say.take(name)}
        </Button>
      ))}
    </div>
  );
}

/** The text of a field. While nobody typed there, it follows the saved one, which another window may change (J3). */
function useTyped(saved: string, kept = saved) {
  const [typed, setTyped] = useState(kept);
  const [seen, setSeen] = useState(saved);
  if (seen !== saved) {
    setSeen(saved);
    if (typed === seen) setTyped(saved);
  }
  return [seen !== saved && typed === seen ? saved : typed, setTyped] as const;
}

const shifts = storedText("chute.operators", () => localStorage);
const most = 4;

/** The last operators of this device, latest first. Only their names are stored, and only on this device. */
function readShifts(): readonly string[] {
  try {
    const kept: unknown = JSON.parse(shifts.read() ?? "[]");
    return Array.isArray(kept) ? kept.filter((name) => typeof name === "string") : [];
  } catch {
    return [];
  }
}

function rememberShift(name: string): void {
  if (name === "") return;
  const others = readShifts().filter((known) => known !== name);
  shifts.write(JSON.stringify([name, ...others].slice(0, most)));
}
