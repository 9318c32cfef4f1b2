import { useState } from "react";
import { TextField } from "#renderer/ui/fields/text-field.tsx";

const longestReason = 500;

/** A field for an optional reason, which gets the focus (J3). */
export function useOptionalReason(label: string, hint: string) {
  const [text, setText] = useState("");
  const reason = text.trim();
  return {
    /** A part of a command's input: `{}` if nothing was typed. */
    given: reason === "" ? {} : { reason },
    field: (
      <TextField
        label={label}
        hint={hint}
        value={text}
        maxLength={longestReason}
        autoFocus
        onChange={setText}
      />
    ),
  };
}
