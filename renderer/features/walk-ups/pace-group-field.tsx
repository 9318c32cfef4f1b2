import { words } from "#renderer/i18n/words.ts";
import frame from "#renderer/ui/fields/field-frame.module.css";
import { SegmentedControl } from "#renderer/ui/controls/buttons/segmented-control.tsx";
import { Select } from "#renderer/ui/fields/select.tsx";
import { TextField } from "#renderer/ui/fields/text-field.tsx";
import styles from "./walk-up-screen.module.css";

/** Maximum number of labels, and of their letters, that fit side by side. */
const mostSegments = 4;
const longestSegments = 26;

/** The value of the choice "no pace group"; a label is never empty. */
const none = "";

export interface PaceGroupFieldProps {
  /** The labels of the chosen run; null if no run is chosen. */
  readonly labels: readonly string[] | null;
  /** The organizer's pace groups have an unknown format, so the label is typed (W1). */
  readonly isFree: boolean;
  readonly runLabel: string;
  readonly value: string;
  readonly onChange: (label: string) => void;
  readonly onLeave: () => void;
  readonly error: string | undefined;
}

/** The pace groups of the chosen run (W5), as segments, as a list or as a text field. */
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
