import type { ReactNode } from "react";
import { Button as AriaButton } from "react-aria-components/Button";
import { useIsConnected } from "#renderer/client/queries/connected.tsx";
import { words } from "#renderer/i18n/words.ts";
import { classNames } from "#renderer/ui/controls/class-names.ts";
import { Icon } from "#renderer/ui/controls/icon.tsx";
import type { IconName } from "#renderer/ui/controls/icon.tsx";
import { Keycap } from "./keycap.tsx";
import styles from "./button.module.css";

/** `fill` is for green or red cards, `paper` for red cards, `chosen` for a selected toggle. */
export type ButtonKind = "plain" | "quiet" | "chosen" | "fill" | "paper";

/** Height in design pixels: `s` 44, `m` 52, `l` 64, `xl` as high as the yellow button. */
export type ButtonSize = "s" | "m" | "l" | "xl";

export interface ButtonProps {
  readonly children: ReactNode;
  readonly onPress: () => void;
  readonly kind?: ButtonKind;
  readonly size?: ButtonSize;
  readonly icon?: IconName | undefined;
  /** The key with the same effect, "Esc". */
  readonly keycap?: string | undefined;
  /** Why the button has no effect yet; shown instead of the verb. */
  readonly notYet?: string | undefined;
  /**
   * Given for a button that gives a command. A press while the command of a former press runs has no effect; without a
   * connection the button is disabled and says so.
   */
  readonly isBusy?: boolean | undefined;
  readonly isBlock?: boolean;
  /** The button has no effect now, and what is beside it tells why. */
  readonly isDisabled?: boolean;
  /** The accessible name, if the visible text does not tell what the button is about. */
  readonly label?: string | undefined;
  readonly className?: string | undefined;
}

/**
 * Every button except the yellow one. React Aria's `isPending` is not used: it announces the button by its id, which names
 * nothing after the button was removed together with its card.
 */
export function Button({
  children,
  onPress,
  kind = "plain",
  size = "m",
  icon,
  keycap,
  notYet: missing,
  isBusy,
  isBlock = false,
  isDisabled = false,
  label,
  className,
}: ButtonProps) {
  const isPossible = useIsConnected() || isBusy === undefined;
  const notYet = isPossible ? missing : words.ui.noConnection;
  const cannot = notYet !== undefined;
  return (
    <AriaButton
      className={classNames(styles["button"], isBlock && styles["block"], className)}
      data-kind={kind}
      data-size={size}
      data-not-yet={cannot ? "" : undefined}
      isDisabled={isDisabled}
      data-busy={isBusy ? "" : undefined}
      aria-disabled={cannot || isBusy === true}
      {...(label === undefined ? {} : { "aria-label": cannot ? `${notYet}: ${label}` : label })}
      onPress={() => {
        if (!cannot && isBusy !== true) onPress();
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
  /** The keys with the same effect, as `aria-keyshortcuts` writes them: "Alt+ArrowUp". */
  readonly keys?: string;
  readonly className?: string | undefined;
}

/** A button with only an icon; its label is read aloud. */
export function IconButton({
  icon,
  label,
  onPress,
  kind = "quiet",
  keys,
  className,
}: IconButtonProps) {
  return (
    <AriaButton
      className={classNames(styles["button"], styles["icon"], className)}
      data-kind={kind}
      data-size="s"
      aria-label={label}
      onPress={onPress}
      render={(props) => <button {...props} aria-keyshortcuts={keys} />}
    >
      <Icon name={icon} />
    </AriaButton>
  );
}
