import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import type { EventDetail } from "#shared/contract/events.ts";
import type { OutboxEntry } from "#shared/contract/sync.ts";
import type { WalkUpForm } from "#shared/contract/walk-up.ts";
import { typedNotes } from "#shared/domain/walk-ups/walk-up.ts";
import { useCommand } from "#renderer/client/queries/use-command.ts";
import { useKey } from "#renderer/client/input/use-key.ts";
import { usePaceGroups } from "#renderer/client/queries/use-pace-groups.ts";
import { useEvent } from "#renderer/client/queries/use-query.ts";
import { words } from "#renderer/i18n/words.ts";
import { BigButton } from "#renderer/ui/controls/buttons/big-button.tsx";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { FailureNotice } from "#renderer/ui/controls/dialogs/error-notice.tsx";
import { useFirstError } from "#renderer/ui/fields/use-first-error.ts";
import {
  fieldsOfForm,
  hasChanges,
  isCorrectable,
  useChanges,
  useCorrections,
} from "#renderer/ui/race/outbox/correction-store.ts";
import type { Changes, CorrectableField } from "#renderer/ui/race/outbox/correction-store.ts";
import type { BibAfterRun } from "./correct-bib.tsx";
import { CorrectBib, useBibAfterRun } from "./correct-bib.tsx";
import { CorrectField } from "./correct-field.tsx";
import styles from "../sync-screen.module.css";

export interface CorrectFormProps {
  readonly entry: OutboxEntry;
  /** The form that was sent and refused, or that will be sent. */
  readonly form: WalkUpForm;
  /** A person asked for this form, so its first refused field gets the focus, else its first field (U2). */
  readonly takesFocus: boolean;
  /** Called when the correction was sent and the focus would be lost with the form. */
  readonly onFocusLost: () => void;
  /** Buttons beside the button that sends. */
  readonly others: ReactNode;
}

/** The form of a walk-up that was never sent, or refused, with the server's messages. A corrected form is sent as a new entry with a new key (W3). */
export function CorrectForm(props: CorrectFormProps) {
  const { entry, form, takesFocus, onFocusLost, others } = props;
  const changes = useChanges(entry.id);
  const change = useCorrections((state) => state.change);
  // The note is a field of one line, which would join the line of the bib to the words before it.
  const wasSent = (field: CorrectableField): string =>
    field === "notes" ? typedNotes(form.notes ?? "") : (form[field] ?? "");
  const refused = Object.keys(entry.serverFields).filter(isCorrectable);
  // A change of a field that was not refused is never hidden.
  const [showsAll, setShowsAll] = useState(() =>
    Object.keys(changes).some((field) => !refused.includes(field as CorrectableField)),
  );
  const { eventId } = entry;
  const event = useEvent(eventId);
  // Fields are drawn when their choices are known, so that a focused field never changes its kind.
  const isReady = eventId === null || !event.loading;
  const { formRef, goToFirstError } = useFormFocus(takesFocus && isReady, refused.length > 0);
  const notYet = whyNotYet(refused, changes);
  const bibAfterRun = useBibAfterRun(entry, changes.eventRunId ?? null);
  const { correct, isBusy, press } = useSendCorrection(entry.id, {
    corrected: notYet === undefined ? mergeChanges(form, changes) : null,
    bibAfterRun,
    goToFirstError,
    onFocusLost,
  });
  const { paceGroups, losesGroup } = useRunPaceGroups(event.value, form, changes);

  /** The fields that the last attempt to send was refused for. */
  const again = correct.error?.fields ?? {};
  const isHidden = Object.keys(again).some(
    (field) => isCorrectable(field) && !refused.includes(field),
  );
  const isShort = !showsAll && !isHidden && refused.length > 0;

  return (
    <>
      {/* What is typed while the correction is on its way would be lost. */}
      <div ref={formRef} className={styles["correction"]} inert={isBusy}>
        {(isReady ? (isShort ? refused : fieldsOfForm(form, refused)) : []).map((field) => (
          <CorrectField
            key={field}
            field={field}
            event={event.value}
            paceGroups={paceGroups}
            value={changes[field] ?? wasSent(field)}
            was={wasSent(field)}
            isChanged={changes[field] !== undefined && again[field] === undefined}
            serverSays={again[field] ?? entry.serverFields[field] ?? []}
            onChange={(value) => {
              correct.clear();
              change(entry.id, field, value, wasSent(field));
              if (field !== "eventRunId" || !losesGroup(value)) return;
              change(entry.id, "paceGroup", "", wasSent("paceGroup"));
              setShowsAll(true);
            }}
          />
        ))}
        <CorrectBib bibAfterRun={bibAfterRun} />
      </div>
      <FailureNotice failure={bibAfterRun.failure ?? correct.error} own={words.sync.failures} />
      <div className={styles["buttons"]}>
        <div className={styles["send"]}>
          <BigButton
            keycap={words.ui.enter}
            // A correction that was sent is dropped, and its form stays until the list is answered.
            notYet={isBusy ? undefined : notYet}
            onNotYet={press}
            busy={isBusy ? words.sync.sending : undefined}
            onPress={press}
          >
            {entry.certainty === "never-sent" ? words.sync.fixSave : words.sync.fixSend}
          </BigButton>
        </div>
        <div className="contents" inert={isBusy}>
          {others}
        </div>
        {isShort ? (
          <Button kind="quiet" onPress={() => setShowsAll(true)}>
            {words.sync.allFields}
          </Button>
        ) : null}
      </div>
    </>
  );
}

/**
 * The focus of a form that a person asked for moves to its first error; where no field is named, to its first field. It
 * is asked for when its fields are drawn.
 */
function useFormFocus(isAsked: boolean, namesField: boolean) {
  const firstError = useFirstError();
  const { formRef, goToFirstError } = firstError;
  useEffect(() => {
    if (!isAsked) return;
    if (namesField) goToFirstError();
    else formRef.current?.querySelector("input")?.focus();
  }, [isAsked, namesField, formRef, goToFirstError]);
  return firstError;
}

interface SendCorrectionOptions {
  readonly corrected: WalkUpForm | null;
  readonly bibAfterRun: BibAfterRun;
  readonly goToFirstError: () => void;
  readonly onFocusLost: () => void;
}

/** Sends the corrected form, also with Enter; null while it cannot be sent yet. */
function useSendCorrection(
  outboxId: string,
  { corrected, bibAfterRun, goToFirstError, onFocusLost }: SendCorrectionOptions,
) {
  const correct = useCommand("outbox.correct");
  // A form that was sent takes no key until it is removed.
  const isBusy = bibAfterRun.isBusy || correct.isBusy || correct.value !== null;
  const drop = useCorrections((state) => state.drop);
  async function send(): Promise<void> {
    if (isBusy) return;
    if (corrected === null) {
      goToFirstError();
      return;
    }
    const focused = document.activeElement;
    if (!(await bibAfterRun.save())) return;
    const reply = await correct.run({ outboxId, form: corrected });
    if (reply?.ok === false) goToFirstError();
    if (reply?.ok !== true) return;
    drop(outboxId);
    // Whoever went on to another field or button meanwhile stays there (U2).
    if ([focused, document.body].includes(document.activeElement)) onFocusLost();
  }
  const press = (): void => void send();
  useKey("Enter", press);
  return { correct, isBusy, press };
}

/** The pace groups of the chosen run, and whether the chosen pace group would be dropped if another run were chosen (W5). */
function useRunPaceGroups(event: EventDetail | null, form: WalkUpForm, changes: Changes) {
  const paceGroupsOf = usePaceGroups(event);
  const chosen = changes.paceGroup ?? form.paceGroup ?? "";
  const isKnown = event !== null && event.paceGroups.recognised;
  return {
    paceGroups: paceGroupsOf(changes.eventRunId ?? form.eventRunId),
    losesGroup: (runId: string): boolean =>
      isKnown && chosen !== "" && !paceGroupsOf(runId).includes(chosen),
  };
}

/** Why the form cannot be sent yet; undefined if it can. */
function whyNotYet(refused: readonly CorrectableField[], changes: Changes): string | undefined {
  const unchanged = refused.find((field) => changes[field] === undefined);
  if (unchanged !== undefined) {
    return words.sync.changeToSend(words.sync.fieldNames[unchanged] ?? unchanged);
  }
  return hasChanges(changes) ? undefined : words.sync.nothingChanged;
}

/** The form to send. An optional field that was emptied is left out. */
function mergeChanges(form: WalkUpForm, changes: Changes): WalkUpForm {
  const { eventRunId, email, registrationType, ...optional } = { ...form, ...changes };
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
