import { Radio, RadioGroup } from "react-aria-components/RadioGroup";
import type { Choice } from "#renderer/ui/fields/select.tsx";
import { FieldError, FieldHead } from "#renderer/ui/fields/field-frame.tsx";
import frame from "#renderer/ui/fields/field-frame.module.css";
import styles from "./segmented-control.module.css";

export interface SegmentedControlProps<Value extends string> {
  readonly label: string;
  readonly choices: readonly Choice<Value>[];
  readonly value: Value | null;
  readonly onChange: (value: Value) => void;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  /** The first choice gets the focus when the field is drawn. */
  readonly autoFocus?: boolean;
  readonly isLabelHidden?: boolean;
  readonly isDisabled?: boolean;
}

/** A choice of one of a few values, all visible. */
export function SegmentedControl<Value extends string>({
  label,
  choices,
  value,
  onChange,
  hint,
  error,
  autoFocus = false,
  isLabelHidden = false,
  isDisabled = false,
}: SegmentedControlProps<Value>) {
  return (
    <RadioGroup
      className={frame["field"] ?? ""}
      orientation="horizontal"
      isDisabled={isDisabled}
      isInvalid={error !== undefined}
      value={value}
      onChange={(chosen) => {
        const choice = choices.find((each) => each.value === chosen);
        if (choice !== undefined) onChange(choice.value);
      }}
      {...(isLabelHidden ? { "aria-label": label } : {})}
    >
      {isLabelHidden ? null : <FieldHead label={label} hint={hint} />}
      <span className={styles["choices"]}>
        {choices.map((choice, index) => (
          <Radio
            key={choice.value}
            value={choice.value}
            autoFocus={autoFocus && index === 0}
            className={styles["choice"] ?? ""}
          >
            {choice.label}
          </Radio>
        ))}
      </span>
      <FieldError error={error} />
    </RadioGroup>
  );
}
