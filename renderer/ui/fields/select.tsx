import { Button as AriaButton } from "react-aria-components/Button";
import { ListBox, ListBoxItem } from "react-aria-components/ListBox";
import { Label } from "react-aria-components/Label";
import { Popover } from "react-aria-components/Popover";
import { Select as AriaSelect, SelectValue } from "react-aria-components/Select";
import { FieldNote } from "./field-note.tsx";
import type { Note } from "./field-note.tsx";
import { Icon } from "#renderer/ui/controls/icon.tsx";
import frame from "./field-frame.module.css";
import styles from "./select.module.css";

export interface Choice<Value extends string> {
  readonly value: Value;
  readonly label: string;
}

export interface SelectProps<Value extends string> {
  readonly label: string;
  /** Kept for screen readers only, where the choice itself says what it is. */
  readonly isLabelHidden?: boolean;
  readonly choices: readonly Choice<Value>[];
  readonly value: Value | null;
  readonly onChange: (value: Value) => void;
  readonly hint?: string | undefined;
  readonly placeholder?: string | undefined;
  readonly error?: string | undefined;
  readonly size?: "s" | "m";
}

/** One of several, folded. For two to four short ones use SegmentedControl. */
export function Select<Value extends string>({
  label,
  isLabelHidden = false,
  choices,
  value,
  onChange,
  hint,
  placeholder = "",
  error,
  size = "m",
}: SelectProps<Value>) {
  const note: Note | undefined = error === undefined ? undefined : { tone: "stop", text: error };
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
      {isLabelHidden ? null : (
        <span className={frame["head"]}>
          <Label className={frame["label"] ?? ""}>{label}</Label>
          {hint === undefined ? null : <span className={frame["hint"]}>{hint}</span>}
        </span>
      )}
      <AriaButton className={styles["button"] ?? ""} data-size={size}>
        <SelectValue className={styles["value"] ?? ""} />
        <Icon name="open" size={size === "s" ? 18 : 20} />
      </AriaButton>
      {note === undefined ? null : (
        <span className={frame["note"]} role="alert">
          <FieldNote note={note} />
        </span>
      )}
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
