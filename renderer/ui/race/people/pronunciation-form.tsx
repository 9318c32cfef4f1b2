import { useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { useCommand } from "#renderer/client/queries/use-command.ts";
import { useIsMounted } from "#renderer/client/queries/use-is-mounted.ts";
import { failureMessage } from "#renderer/i18n/failure-messages.ts";
import { words } from "#renderer/i18n/words.ts";
import { showToast } from "#renderer/ui/controls/dialogs/toast-store.ts";
import { longestPronunciation } from "#shared/contract/in-screens.ts";
import { BigButton } from "#renderer/ui/controls/buttons/big-button.tsx";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import styles from "./pronunciation-form.module.css";
import { BeingSaved } from "#renderer/ui/fields/being-saved.ts";
import { TextField } from "#renderer/ui/fields/text-field.tsx";

export interface PronunciationFormProps {
  readonly eventId: string;
  readonly runnerId: string;
  readonly name: string;
  /** The saved pronunciation. */
  readonly said: string | null;
  readonly onDone: () => void;
  /** The dialog contains only this form, so its yellow button saves. Otherwise Enter in the field saves only this form. */
  readonly isWholeDialog?: boolean;
}

/** Saves how a name is pronounced; an empty field removes it (P7). */
export function PronunciationForm({
  eventId,
  runnerId,
  name,
  said,
  onDone,
  isWholeDialog = false,
}: PronunciationFormProps) {
  const [text, setText] = useState(said ?? "");
  const save = useCommand("podium.pronounce");
  const say = words.podium;

  const isMounted = useIsMounted();
  async function submit(): Promise<void> {
    const reply = await save.run({ eventId, runnerId, text: text.trim() });
    // The form was closed meanwhile; what is open now may be the form of another runner.
    if (isMounted.current) {
      if (reply?.ok === true) onDone();
    } else if (reply?.ok === false) {
      const { title } = failureMessage(reply.error, say.failures);
      showToast("stop", say.sayNotKept(name, title));
    }
  }

  const press = (): void => void submit();
  // In a dialog with more than this form, Esc closes the form and not the dialog, which listens above it.
  const formRef = useRef<HTMLDivElement>(null);
  const onKeyDown = useEffectEvent((event: KeyboardEvent): void => {
    if (isWholeDialog || event.key !== "Escape" || event.isComposing) return;
    event.stopPropagation();
    if (!save.isBusy) onDone();
  });
  useLayoutEffect(() => {
    const form = formRef.current;
    const listen = (event: KeyboardEvent): void => onKeyDown(event);
    form?.addEventListener("keydown", listen);
    return () => form?.removeEventListener("keydown", listen);
  }, []);
  return (
    <div ref={formRef} className={styles["form"]} data-enter={isWholeDialog ? undefined : "own"}>
      <BeingSaved value={save.isBusy}>
        <TextField
          label={say.sayLabel(name)}
          placeholder={say.sayPlaceholder}
          value={text}
          onChange={setText}
          onSubmit={press}
          maxLength={longestPronunciation}
          error={save.error === null ? undefined : failureMessage(save.error, say.failures).title}
          autoFocus
        />
      </BeingSaved>
      {isWholeDialog ? (
        <BigButton busy={save.isBusy ? words.podiumSetup.saving : undefined} onPress={press}>
          {say.saySave}
        </BigButton>
      ) : (
        <Button isBusy={save.isBusy} onPress={press}>
          {say.saySave}
        </Button>
      )}
      <Button kind="quiet" onPress={onDone}>
        {words.ui.cancel}
      </Button>
    </div>
  );
}
