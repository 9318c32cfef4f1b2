import { useQuery } from "#renderer/client/queries/use-query.ts";
import type { EventDetail } from "#shared/contract/events.ts";
import { words } from "#renderer/i18n/words.ts";
import frame from "#renderer/ui/fields/field-frame.module.css";
import { SegmentedControl } from "#renderer/ui/controls/buttons/segmented-control.tsx";
import { Select } from "#renderer/ui/fields/select.tsx";
import { TextField } from "#renderer/ui/fields/text-field.tsx";
import styles from "./walk-up-screen.module.css";

/** More labels, or longer ones, do not fit side by side. */
const mostSegments = 4;
const longestSegments = 26;

/** The select and the segments want a value for "none"; a label is never empty. */
const none = "";

export interface PaceGroupFieldProps {
  /** Those of the chosen run; null while none is chosen. */
  readonly labels: readonly string[] | null;
  /** The event's groups have a shape that nobody can read: the label is typed (W1). */
  readonly isFree: boolean;
  readonly runLabel: string;
  readonly value: string;
  readonly onChange: (label: string) => void;
  readonly onLeave: () => void;
  readonly error: string | undefined;
}

/** The pace groups of the chosen run (W5); typed freely where nobody could read them (W1). */
export function PaceGroupField({
  labels,
  isFree,
  runLabel,
  value,
  onChange,
  onLeave,
  error,
}: PaceGroupFieldProps) {
  if (isFree) {
    return (
      <TextField
        label={words.walkUp.paceGroup}
        hint={words.walkUp.paceGroupFree}
        value={value}
        maxLength={500}
        onChange={onChange}
        onBlur={onLeave}
        error={error}
      />
    );
  }
  if (labels === null || (labels.length === 0 && value === "")) {
    const why =
      labels === null ? words.walkUp.paceGroupAfterRun : words.walkUp.noPaceGroups(runLabel);
    return (
      <div className={frame["field"]}>
        <span className={frame["head"]}>
          <span className={frame["label"]}>{words.walkUp.paceGroup}</span>
        </span>
        <p className={styles["noGroups"]}>{why}</p>
      </div>
    );
  }
  const choices = [
    ...labels.map((label) => ({ value: label, label })),
    { value: none, label: words.walkUp.noPaceGroup },
  ];
  const fits = labels.length <= mostSegments && labels.join("").length <= longestSegments;
  const shared = {
    label: words.walkUp.paceGroup,
    choices,
    value,
    onChange: (label: string) => {
      onChange(label);
      onLeave();
    },
    error,
  };
  return fits ? <SegmentedControl {...shared} /> : <Select {...shared} />;
}

export interface PaceGroups {
  /** The labels of this run (W5); those of the event until the registrations were asked. */
  readonly of: (runId: string) => readonly string[];
}

export function usePaceGroups(event: EventDetail): PaceGroups {
  const { value } = useQuery(
    "walkUp.paceGroups",
    event.paceGroups.labels.length === 0 ? null : { eventId: event.id },
    { topics: ["digest"], keep: true },
  );
  return {
    of: (runId) =>
      value?.runs.find((run) => run.runId === runId)?.labels ?? event.paceGroups.labels,
  };
}
