import { useState } from "react";
import { words } from "#renderer/i18n/words.ts";
import { BigButton } from "#renderer/ui/big-button.tsx";
import { Button } from "#renderer/ui/button.tsx";
import { TextField } from "#renderer/ui/text-field.tsx";

const longestReason = 500;

export interface ReasonFormProps {
  readonly onGiven: (reason: string) => void;
  readonly onCancel: () => void;
}

/** What was announced changes only with a person's reason, which is kept (P5, J3). */
export function ReasonForm({ onGiven, onCancel }: ReasonFormProps) {
  const [reason, setReason] = useState("");
  const say = words.podium;
  const given = reason.trim();
  const submit = (): void => {
    if (given !== "") onGiven(given);
  };
  return (
    <>
      <p>{say.reasonText}</p>
      <TextField
        label={say.reasonLabel}
        placeholder={say.reasonPlaceholder}
        value={reason}
        onChange={setReason}
        onSubmit={submit}
        maxLength={longestReason}
        autoFocus
      />
      <BigButton
        keycap={say.enter}
        notYet={given === "" ? say.reasonNeeded : undefined}
        onPress={submit}
      >
        {say.reasonGo}
      </BigButton>
      <Button onPress={onCancel}>{say.cancel}</Button>
    </>
  );
}
