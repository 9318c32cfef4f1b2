import { TextField } from "#renderer/ui/text-field.tsx";
import type { EventDraft } from "./event-draft-store.ts";
import type { EventFormState } from "./use-event-form.ts";

export interface EventTextFieldProps {
  readonly draft: EventDraft;
  readonly change: (part: Partial<EventDraft>) => void;
  readonly form: EventFormState;
  readonly submit: () => void;
  /** The draft's field. */
  readonly of: Exclude<keyof EventDraft, "type">;
  /** The API's name for it, for its faults. */
  readonly api: string;
  readonly label: string;
  readonly hint?: string;
  readonly kind?: "text" | "url" | "date" | "time";
  readonly isFirst?: boolean;
}

/** One line of the new event's form, with its fault under it. */
export function EventTextField({
  draft,
  change,
  form,
  submit,
  of,
  api,
  label,
  hint,
  kind = "text",
  isFirst = false,
}: EventTextFieldProps) {
  return (
    <TextField
      label={label}
      hint={hint}
      kind={kind}
      value={draft[of]}
      maxLength={of === "description" ? 20_000 : 2_000}
      autoFocus={isFirst && draft[of] === ""}
      onChange={(value) => change({ [of]: value })}
      onBlur={() => form.touch(api)}
      onSubmit={submit}
      error={form.fault(api)}
    />
  );
}
