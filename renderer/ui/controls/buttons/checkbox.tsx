import type { ReactNode } from "react";
import { Checkbox as AriaCheckbox } from "react-aria-components/Checkbox";
import { Switch as AriaSwitch } from "react-aria-components/Switch";
import { Icon } from "#renderer/ui/controls/icon.tsx";
import styles from "./checkbox.module.css";

export interface CheckboxProps {
  readonly children: ReactNode;
  readonly isChosen: boolean;
  readonly onChange: (isChosen: boolean) => void;
}

/** A checkbox with its text. */
export function Checkbox({ children, isChosen, onChange }: CheckboxProps) {
  return (
    <AriaCheckbox className={styles["row"] ?? ""} isSelected={isChosen} onChange={onChange}>
      <span className={styles["box"]}>{isChosen ? <Icon name="chosen" size={20} /> : null}</span>
      <span>{children}</span>
    </AriaCheckbox>
  );
}

export interface SwitchProps {
  readonly children: ReactNode;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

/** A switch for a setting that takes effect at once. */
export function Switch({ children, isOn, onChange }: SwitchProps) {
  return (
    <AriaSwitch className={styles["row"] ?? ""} isSelected={isOn} onChange={onChange}>
      <span className={styles["track"]}>
        <span className={styles["thumb"]} />
      </span>
      <span>{children}</span>
    </AriaSwitch>
  );
}
