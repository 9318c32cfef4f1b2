import { useState } from "react";
import type { ReactNode } from "react";
import { TextField } from "#renderer/ui/fields/text-field.tsx";

const longestReason = 500;

export interface OptionalReason {
  /** A part of a command's input: `{}` if nothing was typed. */
  readonly given: { readonly reason?: string };
  readonly field: ReactNode;
}

/** A field for an optional reason, which gets the focus (J3). */
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
