import { useEffect, useEffectEvent, useState } from "react";
import type { Settings } from "#shared/contract/settings.ts";
import { useCommand } from "#renderer/client/queries/use-command.ts";
import { guardUnsaved } from "#renderer/client/navigation/unsaved.ts";
import { failureMessage } from "#renderer/i18n/failure-messages.ts";
import { words } from "#renderer/i18n/words.ts";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { TextField } from "#renderer/ui/fields/text-field.tsx";
import { useToast } from "#renderer/ui/controls/dialogs/toast-store.ts";
import { SettingsSection, SettingsError } from "./settings-section.tsx";
import styles from "./settings-screen.module.css";

/** The names of this desk and its operator. A known operator takes over with one press. */
export function DeskCard({ settings }: { readonly settings: Settings }) {
  const save = useCommand("settings.save");
  const showToast = useToast((state) => state.show);
  const [desk, setDesk] = useState(settings.desk);
  const [operator, setOperator] = useState(settings.operator);
  const say = words.settings.desk;
  const isChanged = desk.trim() !== settings.desk || operator.trim() !== settings.operator;
  const before = readShifts(localStorage).filter((name) => name !== settings.operator);

  async function take(next: { readonly desk?: string; readonly operator: string }): Promise<void> {
    rememberShift(localStorage, settings.operator);
    const reply = await save.run(next);
    // The screen may be left by now, so the failure is told above every screen.
    if (reply?.ok === false) {
      showToast({ tone: "stop", text: `${say.title}: ${failureMessage(reply.error).title}` });
    }
    if (reply?.ok !== true) return;
    rememberShift(localStorage, reply.value.operator);
    setDesk(reply.value.desk);
    setOperator(reply.value.operator);
    showToast({ tone: "done", text: `${say.changing}: ${reply.value.operator}` });
  }
  const submit = (): void => {
    const name = desk.trim();
    if (isChanged && name !== "") void take({ desk: name, operator: operator.trim() });
  };

  // Who types a name and opens another screen goes on to work under this name, so it is saved then.
  const submitTyped = useEffectEvent(submit);
  const holdsTyped = useEffectEvent(() => isChanged);
  useEffect(() => {
    const release = guardUnsaved(() => holdsTyped());
    return () => {
      release();
      submitTyped();
    };
  }, []);

  return (
    <SettingsSection title={say.title} lead={say.lead}>
      {before.length === 0 ? null : (
        <div className={styles["buttons"]} role="group" aria-label={say.recent}>
          {before.map((name) => (
            <Button
              key={name}
              icon="person"
              isBusy={save.isBusy}
              onPress={() => void take({ operator: name })}
            >
              {say.take(name)}
            </Button>
          ))}
        </div>
      )}
      <div className={styles["fields"]}>
        <TextField
          label={say.operator}
          placeholder={say.operatorExample}
          value={operator}
          maxLength={60}
          onChange={setOperator}
          onSubmit={submit}
        />
        <TextField
          label={say.desk}
          value={desk}
          maxLength={60}
          onChange={setDesk}
          onSubmit={submit}
        />
      </div>
      <div className={styles["buttons"]}>
        <Button
          icon="swap"
          isBusy={save.isBusy}
          notYet={isChanged && desk.trim() !== "" ? undefined : say.unchanged}
          onPress={submit}
        >
          {say.change}
        </Button>
      </div>
      <SettingsError failure={save.error} />
    </SettingsSection>
  );
}

const storageKey = "chute.operators";
const most = 4;

/** The last operators of this device, latest first. Only their names are stored, and only on this device. */
function readShifts(storage: Pick<Storage, "getItem">): readonly string[] {
  try {
    const kept: unknown = JSON.parse(storage.getItem(storageKey) ?? "[]");
    return Array.isArray(kept) ? kept.filter((name) => typeof name === "string") : [];
  } catch {
    return [];
  }
}

function rememberShift(storage: Pick<Storage, "getItem" | "setItem">, name: string): void {
  if (name === "") return;
  const others = readShifts(storage).filter((known) => known !== name);
  storage.setItem(storageKey, JSON.stringify([name, ...others].slice(0, most)));
}
