import { Label } from "react-aria-components/Label";
import { Radio, RadioGroup } from "react-aria-components/RadioGroup";
import type { Choice } from "#renderer/ui/fields/select.tsx";
import { FieldNote } from "#renderer/ui/fields/field-note.tsx";
import frame from "#renderer/ui/fields/field-frame.module.css";
import styles from "./segmented-control.module.css";

export interface SegmentedControlProps<Value extends string> {
  readonly label: string;
  readonly choices: readonly Choice<Value>[];
  readonly value: Value | null;
  readonly onChange: (value: Value) => void;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  readonly isLabelHidden?: boolean;
}

/** One of a few, all in sight; the chosen one is ink. */
export function SegmentedControl<Value extends string>({
  label,
  choices,
  value,
  onChange,
  hint,
  error,
  isLabelHidden = false,
}: SegmentedControlProps<Value>) {
  return (
    <RadioGroup
      className={frame["field"] ?? ""}
      orientation="horizontal"
      isInvalid={error !== undefined}
      value={value}
      onChange={(chosen) => {
        const choice = choices.find((each) => each.value === chosen);
        if (choice !== undefined) onChange(choice.value);
      }}
      {...(isLabelHidden ? { "aria-label": label } : {})}
    >
      {isLabelHidden ? null : (
        <span className={frame["head"]}>
          <Label className={frame["label"] ?? ""}>{label}</Label>
          {hint === undefined ? null : <span className={frame["hint"]}>{hint}</span>}
        </span>
      )}
      <span className={styles["choices"]}>
        {choices.map((choice) => (
          <Radio key={choice.value} value={choice.value} className={styles["choice"] ?? ""}>
            {choice.label}
          </Radio>
        ))}
      </span>
      {error === undefined ? null : (
        <span className={frame["note"]} role="alert">
          <FieldNote note={{ tone: "stop", text: error }} />
        </span>
      )}
    </RadioGroup>
  );
}
