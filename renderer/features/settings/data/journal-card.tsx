import { useState } from "react";
import type { ReplyOf } from "#shared/contract/index.ts";
import { useClient } from "#renderer/client/client-context.tsx";
import { useMay } from "#renderer/client/queries/permissions.tsx";
import { words } from "#renderer/i18n/words.ts";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { FieldNote } from "#renderer/ui/fields/field-note.tsx";
import type { Note } from "#renderer/ui/fields/field-note.tsx";
import { SettingsSection, SettingsError } from "../settings-section.tsx";
import styles from "../settings-screen.module.css";

/** Verifies the hash chain of the journal and compares the projections with it (J5, J6). */
export function JournalCard() {
  const client = useClient();
  const [reply, setReply] = useState<ReplyOf<"journal.verify"> | null>(null);
  const [isBusy, setBusy] = useState(false);
  const may = useMay("journal.verify");
  const say = words.settings.journal;
  async function verify(): Promise<void> {
    setBusy(true);
    setReply(await client.call("journal.verify", {}));
    setBusy(false);
  }
  if (!may) return null;
  return (
    <SettingsSection title={say.title} lead={say.lead}>
      <div className={styles["found"]} aria-live="polite">
        {reply?.ok === true
          ? notesOf(reply.value).map((note) => <FieldNote key={note.text} size="m" note={note} />)
          : null}
      </div>
      <div className={styles["buttons"]}>
        <Button icon="safe" isBusy={isBusy} onPress={() => void verify()}>
          {isBusy ? say.verifying : say.verify}
        </Button>
      </div>
      <SettingsError failure={reply?.ok === false ? reply.error : null} />
    </SettingsSection>
  );
}

function notesOf(found: {
  readonly entries: number;
  readonly brokenAt: readonly unknown[];
  readonly differences: number;
}): Note[] {
  const say = words.settings.journal;
  const notes: Note[] = [];
  if (found.brokenAt.length > 0) {
    notes.push({ tone: "stop", text: say.broken(found.brokenAt.length) });
  }
  if (found.differences > 0) notes.push({ tone: "stop", text: say.differs(found.differences) });
  return notes.length > 0 ? notes : [{ tone: "done", text: say.fine(found.entries) }];
}
