import { words } from "#renderer/i18n/words.ts";
import { TextField } from "#renderer/ui/fields/text-field.tsx";
import { apiNameOf } from "./event-draft-store.ts";
import type { EventDraft } from "./event-draft-store.ts";
import type { EventFormState } from "./use-event-form.ts";

type TextFieldName = Exclude<keyof EventDraft, "type" | "seriesId">;

const kinds: { readonly [Field in TextFieldName]?: "url" | "date" | "time" } = {
  date: "date",
  startTime: "time",
  endDate: "date",
  endTime: "time",
  websiteUrl: "url",
  registrationUrl: "url",
};

/** What `event.check` takes at most; a longer text would be refused alone, before the other fields are checked. */
const mostLetters: { readonly [Field in TextFieldName]?: number } = {
  slug: 500,
  place: 500,
  street: 500,
  city: 500,
  region: 500,
  postalCode: 50,
  country: 50,
  description: 20_000,
};

const hints: { readonly [Field in TextFieldName]?: string } = words.newEvent.hints;

export interface EventTextFieldProps {
  readonly draft: EventDraft;
  readonly change: (part: Partial<EventDraft>) => void;
  readonly form: EventFormState;
  readonly of: TextFieldName;
  readonly isFirst?: boolean;
}

/** A text field of the new event's form, with its error below. */
export function EventTextField({ draft, change, form, of, isFirst = false }: EventTextFieldProps) {
  const api = apiNameOf(of);
  return (
    <TextField
      label={words.newEvent[of]}
      hint={hints[of]}
      kind={kinds[of] ?? "text"}
      value={draft[of]}
      maxLength={mostLetters[of] ?? 2_000}
      autoFocus={isFirst && draft[of] === ""}
      onChange={(value) => change({ [of]: value })}
      onBlur={() => form.touch(api)}
      error={form.fault(api)}
    />
  );
}
