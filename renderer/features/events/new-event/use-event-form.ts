import { useMemo, useState } from "react";
import type { EventForm } from "#shared/contract/event-form.ts";
import { mayBeCorrected } from "#shared/domain/outbox/entry-offers.ts";
import { useCommand } from "#renderer/client/queries/use-command.ts";
import { useFormCheck } from "#renderer/client/queries/use-form-check.ts";
import { useQuery } from "#renderer/client/queries/use-query.ts";
import { words } from "#renderer/i18n/words.ts";
import { eventFormOf, readField, unreadableCoordinates } from "./event-draft-store.ts";
import type { EventDraft } from "./event-draft-store.ts";

/** An unsent or refused event that a person corrects, with the server's messages about its fields. */
export interface EventCorrection {
  readonly outboxId: string;
  readonly isRefused: boolean;
  /** It was sent, set aside, retracted or corrected since the form was asked for. */
  readonly isTooLate: boolean;
  /** The form that was sent. */
  readonly form: EventForm;
  readonly serverFields: Readonly<Record<string, readonly string[]>>;
  /** The server's message about the whole event, verbatim. */
  readonly serverMessage: string | null;
}

/**
 * The event of an outbox entry; null if there is none. If it is sent while somebody corrects it, the form stays with what
 * was typed, and its command says so.
 */
export function useEventCorrection(outboxId: string | null): EventCorrection | null {
  const query = useQuery("outbox.get", outboxId === null ? null : { outboxId }, {
    topics: ["outbox"],
  });
  const entry = query.value?.entry ?? null;
  return useMemo(
    () =>
      entry === null || entry.eventForm === null
        ? null
        : {
            outboxId: entry.id,
            isRefused: entry.certainty === "refused",
            isTooLate: !mayBeCorrected(entry),
            form: entry.eventForm,
            serverFields: entry.serverFields,
            serverMessage: entry.serverMessage,
          },
    [entry],
  );
}

export type EventFormState = ReturnType<typeof useEventForm>;

/** Checks a new event offline by the API's rules, and saves it (W1, W3). */
export function useEventForm(draft: EventDraft, correction: EventCorrection | null) {
  const create = useCommand("event.create");
  const correct = useCommand("outbox.correctEvent");
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [tried, setTried] = useState(correction !== null);

  const form = eventFormOf(draft);
  // With its outbox id, a corrected event is not reported as its own duplicate.
  const typed = { form, ...(correction === null ? {} : { outboxId: correction.outboxId }) };
  const isBusy = create.isBusy || correct.isBusy;
  const { current: answer } = useFormCheck("event.check", typed, ["events"], isBusy);
  const error = create.error ?? correct.error;
  const unreadable = Object.fromEntries(unreadableCoordinates(draft).map((field) => [field, [""]]));
  const fields: Readonly<Record<string, readonly string[]>> = {
    ...answer?.fields,
    ...error?.fields,
    ...unreadable,
  };
  // All errors are drawn together, so that the focus goes to the first of them.
  const isJudged = answer !== null || error !== null;
  const wrong = Object.keys(fields).filter((field) => (fields[field] ?? []).length > 0);
  const isMarked = (field: string): boolean =>
    isJudged && wrong.includes(field) && (tried || touched.has(field));

  /** The error of a field, by its API name, after the field was left or saving was tried. */
  function fault(field: string): string | undefined {
    if (isMarked(field)) return words.newEvent.fields[field] ?? fields[field]?.join(" ");
    const refused = correction?.serverFields[field] ?? [];
    const isUnchanged =
      correction !== null &&
      JSON.stringify(readField(form, field)) === JSON.stringify(readField(correction.form, field));
    return refused.length > 0 && isUnchanged
      ? refused.map((message) => words.sync.quote(message)).join(" ")
      : undefined;
  }

  const { notYet: because } = words.newEvent;
  /** Why the form cannot be saved yet. */
  const notYet =
    form.name === ""
      ? because.name
      : form.type === ""
        ? because.type
        : form.date === ""
          ? because.date
          : wrong.some(isMarked)
            ? because.fields
            : undefined;

  /** Resolves with the event's local id, or null if it was not saved. */
  async function save(): Promise<string | null> {
    // Marks also the errors of the core, if the person did not wait for the check.
    setTried(true);
    if (notYet !== undefined || wrong.length > 0) return null;
    if (correction !== null) {
      const reply = await correct.run({ outboxId: correction.outboxId, form });
      return reply?.ok === true ? reply.value.subject : null;
    }
    const reply = await create.run({ form });
    return reply?.ok === true ? reply.value.event.id : null;
  }

  return {
    fault,
    touch: (field: string) => setTouched((known) => new Set([...known, field])),
    warnings: answer?.warnings ?? [],
    notYet,
    isBusy,
    /** The failure of the last save, unless it is about fields. The typed texts are kept. */
    failure: error !== null && error.code !== "invalid" ? error : null,
    save,
    /** Forgets the last failure, because the form was changed. */
    clear: () => {
      create.clear();
      correct.clear();
    },
  };
}
