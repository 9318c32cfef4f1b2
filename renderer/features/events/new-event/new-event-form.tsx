import { useState } from "react";
import type { OutputOf } from "#shared/contract/index.ts";
import { useIsMounted } from "#renderer/client/queries/use-is-mounted.ts";
import { useKey } from "#renderer/client/input/use-key.ts";
import { words } from "#renderer/i18n/words.ts";
import { BigButton } from "#renderer/ui/controls/buttons/big-button.tsx";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { Card } from "#renderer/ui/controls/page/card.tsx";
import { FailureNotice } from "#renderer/ui/controls/dialogs/error-notice.tsx";
import { FieldNote } from "#renderer/ui/fields/field-note.tsx";
import { SegmentedControl } from "#renderer/ui/controls/buttons/segmented-control.tsx";
import { Select } from "#renderer/ui/fields/select.tsx";
import { showToast } from "#renderer/ui/controls/dialogs/toast-store.ts";
import { useFirstError } from "#renderer/ui/fields/use-first-error.ts";
import { apiNameOf, eventDraftOf, useEventDraft } from "./event-draft-store.ts";
import type { EventDraft } from "./event-draft-store.ts";
import { EventTextField } from "./event-text-field.tsx";
import type { EventTextFieldProps } from "./event-text-field.tsx";
import { useEventForm } from "./use-event-form.ts";
import type { EventCorrection } from "./use-event-form.ts";
import screenStyles from "../events-screen.module.css";
import styles from "./new-event.module.css";

const types = Object.entries(words.newEvent.types).map(([value, label]) => ({ value, label }));

export interface NewEventFormProps {
  readonly series: OutputOf<"event.list">["series"];
  /** An event to correct; null for a new one. */
  readonly correction: EventCorrection | null;
  readonly onClose: () => void;
  readonly onSaved: (saved: EventDraft & { readonly id: string }) => void;
}

/** The form for a new event. It is saved offline, and the outbox sends it. */
export function NewEventForm({ series, correction, onClose, onSaved }: NewEventFormProps) {
  const { draft, ...kept } = useDraftOf(correction);
  const form = useEventForm(draft, correction);
  const [showsMore, setShowsMore] = useState(correction !== null);
  const { formRef, goToFirstError } = useFirstError();
  const isMounted = useIsMounted();
  const say = words.newEvent;

  function change(part: Partial<EventDraft>): void {
    form.clear();
    kept.change(part);
  }
  async function save(): Promise<void> {
    const eventId = await form.save();
    if (eventId === null) {
      if (isMounted.current) goToFirstError();
      else showToast("stop", say.notSavedElsewhere);
      return;
    }
    // Elsewhere, the kept draft may already be the next event's.
    const isKeptDraft = isMounted.current || useEventDraft.getState().draft === draft;
    if (correction !== null || isKeptDraft) kept.drop();
    showToast("done", say.saved);
    if (isMounted.current) onSaved({ ...draft, id: eventId });
  }
  const submit = (): void => void save();
  useKey("Enter", submit);
  useKey("Escape", onClose);
  const field = { draft, change, form };
  const hasHiddenError = allMoreFields.some((of) => form.fault(apiNameOf(of)) !== undefined);

  return (
    <>
      <Card isBare label={headOf(correction).title} className={screenStyles["panel"]}>
        <FormHead {...headOf(correction)} />
        {/* What is typed while the form is being saved would be lost with it. */}
        <div ref={formRef} className={styles["form"]} inert={form.isBusy}>
          <div className={styles["wide"]}>
            <EventTextField {...field} of="name" isFirst />
          </div>
          <div className={styles["wide"]}>
            <SegmentedControl
              label={say.type}
              choices={types}
              value={draft.type}
              onChange={(type) => change({ type })}
              error={form.fault("type")}
            />
          </div>
          <EventTextField {...field} of="date" />
          <EventTextField {...field} of="startTime" />
          <EventTextField {...field} of="city" />
          <EventTextField {...field} of="country" />
          {showsMore || hasHiddenError ? (
            <MoreFields {...field} series={series} takesFocus={showsMore && correction === null} />
          ) : null}
          <div className={styles["wide"]} aria-live="polite">
            {form.warnings.map((warning) => (
              <p key={warning}>
                <FieldNote size="m" note={{ tone: "look", text: say.warnings[warning] }} />
              </p>
            ))}
            <FailureNotice failure={form.failure} own={say.failures} />
          </div>
          <div className={styles["wide"]}>
            <Button kind="quiet" onPress={() => setShowsMore((shown) => !shown)}>
              {showsMore ? say.less : say.more}
            </Button>
          </div>
        </div>
      </Card>
      <FormActions form={form} correction={correction} onSubmit={submit} onClose={onClose} />
    </>
  );
}

/** The texts of the form: those of a new event, or those of an event with its corrections. */
function useDraftOf(correction: EventCorrection | null) {
  const kept = useEventDraft();
  if (correction === null) return kept;
  const { outboxId, form } = correction;
  const draft = kept.corrections[outboxId] ?? eventDraftOf(form);
  return {
    draft,
    change: (part: Partial<EventDraft>) => kept.correct(outboxId, { ...draft, ...part }),
    drop: () => kept.dropCorrection(outboxId),
  };
}

interface FormHeadProps {
  readonly title: string;
  readonly lead: string;
  readonly serverSays: string | null;
}

/** What the form is for; for a refused event also the server's message. */
function headOf(correction: EventCorrection | null): FormHeadProps {
  const say = words.newEvent;
  if (correction === null) return { title: say.title, lead: say.lead, serverSays: null };
  const lead = correction.isTooLate
    ? say.correctTooLateLead
    : correction.isRefused
      ? say.correctLead
      : say.correctUnsentLead;
  return { title: say.correctTitle, lead, serverSays: correction.serverMessage };
}

function FormHead({ title, lead, serverSays }: FormHeadProps) {
  return (
    <header className={screenStyles["head"]}>
      <div>
        <h2>{title}</h2>
        <p>{lead}</p>
        {serverSays === null ? null : (
          <p>
            <FieldNote size="m" note={{ tone: "stop", text: words.sync.quote(serverSays) }} />
          </p>
        )}
      </div>
    </header>
  );
}

/** Fields that most new events do not need. */
const moreFields = [
  "place",
  "street",
  "region",
  "postalCode",
  "lat",
  "lng",
  "websiteUrl",
  "registrationUrl",
  "slug",
  "description",
] as const;

const allMoreFields = ["endDate", "endTime", "seriesId", ...moreFields] as const;

interface MoreFieldsProps extends Omit<EventTextFieldProps, "of" | "isFirst"> {
  readonly series: OutputOf<"event.list">["series"];
  /** A person asked for the fields, so the first of them gets the focus. */
  readonly takesFocus: boolean;
}

function MoreFields({ series, takesFocus, ...field }: MoreFieldsProps) {
  const say = words.newEvent;
  return (
    <>
      <EventTextField {...field} of="endDate" isFirst={takesFocus} />
      <EventTextField {...field} of="endTime" />
      {series.length === 0 ? null : (
        <div className={styles["wide"]}>
          <Select
            label={say.series}
            choices={[
              { value: "", label: say.noSeries },
              ...series.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            value={field.draft.seriesId}
            onChange={(seriesId) => field.change({ seriesId })}
            error={field.form.fault("seriesId")}
          />
        </div>
      )}
      {moreFields.map((of) => (
        <EventTextField key={of} {...field} of={of} />
      ))}
    </>
  );
}

interface FormActionsProps {
  readonly form: ReturnType<typeof useEventForm>;
  readonly correction: EventCorrection | null;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
}

function FormActions({ form, correction, onSubmit, onClose }: FormActionsProps) {
  const say = words.newEvent;
  return (
    <div className={screenStyles["actions"]}>
      <Button size="xl" keycap={words.ui.esc} onPress={onClose}>
        {say.back}
      </Button>
      <BigButton
        keycap={words.ui.enter}
        notYet={form.notYet}
        onNotYet={onSubmit}
        busy={form.isBusy ? say.saving : undefined}
        onPress={onSubmit}
      >
        {correction === null ? say.save : words.sync[correction.isRefused ? "fixSend" : "fixSave"]}
      </BigButton>
    </div>
  );
}
