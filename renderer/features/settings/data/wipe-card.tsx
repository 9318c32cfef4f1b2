import { useState } from "react";
import { useMay } from "#renderer/client/queries/permissions.tsx";
import { useIsPractice } from "#renderer/client/navigation/screen-state.ts";
import { hasUnsaved } from "#renderer/client/navigation/unsaved.ts";
import { useQuery } from "#renderer/client/queries/use-query.ts";
import { words } from "#renderer/i18n/words.ts";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { SettingsSection, SettingsError } from "../settings-section.tsx";
import { WipeDialog } from "./wipe-dialog.tsx";
import styles from "../settings-screen.module.css";

/** Erases the data of this computer, and says when that was done last (K4). */
export function WipeCard() {
  const may = useMay("wipe.look");
  const isPractice = useIsPractice();
  const look = useQuery("wipe.look", {}, { topics: ["backups", "exports"] });
  const [asks, setAsks] = useState<{ readonly isUnsaved: boolean } | null>(null);
  const say = words.settings.wipe;
  if (!may || isPractice) return null;
  const last = look.value?.last ?? null;
  return (
    <SettingsSection title={say.title} lead={say.lead}>
      {last === null ? null : (
        <p className={styles["path"]}>
          {say.last(last)} {last.isWhole ? null : say.rest}
        </p>
      )}
      <div className={styles["buttons"]}>
        <Button icon="remove" onPress={() => setAsks({ isUnsaved: hasUnsaved() })}>
          {say.open}
        </Button>
      </div>
      <SettingsError failure={look.error} />
      {asks === null ? null : <WipeDialog {...asks} onClose={() => setAsks(null)} />}
    </SettingsSection>
  );
}
