import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import type { OutboxEntry } from "#shared/contract/sync.ts";
import type { WalkUpForm } from "#shared/contract/walk-up.ts";
import { useCommand } from "#renderer/client/queries/use-command.ts";
import { useKey } from "#renderer/client/input/use-key.ts";
import { useQuery } from "#renderer/client/queries/use-query.ts";
import { words } from "#renderer/i18n/words.ts";
import { BigButton } from "#renderer/ui/controls/buttons/big-button.tsx";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { FailureNotice } from "#renderer/ui/controls/dialogs/error-notice.tsx";
import { useFirstError } from "#renderer/ui/fields/use-first-error.ts";
import { MendField } from "./correct-field.tsx";
import { isMendField, mendFields } from "./correct-field.tsx";
import type { MendFieldName } from "./correct-field.tsx";
import styles from "../sync-screen.module.css";

export interface MendFormProps {
  readonly entry: OutboxEntry;
  /** What was sent and refused. */
  readonly form: WalkUpForm;
  /** A person asked for this form: the focus goes to the first field that was refused (U2). */
  readonly takesFocus: boolean;
  /** Whether the form holds a change that was not sent. */
  readonly onChanged: (isChanged: boolean) => void;
  /** Buttons beside the one that sends. */
  readonly others: ReactNode;
}

/** The refused walk-up beside the server's own words: mended, it goes as a new entry with a new key (W3). */
export function MendForm({ entry, form, takesFocus, onChanged, others }: MendFormProps) {
  const mend = useCommand("outbox.mend");
  const [changes, setChanges] = useState<Partial<Record<MendFieldName, string>>>({});
  const [showsAll, setShowsAll] = useState(false);
  const { formRef, goToFirstError } = useFirstError();
  useEffect(() => {
    if (takesFocus) goToFirstError();
  }, [takesFocus, goToFirstError]);
  // A form that is closed loses its changes.
  useEffect(() => () => onChanged(false), [onChanged]);
  const { eventId } = entry;
  const event = useQuery("event.get", eventId === null ? null : { eventId }, {
    topics: ["events", "download"],
  });
  // What a field offers is known at once: it never turns from one kind of field into another under the focus.
  const isReady = eventId === null || !event.loading;

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

  function change(field: MendFieldName, value: string): void {
    const next = { ...changes, [field]: value };
    setChanges(next);
    onChanged(mendFields.some((each) => next[each] !== undefined && next[each] !== wasSent(each)));
  }

  function send(): void {
    if (mend.isBusy) return;
    if (notYet === undefined) {
      void mend.run({ outboxId: entry.id, form: mended(form, changes) }).then((reply) => {
        if (reply?.ok === false) goToFirstError();
      });
    } else goToFirstError();
  }
  useKey("Enter", send);

  return (
    <>
      <div ref={formRef} className={styles["mend"]}>
        {(isReady ? shown : []).map((field) => (
          <MendField
            key={field}
            field={field}
            event={event.value}
            value={changes[field] ?? wasSent(field)}
            was={wasSent(field)}
            isChanged={isChanged(field)}
            serverSays={mend.error?.fields?.[field] ?? entry.serverFields[field] ?? []}
            onChange={(value) => change(field, value)}
          />
        ))}
      </div>
      <FailureNotice failure={mend.error} own={words.sync.failures} />
      <div className={styles["buttons"]}>
        <div className={styles["send"]}>
          <BigButton
            keycap={words.ui.enter}
            notYet={notYet}
            onNotYet={send}
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
