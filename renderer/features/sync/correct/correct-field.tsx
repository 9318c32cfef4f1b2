import type { EventDetail } from "#shared/contract/events.ts";
import { capitalized } from "#renderer/i18n/format.ts";
import { words } from "#renderer/i18n/words.ts";
import { FieldNote } from "#renderer/ui/fields/field-note.tsx";
import { Select } from "#renderer/ui/fields/select.tsx";
import type { Choice } from "#renderer/ui/fields/select.tsx";
import { TextField } from "#renderer/ui/fields/text-field.tsx";
import type { CorrectableField } from "#renderer/ui/race/outbox/correction-store.ts";
import styles from "../sync-screen.module.css";

export interface CorrectFieldProps {
  readonly field: CorrectableField;
  /** The event of the walk-up; null if it is not on this computer. */
  readonly event: EventDetail | null;
  /** The pace groups of the chosen run (W5). */
  readonly paceGroups: readonly string[];
  readonly value: string;
  readonly was: string;
  readonly isChanged: boolean;
  /** The server's messages for this field, verbatim. */
  readonly serverSays: readonly string[];
  readonly onChange: (value: string) => void;
}

/** A field of a refused walk-up: red with the server's messages until it is changed, then green with the former value. */
export function CorrectField(props: CorrectFieldProps) {
  const { field, value, was, isChanged, serverSays, onChange } = props;
  const choices = choicesWith(props);
  const label = words.sync.fieldLabels[field];
  const error =
    isChanged || serverSays.length === 0
      ? undefined
      : serverSays.map((message) => words.sync.quote(message)).join(" ");
  const shownWas = choices?.find((choice) => choice.value === was)?.label ?? was;
  const changed = isChanged
    ? ({ tone: "done", text: words.sync.changedFrom(shownWas) } as const)
    : undefined;
  if (choices === null) {
    return (
      <TextField
        label={label}
        kind={field === "email" ? "email" : "text"}
        value={value}
        onChange={onChange}
        error={error}
        note={changed}
      />
    );
  }
  return (
    <div className={styles["choice"]}>
      <Select label={label} choices={choices} value={value} onChange={onChange} error={error} />
      {changed === undefined ? null : <FieldNote note={changed} />}
    </div>
  );
}

/**
 * The choices of a field, including the sent value; null for a text field. A pace group of another run is a choice only
 * until it is changed.
 */
export function choicesWith({
  field,
  event,
  paceGroups,
  value,
  was,
}: CorrectFieldProps): Choices | null {
  const known = choicesOf(field, event, paceGroups);
  if (known === null) return null;
  const sent = field === "paceGroup" ? value : was;
  const isKnown = known.some((choice) => choice.value === sent);
  if (isKnown) return known;
  const label = field === "eventRunId" ? capitalized(words.sync.runNotHere) : sent;
  return [{ value: sent, label }, ...known];
}

type Choices = readonly Choice<string>[];

function choicesOf(
  field: CorrectableField,
  event: EventDetail | null,
  paceGroups: readonly string[],
): Choices | null {
  switch (field) {
    case "eventRunId":
      return event === null ? [] : event.runs.map(({ id, label }) => ({ value: id, label }));
    case "paceGroup":
      return event === null || !event.paceGroups.recognised
        ? null
        : [
            ...paceGroups.map((label) => ({ value: label, label })),
            { value: "", label: words.sync.noPaceGroup },
          ];
    case "registrationType":
      return [
        { value: "paid", label: words.walkUp.entryLabels.paid },
        { value: "free", label: words.walkUp.entryLabels.free },
      ];
    case "name":
    case "email":
    case "status":
    case "notes":
      return null;
  }
}
