import { useState } from "react";
import { words } from "#renderer/i18n/words.ts";
import { BigButton } from "#renderer/ui/controls/buttons/big-button.tsx";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { DialogActions } from "#renderer/ui/controls/dialogs/dialog.tsx";
import { BeingSaved } from "#renderer/ui/fields/being-saved.ts";
import { TextField } from "#renderer/ui/fields/text-field.tsx";

const longestReason = 500;

export interface ReasonFormProps {
  /** What was typed before the form was closed. */
  readonly first?: string;
  readonly onChange?: (reason: string) => void;
  readonly label: string;
  readonly hint?: string;
  readonly placeholder: string;
  /** The text of the button while the reason is empty. */
  readonly needed: string;
  /** The verb of the button. */
  readonly go: string;
  /** The verb in progress. */
  readonly busy?: string | undefined;
  readonly onGiven: (reason: string) => void;
  readonly onCancel: () => void;
}

/** A form for an action that needs a reason, which the journal keeps (C1, C2, P5, J3). */
export function ReasonForm({
  first = "",
  onChange,
  label,
  hint,
  placeholder,
  needed,
  go,
  busy,
  onGiven,
  onCancel,
}: ReasonFormProps) {
  const [reason, setReason] = useState(first);
  const given = reason.trim();
  const submit = (): void => {
    if (given !== "") onGiven(given);
  };
  return (
    <>
      <BeingSaved value={busy !== undefined}>
        <TextField
          label={label}
          hint={hint}
          placeholder={placeholder}
          value={reason}
          onChange={(text) => {
            setReason(text);
            onChange?.(text);
          }}
          maxLength={longestReason}
          isRequired
          autoFocus
        />
      </BeingSaved>
      <DialogActions>
        <BigButton notYet={given === "" ? needed : undefined} busy={busy} onPress={submit}>
          {go}
        </BigButton>
        <Button keycap={words.ui.esc} onPress={onCancel}>
          {words.ui.cancel}
        </Button>
      </DialogActions>
    </>
  );
}
