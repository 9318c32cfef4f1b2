import { words } from "#renderer/i18n/words.ts";
import { TextField } from "#renderer/ui/fields/text-field.tsx";
import type { EventDraft } from "./event-draft-store.ts";
import type { EventFormState } from "./use-event-form.ts";

type Part = Exclude<keyof EventDraft, "type" | "seriesId">;

/** The API's names, for the faults of a field, where the draft has other ones. */
const apiNames: { readonly [P in Part]?: string } = {
  place: "address.name",
  street: "address.streetAddress",
  city: "address.addressLocality",
  region: "address.addressRegion",
  postalCode: "address.postalCode",
  country: "address.addressCountry",
};

/** The name under which the form's faults know a field of the draft. */
export const apiNameOf = (part: Part): string => apiNames[part] ?? part;

const kinds: { readonly [P in Part]?: "url" | "date" | "time" } = {
  date: "date",
  startTime: "time",
  endDate: "date",
  endTime: "time",
  websiteUrl: "url",
  registrationUrl: "url",
};

const hints: { readonly [P in Part]?: string } = words.newEvent.hints;

export interface EventTextFieldProps {
  readonly draft: EventDraft;
  readonly change: (part: Partial<EventDraft>) => void;
  readonly form: EventFormState;
  /** The draft's field. */
  readonly of: Part;
  readonly isFirst?: boolean;
}

/** One line of the new event's form, with its fault under it. */
export function EventTextField({ draft, change, form, of, isFirst = false }: EventTextFieldProps) {
  const api = apiNameOf(of);
  return (
    <TextField
      label={words.newEvent[of]}
      hint={hints[of]}
      kind={kinds[of] ?? "text"}
      value={draft[of]}
      maxLength={of === "description" ? 20_000 : 2_000}
      autoFocus={isFirst && draft[of] === ""}
      onChange={(value) => change({ [of]: value })}
      onBlur={() => form.touch(api)}
      error={form.fault(api)}
    />
  );
}
