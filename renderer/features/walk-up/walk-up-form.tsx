import type { EventDetail } from "#shared/contract/events.ts";
import { readScan } from "#shared/domain/scan-reading.ts";
import { navigate } from "#renderer/client/route.ts";
import { useKey } from "#renderer/client/use-key.ts";
import { useQuery } from "#renderer/client/use-query.ts";
import { useScan } from "#renderer/client/use-scan.ts";
import { formatTime } from "#renderer/i18n/format.ts";
import { words } from "#renderer/i18n/words.ts";
import { BigButton } from "#renderer/ui/big-button.tsx";
import { Button } from "#renderer/ui/button.tsx";
import { FieldNote } from "#renderer/ui/field-note.tsx";
import { Icon } from "#renderer/ui/icon.tsx";
import { RunChooser } from "#renderer/ui/run-chooser.tsx";
import { SegmentedControl } from "#renderer/ui/segmented-control.tsx";
import { TextField } from "#renderer/ui/text-field.tsx";
import { NotSavedCard, PreviewCard } from "./preview-card.tsx";
import { PaceGroupField } from "./pace-group-field.tsx";
import { describeRun, onlyOpenRun } from "./run-choice.ts";
import { useWalkUpForm } from "./use-walk-up-form.ts";
import styles from "./walk-up-room.module.css";

const entries = [
  { value: "paid", label: words.walkUp.entryLabels.paid },
  { value: "free", label: words.walkUp.entryLabels.free },
] as const;

export interface WalkUpFormViewProps {
  readonly event: EventDetail;
  /** 0 when sounds are off. */
  readonly volume: number;
}

export function WalkUpFormView({ event, volume }: WalkUpFormViewProps) {
  const form = useWalkUpForm(event.id, volume, onlyOpenRun(event.runs));
  const { draft, change, touch, fault } = form;
  const run = event.runs.find((each) => each.id === draft.runId) ?? null;
  const nextFree = useQuery(
    "bib.nextFree",
    run === null ? { eventId: event.id } : { eventId: event.id, runId: run.id },
    { topics: ["roster"], keep: true },
  );
  const hasPaceGroups =
    !event.paceGroups.recognised || event.paceGroups.labels.length > 0 || draft.paceGroup !== "";
  const free = nextFree.value?.bib ?? null;
  const leave = (): void => navigate("check-in");

  useKey("Enter", form.notSaved === null ? () => form.save(true) : null);
  useKey("Escape", leave);
  useScan((code) => {
    const reading = readScan(code);
    if (reading.kind === "bib") change({ bib: reading.text });
    if (reading.kind === "email" && draft.email === "") change({ email: reading.text });
  });

  const submit = (): void => form.save(true);
  const bibFault =
    form.bibHolder === null
      ? fault("bib")
      : words.walkUp.bibTaken(draft.bib.trim(), form.bibHolder.name ?? words.walkUp.noName);
  return (
    <>
      <div className={styles["columns"]}>
        <div className={styles["form"]}>
          <TextField
            label={words.walkUp.name}
            value={draft.name}
            maxLength={2_000}
            autoFocus={draft.name === ""}
            onChange={(name) => change({ name })}
            onBlur={() => touch("name")}
            onSubmit={submit}
            error={fault("name")}
          />
          <TextField
            label={words.walkUp.email}
            hint={fault("email") === undefined ? words.ui.needed : "email"}
            kind="email"
            isRequired
            value={draft.email}
            maxLength={2_000}
            autoFocus={draft.name !== "" && draft.email === ""}
            onChange={(email) => change({ email })}
            onBlur={() => touch("email")}
            onSubmit={submit}
            error={fault("email")}
          />
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
              onChoose={(runId) => {
                change({ runId });
                touch("eventRunId");
              }}
              error={fault("eventRunId")}
            />
          </div>
          {hasPaceGroups ? (
            <PaceGroupField
              groups={event.paceGroups}
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
              onChange={(registrationType) => change({ registrationType })}
              error={fault("registrationType")}
            />
          </div>
          <div className={styles["bib"]}>
            <TextField
              label={words.walkUp.bib}
              hint={free === null ? undefined : words.walkUp.nextFree(free)}
              kind="bib"
              value={draft.bib}
              maxLength={2_000}
              onChange={(bib) => change({ bib })}
              onBlur={() => touch("bib")}
              onSubmit={submit}
              error={bibFault}
            />
            {free !== null && draft.bib.trim() === "" ? (
              <div className={styles["offer"]}>
                <Button size="s" kind="quiet" onPress={() => change({ bib: free })}>
                  {words.walkUp.takeNextFree(free)}
                </Button>
              </div>
            ) : null}
          </div>
          <TextField
            label={words.walkUp.note}
            hint={draft.bib.trim() === "" ? undefined : words.walkUp.noteHint}
            placeholder={words.walkUp.noteExample}
            value={draft.notes}
            maxLength={10_000}
            onChange={(notes) => change({ notes })}
            onBlur={() => touch("notes")}
            onSubmit={submit}
            error={fault("notes")}
          />
          <div className={styles["wide"]} aria-live="polite">
            {form.warnings.map((warning) => (
              <p key={warning} className={styles["rule"]}>
                <FieldNote size="m" note={{ tone: "look", text: words.walkUp.warnings[warning] }} />
              </p>
            ))}
            <p className={styles["rule"]}>
              <Icon name="info" size={22} />
              <span>{words.walkUp.rules}</span>
            </p>
          </div>
        </div>
        {form.notSaved === null ? (
          <PreviewCard draft={draft} run={run} isOnline={form.isOnline} />
        ) : (
          <NotSavedCard failure={form.notSaved} />
        )}
      </div>
      <div className={styles["bar"]}>
        <Button size="xl" keycap={words.ui.esc} onPress={leave}>
          {words.walkUp.back}
        </Button>
        <Button size="xl" isBusy={form.saving === "only"} onPress={() => form.save(false)}>
          {words.walkUp.saveOnly}
        </Button>
        {form.notSaved === null ? (
          <BigButton
            keycap={words.ui.enter}
            notYet={form.notYet}
            busy={form.saving === "check-in" ? words.walkUp.saving : undefined}
            onPress={submit}
          >
            {words.walkUp.saveAndCheckIn}
          </BigButton>
        ) : (
          <Button size="xl" icon="retry" isBusy={form.saving === "check-in"} onPress={submit}>
            {words.walkUp.notSaved.again}
          </Button>
        )}
      </div>
    </>
  );
}
