import type { ReactNode } from "react";
import { Button as AriaButton } from "react-aria-components/Button";
import { classNames } from "#renderer/ui/controls/class-names.ts";
import { Icon } from "#renderer/ui/controls/icon.tsx";
import type { IconName } from "#renderer/ui/controls/icon.tsx";
import { Keycap } from "./keycap.tsx";
import styles from "./button.module.css";

/**
 * `plain` 2 px ink · `quiet` 1.5 px strong · `chosen` filled with ink · `fill` white outline on a
 * green or red card · `paper` white on a red card.
 */
export type ButtonKind = "plain" | "quiet" | "chosen" | "fill" | "paper";

/** Heights: `s` 44 · `m` 52 · `l` 64 · `xl` the big button's own. */
export type ButtonSize = "s" | "m" | "l" | "xl";

export interface ButtonProps {
  readonly children: ReactNode;
  readonly onPress: () => void;
  readonly kind?: ButtonKind;
  readonly size?: ButtonSize;
  readonly icon?: IconName | undefined;
  /** The key that does the same, "Esc". */
  readonly keycap?: string | undefined;
  /** Why it cannot be pressed yet, shown in place of the verb. */
  readonly notYet?: string | undefined;
  /** A second press while the first is under way does nothing. */
  readonly isBusy?: boolean;
  readonly isBlock?: boolean;
  readonly autoFocus?: boolean;
  /** Where the visible words alone do not say what it is about. */
  readonly label?: string | undefined;
  readonly className?: string | undefined;
}

/**
 * Every button but the one yellow one. React Aria's own `isPending` is not used: it announces the button by its id, which
 * names nothing once the button has gone with the card it stood on.
 */
export function Button({
  children,
  onPress,
  kind = "plain",
  size = "m",
  icon,
  keycap,
  notYet,
  isBusy = false,
  isBlock = false,
  autoFocus = false,
  label,
  className,
}: ButtonProps) {
  const cannot = notYet !== undefined;
  return (
    <AriaButton
      className={classNames(styles["button"], isBlock && styles["block"], className)}
      data-kind={kind}
      data-size={size}
      data-not-yet={cannot ? "" : undefined}
      autoFocus={autoFocus}
      data-pending={isBusy ? "" : undefined}
      aria-disabled={cannot || isBusy}
      {...(label === undefined ? {} : { "aria-label": label })}
      onPress={() => {
        if (!cannot && !isBusy) onPress();
      }}
    >
      {icon === undefined || cannot ? null : <Icon name={icon} />}
      <span className={styles["words"]}>{notYet ?? children}</span>
      {keycap === undefined || cannot ? null : (
        <Keycap isDrawn={label !== undefined}>{keycap}</Keycap>
      )}
    </AriaButton>
  );
}

export interface IconButtonProps {
  readonly icon: IconName;
  readonly label: string;
  readonly onPress: () => void;
  readonly kind?: ButtonKind;
  readonly size?: ButtonSize;
  readonly className?: string | undefined;
}

/** A button with no word on it: its label is read aloud and shown as a title. */
export function IconButton({
  icon,
  label,
  onPress,
  kind = "quiet",
  size = "s",
  className,
}: IconButtonProps) {
  return (
    <AriaButton
      className={classNames(styles["button"], styles["icon"], className)}
      data-kind={kind}
      data-size={size}
      aria-label={label}
      onPress={onPress}
    >
      <Icon name={icon} />
    </AriaButton>
  );
}
