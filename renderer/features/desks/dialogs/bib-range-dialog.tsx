import { useState } from "react";
import type { BibDesk, DeskRange } from "#shared/contract/bib-ranges.ts";
import type { Failure } from "#shared/result.ts";
import { useCommand } from "#renderer/client/queries/use-command.ts";
import type { Ends } from "#renderer/i18n/en/bib-ranges.ts";
import { failureMessage } from "#renderer/i18n/failure-messages.ts";
import { words } from "#renderer/i18n/words.ts";
import { BigButton } from "#renderer/ui/controls/buttons/big-button.tsx";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { Dialog } from "#renderer/ui/controls/dialogs/dialog.tsx";
import { Notice } from "#renderer/ui/controls/page/card.tsx";
import { BeingSaved } from "#renderer/ui/fields/being-saved.ts";
import { Select } from "#renderer/ui/fields/select.tsx";
import { TextField } from "#renderer/ui/fields/text-field.tsx";
import styles from "../desks-screen.module.css";

const say = words.bibRanges;

interface Run {
  readonly id: string;
  readonly label: string;
}

export interface BibRangeDialogProps {
  readonly eventId: string;
  readonly desks: readonly BibDesk[];
  readonly runs: readonly Run[];
  /** The range to change; null for a new one. */
  readonly range: DeskRange | null;
  readonly onClose: () => void;
}

/** The bibs of a run that one desk gives out (M12). */
export function BibRangeDialog({ eventId, desks, runs, range, onClose }: BibRangeDialogProps) {
  const set = useCommand("bibRange.set");
  const [desk, setDesk] = useState<string | null>(range?.desk ?? null);
  const [runId, setRunId] = useState<string | null>(range?.runId ?? onlyOne(runs));
  const [typed, setTyped] = useState<Ends>({ first: range?.first ?? "", last: range?.last ?? "" });
  const ends = { first: typed.first.trim(), last: typed.last.trim() };
  const areEnds = ends.first !== "" && ends.last !== "";
  const notYet =
    desk === null
      ? say.fillDesk
      : runId === null
        ? say.fillRun
        : areEnds
          ? undefined
          : say.fillEnds;

  async function save(ends: Ends | null, evenUsedUp = false) {
    if (desk === null || runId === null) return;
    const reply = await set.run({ eventId, desk, runId, range: ends, evenUsedUp });
    if (reply?.ok === true) onClose();
  }

  return (
    <Dialog
      title={say.dialogTitle}
      onClose={onClose}
      actions={
        <>
          <BigButton
            notYet={notYet}
            busy={set.isBusy ? say.saving : undefined}
            onPress={() => void save(ends)}
          >
            {say.save}
          </BigButton>
          {set.error?.code === "range-used-up" ? (
            <Button size="xl" isBusy={set.isBusy} onPress={() => void save(ends, true)}>
              {say.saveUsedUp}
            </Button>
          ) : null}
          {range === null ? null : (
            <Button size="xl" isBusy={set.isBusy} onPress={() => void save(null)}>
              {say.end}
            </Button>
          )}
          <Button size="xl" onPress={onClose}>
            {words.ui.cancel}
          </Button>
        </>
      }
    >
      {range === null ? (
        <TargetFields
          desks={desks}
          runs={runs}
          desk={desk}
          runId={runId}
          onDesk={setDesk}
          onRun={setRunId}
        />
      ) : (
        <p className={styles["sentence"]}>
          <bdi dir="auto">{range.name}</bdi>, {runs.find(({ id }) => id === range.runId)?.label}
        </p>
      )}
      <BeingSaved value={set.isBusy}>
        <EndsFields
          ends={typed}
          onChange={(next) => {
            // What was said of the former numbers says nothing of these.
            set.clear();
            setTyped(next);
          }}
        />
      </BeingSaved>
      <p className={styles["lead"]}>{say.away}</p>
      <RangeFailure failure={set.error} />
    </Dialog>
  );
}

interface EndsFieldsProps {
  readonly ends: Ends;
  readonly onChange: (ends: Ends) => void;
}

/** The first and the last bib of the range. */
function EndsFields({ ends, onChange }: EndsFieldsProps) {
  return (
    <div className={styles["choices"]}>
      <TextField
        label={say.first}
        kind="bib"
        value={ends.first}
        maxLength={40}
        onChange={(first) => onChange({ ...ends, first })}
      />
      <TextField
        label={say.last}
        kind="bib"
        value={ends.last}
        maxLength={40}
        onChange={(last) => onChange({ ...ends, last })}
      />
    </div>
  );
}

interface TargetFieldsProps extends Pick<BibRangeDialogProps, "desks" | "runs"> {
  readonly desk: string | null;
  readonly runId: string | null;
  readonly onDesk: (desk: string) => void;
  readonly onRun: (runId: string) => void;
}

/** The desk and the run of a new range. */
function TargetFields({ desks, runs, desk, runId, onDesk, onRun }: TargetFieldsProps) {
  return (
    <>
      <Select
        label={say.desk}
        choices={desks.map((each) => ({ value: each.desk, label: labelOf(each) }))}
        value={desk}
        placeholder={say.choose}
        onChange={onDesk}
      />
      <Select
        label={say.run}
        choices={runs.map(({ id, label }) => ({ value: id, label }))}
        value={runId}
        placeholder={say.choose}
        onChange={onRun}
      />
    </>
  );
}

const onlyOne = (runs: readonly Run[]): string | null =>
  runs.length === 1 ? (runs[0]?.id ?? null) : null;

function labelOf({ name, kind, isThis }: BibDesk): string {
  if (isThis) return say.thisComputer(name);
  return kind === "browser" ? say.browser(name) : name;
}

/** What is wrong with the range; for an overlap, with the desk and the numbers that are in the way. */
function RangeFailure({ failure }: { readonly failure: Failure | null }) {
  if (failure === null) return null;
  const { title, text } = failureMessage(failure, say.failures);
  const other = failure.details?.["range"];
  return (
    <Notice tone="stop" title={title}>
      {isRange(other) ? say.overlapsText(other.name, other) : text}
    </Notice>
  );
}

const isRange = (value: unknown): value is Pick<DeskRange, "name" | "first" | "last"> =>
  typeof value === "object" &&
  value !== null &&
  "name" in value &&
  typeof value.name === "string" &&
  "first" in value &&
  "last" in value;
