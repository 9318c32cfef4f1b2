import { useState } from "react";
import type { EventForm } from "#shared/contract/event-form.ts";
import type { InputOf, OutputOf } from "#shared/contract/index.ts";
import type { Failure } from "#shared/result.ts";
import { useCommand } from "#renderer/client/queries/use-command.ts";
import { useDelayed } from "#renderer/client/queries/use-delayed.ts";
import { useQuery } from "#renderer/client/queries/use-query.ts";
import { words } from "#renderer/i18n/words.ts";
import { eventFormOf, unreadableCoordinates } from "./event-draft-store.ts";
import type { EventDraft } from "./event-draft-store.ts";

/** A pause in typing after which the form is checked. */
const checkAfterMs = 200;

/** A refused event that is corrected, with what the server said of its fields. */
export interface EventCorrection {
  readonly outboxId: string;
  /** What was sent. */
  readonly form: EventForm;
  readonly serverFields: Readonly<Record<string, readonly string[]>>;
}

export interface EventFormState {
  /** The words for a field's fault, by the API's name, once it was left or saving was tried. */
  readonly fault: (field: string) => string | undefined;
  readonly touch: (field: string) => void;
  readonly warnings: OutputOf<"event.check">["warnings"];
  /** Why it cannot be saved yet. */
  readonly notYet: string | undefined;
  readonly isBusy: boolean;
  /** What refused, besides faults of fields; what was typed is still here. */
  readonly failure: Failure | null;
  /** Resolves with the event's id here, or null when it was not saved. */
  readonly save: () => Promise<string | null>;
  /** What was refused is no fault of what is typed now. */
  readonly clear: () => void;
}

/** What the API's rules say of a new event offline, and saving it (W1, W3). */
export function useEventForm(
  draft: EventDraft,
  correction: EventCorrection | null,
): EventFormState {
  const create = useCommand("event.create");
  const mend = useCommand("outbox.mendEvent");
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [tried, setTried] = useState(correction !== null);

  const form = eventFormOf(draft);
  // A refused event that is corrected is no double of itself.
  const asked = JSON.stringify({
    form,
    ...(correction === null ? {} : { outboxId: correction.outboxId }),
  });
  const settled = useDelayed(asked, checkAfterMs);
  const check = useQuery("event.check", JSON.parse(settled) as InputOf<"event.check">, {
    topics: ["events"],
    keep: true,
  });
  // What was said of an older text is no fault of what stands there now.
  const answer = settled === asked && !check.stale ? check.value : null;
  const error = create.error ?? mend.error;
  const unreadable = Object.fromEntries(unreadableCoordinates(draft).map((field) => [field, [""]]));
  const fields: Readonly<Record<string, readonly string[]>> = {
    ...answer?.fields,
    ...error?.fields,
    ...unreadable,
  };

  function fault(field: string): string | undefined {
    const messages = fields[field] ?? [];
    if (messages.length > 0 && (tried || touched.has(field))) {
      return words.newEvent.fields[field] ?? messages.join(" ");
    }
    const refused = correction?.serverFields[field] ?? [];
    const isUnchanged =
      correction !== null &&
      JSON.stringify(read(form, field)) === JSON.stringify(read(correction.form, field));
    return refused.length > 0 && isUnchanged
      ? refused.map((message) => words.sync.quote(message)).join(" ")
      : undefined;
  }

  const { notYet: because } = words.newEvent;
  const notYet =
    form.name === ""
      ? because.name
      : form.type === ""
        ? because.type
        : form.date === ""
          ? because.date
          : Object.values(fields).some((messages) => messages.length > 0)
            ? because.fields
            : undefined;

  async function save(): Promise<string | null> {
    // Also what the core refuses, where nobody waited for its check, is marked.
    setTried(true);
    if (notYet !== undefined) return null;
    if (correction !== null) {
      const reply = await mend.run({ outboxId: correction.outboxId, form });
      return reply?.ok === true ? reply.value.subject : null;
    }
    const reply = await create.run({ form });
    return reply?.ok === true ? reply.value.event.id : null;
  }

  return {
    fault,
    touch: (field) => setTouched((known) => new Set([...known, field])),
    warnings: answer?.warnings ?? [],
    notYet,
    isBusy: create.isBusy || mend.isBusy,
    failure: error !== null && error.code !== "invalid" ? error : null,
    save,
    clear: () => {
      create.clear();
      mend.clear();
    },
  };
}

/** The value behind `address.addressCountry`. */
function read(form: EventForm, field: string): unknown {
  const [head = "", tail] = field.split(".", 2);
  const value = (form as Readonly<Record<string, unknown>>)[head];
  return tail === undefined
    ? value
    : (value as Readonly<Record<string, unknown>> | undefined)?.[tail];
}
