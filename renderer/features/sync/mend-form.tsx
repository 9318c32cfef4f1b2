import { useState } from "react";
import type { ReactNode } from "react";
import type { OutboxEntry } from "#shared/contract/sync.ts";
import type { WalkUpForm } from "#shared/contract/walk-up.ts";
import { useCommand } from "#renderer/client/use-command.ts";
import { useKey } from "#renderer/client/use-key.ts";
import { words } from "#renderer/i18n/words.ts";
import { BigButton } from "#renderer/ui/big-button.tsx";
import { Button } from "#renderer/ui/button.tsx";
import { FailureNotice } from "#renderer/ui/failure-notice.tsx";
import { MendField } from "./mend-field.tsx";
import { isMendField, mendFields } from "./mend-fields.ts";
import type { MendFieldName } from "./mend-fields.ts";
import styles from "./sync-room.module.css";

export interface MendFormProps {
  readonly entry: OutboxEntry;
  /** What was sent and refused. */
  readonly form: WalkUpForm;
  /** Buttons beside the one that sends. */
  readonly others: ReactNode;
}

/** The refused walk-up beside the server's own words: mended, it goes as a new entry with a new key (W3). */
export function MendForm({ entry, form, others }: MendFormProps) {
  const mend = useCommand("outbox.mend");
  const [changes, setChanges] = useState<Partial<Record<MendFieldName, string>>>({});
  const [showsAll, setShowsAll] = useState(false);

  const refused = Object.keys(entry.serverFields).filter(isMendField);
  const all = mendFields.filter((field) => field !== "status" || form.status !== undefined);
  const shown = showsAll || refused.length === 0 ? all : refused;
  const wasSent = (field: MendFieldName): string => form[field] ?? "";
  const isChanged = (field: MendFieldName): boolean =>
    changes[field] !== undefined && changes[field] !== wasSent(field);
  const unchanged = refused.find((field) => !isChanged(field));
  const notYet =
    unchanged === undefined
      ? mendFields.some(isChanged)
        ? undefined
        : words.sync.nothingChanged
      : words.sync.changeToSend(words.sync.fieldNames[unchanged] ?? unchanged);

  function send(): void {
    if (notYet !== undefined || mend.isBusy) return;
    void mend.run({ outboxId: entry.id, form: mended(form, changes) });
  }
  useKey("Enter", send);

  return (
    <>
      <div className={styles["mend"]}>
        {shown.map((field) => (
          <MendField
            key={field}
            field={field}
            eventId={entry.eventId}
            value={changes[field] ?? wasSent(field)}
            was={wasSent(field)}
            isChanged={isChanged(field)}
            serverSays={mend.error?.fields?.[field] ?? entry.serverFields[field] ?? []}
            onChange={(value) => setChanges((known) => ({ ...known, [field]: value }))}
            onSubmit={send}
          />
        ))}
      </div>
      <FailureNotice failure={mend.error} own={words.sync.failures} />
      <div className={styles["buttons"]}>
        <div className={styles["send"]}>
          <BigButton
            keycap={words.ui.enter}
            notYet={notYet}
            busy={mend.isBusy ? words.sync.sending : undefined}
            onPress={send}
          >
            {words.sync.fixSend}
          </BigButton>
        </div>
        {others}
        {showsAll || refused.length === 0 ? null : (
          <Button kind="quiet" onPress={() => setShowsAll(true)}>
            {words.sync.allFields}
          </Button>
        )}
      </div>
    </>
  );
}

/** The form as it goes out: an optional field that was emptied is left out. */
function mended(form: WalkUpForm, changes: Partial<Record<MendFieldName, string>>): WalkUpForm {
  const all = { ...form, ...changes };
  const { eventRunId, email, registrationType, ...optional } = all;
  const kept = Object.entries(optional).filter(
    ([, value]) => value !== undefined && value.trim() !== "",
  );
  return {
    eventRunId,
    email: email.trim(),
    registrationType,
    ...(Object.fromEntries(kept) as Omit<WalkUpForm, "eventRunId" | "email" | "registrationType">),
  };
}
