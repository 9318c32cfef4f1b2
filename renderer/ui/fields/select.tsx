import { Button as AriaButton } from "react-aria-components/Button";
import { ListBox, ListBoxItem } from "react-aria-components/ListBox";
import { Popover } from "react-aria-components/Popover";
import { Select as AriaSelect, SelectValue } from "react-aria-components/Select";
import { FieldError, FieldHead } from "./field-frame.tsx";
import { Icon } from "#renderer/ui/controls/icon.tsx";
import frame from "./field-frame.module.css";
import styles from "./select.module.css";

export interface Choice<Value extends string> {
  readonly value: Value;
  readonly label: string;
}

export interface SelectProps<Value extends string> {
  readonly label: string;
  /** The label is only read aloud, because the choices explain themselves. */
  readonly isLabelHidden?: boolean;
  readonly choices: readonly Choice<Value>[];
  readonly value: Value | null;
  readonly onChange: (value: Value) => void;
  readonly placeholder?: string | undefined;
  readonly error?: string | undefined;
  readonly size?: "s" | "m";
}

/** A choice of one of several values, in a list that opens. SegmentedControl is for two to four short values. */
export function Select<Value extends string>({
  label,
  isLabelHidden = false,
  choices,
  value,
  onChange,
  placeholder = "",
  error,
  size = "m",
}: SelectProps<Value>) {
  return (
    <AriaSelect
      className={frame["field"] ?? ""}
      placeholder={placeholder}
      isInvalid={error !== undefined}
      value={value}
      onChange={(chosen) => {
        const choice = choices.find((each) => each.value === chosen);
        if (choice !== undefined) onChange(choice.value);
      }}
      {...(isLabelHidden ? { "aria-label": label } : {})}
    >
      {isLabelHidden ? null : <FieldHead label={label} />}
      <AriaButton className={styles["button"] ?? ""} data-size={size}>
        <SelectValue className={styles["value"] ?? ""} />
        <Icon name="open" size={size === "s" ? 18 : 20} />
      </AriaButton>
      <FieldError error={error} />
      <Popover className={styles["popover"] ?? ""} offset={4}>
        <ListBox className={styles["list"] ?? ""}>
          {choices.map((choice) => (
            <ListBoxItem
              key={choice.value}
              id={choice.value}
              textValue={choice.label}
              className={styles["item"] ?? ""}
            >
              {choice.label}
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}
