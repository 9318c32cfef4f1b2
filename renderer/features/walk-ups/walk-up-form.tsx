import { useLayoutEffect, useRef } from "react";
import type { EventDetail } from "#shared/contract/events.ts";
import { readNewBib } from "#shared/domain/bibs/bib.ts";
import { readScan } from "#shared/domain/scan/barcode-payload.ts";
import { navigate } from "#renderer/client/navigation/route.ts";
import { useIsConnected } from "#renderer/client/queries/connected.tsx";
import { useBibCheck } from "#renderer/client/queries/use-bib-check.ts";
import { useKey } from "#renderer/client/input/use-key.ts";
import { usePaceGroups } from "#renderer/client/queries/use-pace-groups.ts";
import { useScan } from "#renderer/client/input/use-scan.ts";
import { formatTime } from "#renderer/i18n/format.ts";
import { words } from "#renderer/i18n/words.ts";
import { BigButton } from "#renderer/ui/controls/buttons/big-button.tsx";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { FieldNote } from "#renderer/ui/fields/field-note.tsx";
import { Icon } from "#renderer/ui/controls/icon.tsx";
import { RunChooser } from "#renderer/ui/race/runs/run-chooser.tsx";
import { SegmentedControl } from "#renderer/ui/controls/buttons/segmented-control.tsx";
import { useFirstError } from "#renderer/ui/fields/use-first-error.ts";
import { TextField } from "#renderer/ui/fields/text-field.tsx";
import { showToast } from "#renderer/ui/controls/dialogs/toast-store.ts";
import { PossibleDuplicates, usePossibleDuplicates } from "./possible-duplicates.tsx";
import { NotSavedCard, PreviewCard } from "./preview-card.tsx";
import { BibField, bibAfterRun, typedBib } from "./bib-field.tsx";
import { EmailField } from "./email-field.tsx";
import { PaceGroupField } from "./pace-group-field.tsx";
import { describeRun } from "./run-choice.ts";
import type { WalkUpFormState } from "./use-walk-up-form.ts";
import { useWalkUpForm } from "./use-walk-up-form.ts";
import styles from "./walk-up-screen.module.css";

const entries = [
  { value: "paid", label: words.walkUp.entryLabels.paid },
  { value: "free", label: words.walkUp.entryLabels.free },
] as const;

export interface WalkUpFormViewProps {
  readonly event: EventDetail;
  /** 0 to 1; 0 if sounds are off. */
  readonly volume: number;
  /** Opens an empty form for the next walk-up. */
  readonly onNext: () => void;
}

export function WalkUpFormView({ event, volume, onNext }: WalkUpFormViewProps) {
  const { formRef, goToFirstError } = useFirstError();
  const form = useWalkUpForm(event, { volume, onRefused: goToFirstError, onNext });
  const { draft, change } = form;
  const run = event.runs.find((each) => each.id === draft.runId) ?? null;
  const duplicates = usePossibleDuplicates(event.id, draft, form.saving !== null);
  const isConnected = useIsConnected();
  const bibCheck = useBibCheck({ eventId: event.id, typed: draft.bib });
  const leave = (): void => navigate("check-in");

  const onEnter = ({ ctrlKey, metaKey }: KeyboardEvent): void => {
    if (form.anyway !== null && (ctrlKey || metaKey)) form.saveAnyway();
    else form.save(true);
  };
  useKey("Enter", form.notSaved === null && isConnected ? onEnter : null);
  useKey("Escape", leave);
  useKey("F2", form.saving === null ? null : form.openNextAfter);
  useScan((code, instead) => {
    const { scanTooEarly, scanDoubt } = words.walkUp;
    form.forgetTypedAhead();
    if (form.saving !== null || instead !== null) {
      const text = instead === null ? scanTooEarly(code) : scanDoubt(code, instead);
      showToast("look", text);
      return;
    }
    const reading = readScan(code);
    if (reading.kind === "bib") change(typedBib(reading.text, draft.runId));
    if (reading.kind === "email" && draft.email === "") change({ email: reading.text });
  });

  return (
    <>
      <div className={styles["columns"]}>
        {/* While a form is on its way without an answer, a change of it would be lost or become another walk-up. */}
        <div ref={formRef} data-form="" className={styles["form"]} inert={form.saving !== null}>
          <PersonFields form={form} />
          <RunFields event={event} form={form} />
          <BibField event={event} form={form} bibCheck={bibCheck} />
          <NoteFields form={form} bibCheck={bibCheck} />
        </div>
        <div className={styles["beside"]}>
          {form.notSaved === null ? null : <NotSavedCard failure={form.notSaved} />}
          <PossibleDuplicates rows={duplicates} />
          {form.notSaved === null ? (
            <PreviewCard
              draft={draft}
              run={run}
              sending={form.sending}
              isCompact={duplicates.length > 0}
            />
          ) : null}
        </div>
      </div>
      <SaveBar form={form} onLeave={leave} />
    </>
  );
}

interface FieldsProps {
  readonly event: EventDetail;
  readonly form: WalkUpFormState;
}

function PersonFields({ form }: Pick<FieldsProps, "form">) {
  const { draft, change, touch, fault } = form;
  const nameRef = useRef<HTMLInputElement>(null);
  // While it was being saved, the form took no keys and lost the focus. The name tells whether these are two people.
  const asksForName = form.registered !== null && form.saving === null;
  useLayoutEffect(() => {
    if (!asksForName || !isInForm(document.activeElement, nameRef.current)) return;
    nameRef.current?.focus();
    nameRef.current?.select();
  }, [asksForName]);
  return (
    <>
      <TextField
        label={words.walkUp.name}
        hint={words.ui.needed}
        inputRef={nameRef}
        isRequired
        value={draft.name}
        maxLength={2_000}
        autoFocus={form.firstMissing === undefined || form.firstMissing === "name"}
        onChange={(name) => change({ name })}
        onBlur={() => touch("name")}
        error={fault("name")}
      />
      <EmailField form={form} />
    </>
  );
}

/** Nothing has the focus, or a field of the form. */
const isInForm = (focused: Element | null, field: Element | null): boolean =>
  focused === null ||
  focused === document.body ||
  field?.closest("[data-form]")?.contains(focused) === true;

/** The run, its pace group and the kind of entry. */
function RunFields({ event, form }: FieldsProps) {
  const { draft, change, touch, fault, firstMissing } = form;
  const run = event.runs.find((each) => each.id === draft.runId) ?? null;
  const paceGroupsOf = usePaceGroups(event);
  const hasPaceGroups =
    !event.paceGroups.recognised || event.paceGroups.labels.length > 0 || draft.paceGroup !== "";
  return (
    <>
      <div className={styles["wide"]}>
        <RunChooser
          label={words.walkUp.run}
          hint={
            event.download.completedAtMs === null
              ? undefined
              : words.walkUp.placesAsOf(formatTime(event.download.completedAtMs))
          }
          runs={event.runs.map(describeRun)}
          chosenId={draft.runId}
          autoFocus={firstMissing === "eventRunId"}
          onChoose={(runId) => {
            const keepsGroup =
              !event.paceGroups.recognised || paceGroupsOf(runId).includes(draft.paceGroup);
            change({
              runId,
              ...bibAfterRun(draft, runId),
              ...(keepsGroup ? {} : { paceGroup: "" }),
            });
            touch("eventRunId");
          }}
          error={fault("eventRunId")}
        />
      </div>
      {hasPaceGroups ? (
        <PaceGroupField
          labels={run === null ? null : paceGroupsOf(run.id)}
          isFree={!event.paceGroups.recognised}
          runLabel={run?.label ?? ""}
          value={draft.paceGroup}
          onChange={(paceGroup) => change({ paceGroup })}
          onLeave={() => touch("paceGroup")}
          error={fault("paceGroup")}
        />
      ) : null}
      <div className={hasPaceGroups ? undefined : styles["wide"]}>
        <SegmentedControl
          label={words.walkUp.entry}
          hint={words.ui.needed}
          choices={entries}
          value={draft.registrationType}
          autoFocus={firstMissing === "registrationType"}
          onChange={(registrationType) => change({ registrationType })}
          error={fault("registrationType")}
        />
      </div>
    </>
  );
}

interface WithBibCheck {
  /** Whether somebody has the typed bib; null until that is known. */
  readonly bibCheck: ReturnType<typeof useBibCheck>;
}

function NoteFields({ form, bibCheck }: Pick<FieldsProps, "form"> & WithBibCheck) {
  const { draft, change, touch, fault } = form;
  const bib = draft.bib.trim();
  const isBibSent = readNewBib(bib).ok && bibCheck?.takenBy.length === 0;
  // That the same person is registered says more than that the e-mail is.
  const warnings = form.warnings.filter(
    (warning) =>
      warning !== "email-unlikely" &&
      (form.registered === null || warning !== "same-email-same-run"),
  );
  return (
    <>
      <TextField
        label={words.walkUp.note}
        hint={isBibSent ? words.walkUp.noteHint(bib) : undefined}
        placeholder={words.walkUp.noteExample}
        value={draft.notes}
        maxLength={10_000}
        onChange={(notes) => change({ notes })}
        onBlur={() => touch("notes")}
        error={fault("notes")}
      />
      <div className={styles["wide"]} aria-live="polite">
        {warnings.map((warning) => (
          <p key={warning} className={styles["rule"]}>
            <FieldNote size="m" note={{ tone: "look", text: words.walkUp.warnings[warning] }} />
          </p>
        ))}
        {form.followsRules && form.registered === null ? (
          <p className={styles["rule"]}>
            <Icon name="info" size={22} />
            <span>{words.walkUp.rules}</span>
          </p>
        ) : null}
      </div>
    </>
  );
}

interface SaveBarProps {
  readonly form: WalkUpFormState;
  readonly onLeave: () => void;
}

function SaveBar({ form, onLeave }: SaveBarProps) {
  const onSubmit = (): void => form.save(true);
  return (
    <div className={styles["bar"]}>
      {form.registered === null ? null : (
        <p className={styles["why"]} role="alert">
          <FieldNote
            size="m"
            note={{ tone: "stop", text: words.walkUp.isRegistered(form.registered.name) }}
          />
        </p>
      )}
      <Button size="xl" keycap={words.ui.esc} onPress={onLeave}>
        {words.walkUp.back}
      </Button>
      <Button size="xl" isBusy={form.saving === "only"} onPress={() => form.save(false)}>
        {words.walkUp.saveOnly}
      </Button>
      {form.anyway !== null ? (
        <Button
          size="xl"
          isBlock
          keycap={words.checkIn.carefulKey}
          isBusy={form.saving !== null}
          onPress={form.saveAnyway}
        >
          {words.walkUp.anyway[form.anyway]}
        </Button>
      ) : form.notSaved === null ? (
        <BigButton
          keycap={words.ui.enter}
          notYet={form.notYet}
          onNotYet={onSubmit}
          busy={form.saving === "check-in" ? words.walkUp.saving : undefined}
          onPress={onSubmit}
        >
          {words.walkUp.saveAndCheckIn}
        </BigButton>
      ) : (
        <Button size="xl" icon="retry" isBusy={form.saving === "check-in"} onPress={onSubmit}>
          {words.walkUp.notSaved.again}
        </Button>
      )}
    </div>
  );
}
