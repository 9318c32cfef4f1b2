import { useState } from "react";
import type { ReactNode } from "react";
import { TextField } from "#renderer/ui/fields/text-field.tsx";

const longestReason = 500;

export interface OptionalReason {
  /** For a command: nothing where the field was left empty. */
  readonly given: { readonly reason?: string };
  readonly field: ReactNode;
}

/** A reason that a dialog asks for and that may stay empty (J3). */
export function useOptionalReason(label: string, hint: string): OptionalReason {
  const [text, setText] = useState("");
  const reason = text.trim();
  return {
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
