import { useState } from "react";
import type { Settings } from "#shared/contract/settings.ts";
import { readScan } from "#shared/domain/scan/barcode-payload.ts";
import { useScan } from "#renderer/client/input/use-scan.ts";
import { words } from "#renderer/i18n/words.ts";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { Switch } from "#renderer/ui/controls/buttons/checkbox.tsx";
import { FieldNote } from "#renderer/ui/fields/field-note.tsx";
import type { Note } from "#renderer/ui/fields/field-note.tsx";
import { TextField } from "#renderer/ui/fields/text-field.tsx";
import { SettingsSection, SettingsError } from "./settings-section.tsx";
import { useRefused, useSavedOnLeave } from "./use-saved-on-leave.ts";
import { useSettings } from "./use-settings.ts";
import styles from "./settings-screen.module.css";

/** The settings of the scanner, and a test of it: on this screen a scan only shows what was read. */
export function ScannerCard({ settings: saved }: { readonly settings: Settings }) {
  const { settings, change, error } = useSettings(saved);
  const savedPrefix = { prefix: settings.scannerPrefix };
  const refused = useRefused("scanner", savedPrefix);
  const [prefix, setPrefix] = useState(refused["prefix"] ?? settings.scannerPrefix);
  const [note, setNote] = useState<Note | null>(null);
  const say = words.settings.scanner;
  useScan((code, instead) => setNote(noteOf(code, instead)));
  const isTyped = prefix !== settings.scannerPrefix;
  const keepPrefix = useSavedOnLeave({
    card: "scanner",
    typed: { prefix },
    saved: savedPrefix,
    isChanged: isTyped,
    save: () => change({ scannerPrefix: prefix }),
  });
  return (
    <SettingsSection title={say.title} lead={say.lead}>
      <div className={styles["test"]} aria-live="polite">
        <b>{say.test}</b>
        {note === null ? (
          <p className={styles["lead"]}>{say.testLead}</p>
        ) : (
          <FieldNote size="m" note={note} />
        )}
      </div>
      <Switch
        isOn={settings.checkInOnScan}
        onChange={(checkInOnScan) => void change({ checkInOnScan })}
      >
        {say.checkInOnScan}
      </Switch>
      <p className={styles["lead"]}>{say.checkInOnScanNote}</p>
      <div className={styles["line"]}>
        <TextField
          label={say.prefix}
          hint={say.prefixHint(prefix)}
          value={prefix}
          maxLength={20}
          onChange={setPrefix}
          onBlur={() => void keepPrefix()}
          onSubmit={() => void keepPrefix()}
        />
        {isTyped ? <Button onPress={() => void keepPrefix()}>{words.settings.save}</Button> : null}
      </div>
      <SettingsError failure={error} />
    </SettingsSection>
  );
}

/** What the test says about a code; `instead` is its other reading, if one key may be a person's. */
function noteOf(code: string, instead: string | null): Note {
  if (instead !== null) return { tone: "look", text: words.walkUp.scanDoubt(code, instead) };
  const { kind, text } = readScan(code);
  const say = words.settings.scanner;
  return {
    tone: kind === "unknown" ? "look" : "done",
    text: say.read(say.kinds[kind], text || say.nothing),
  };
}
