import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { Button as AriaButton } from "react-aria-components/Button";
import { words } from "#renderer/i18n/words.ts";
import {
  focusMissingField,
  useDialogEnterAction,
} from "#renderer/ui/controls/dialogs/dialog-enter.ts";
import { Icon } from "#renderer/ui/controls/icon.tsx";
import { Keycap } from "./keycap.tsx";
import styles from "./big-button.module.css";

/** Below this a verb in progress would only flicker. */
const busyAfterMs = 300;

export interface BigButtonProps {
  /** The verb: what Enter does. */
  readonly children: ReactNode;
  readonly onPress: () => void;
  /** The key on its right, "Enter". */
  readonly keycap?: string | undefined;
  /** Why not yet ("Choose a run"): dashed, and it does nothing. */
  readonly notYet?: string | undefined;
  /** A press although it says "not yet": a form shows its errors. In a dialog the focus goes to what is missing. */
  readonly onNotYet?: (() => void) | undefined;
  /** The verb in progress ("Checking in"), shown once it takes longer than 300 ms. */
  readonly busy?: string | undefined;
  /** What is done ("Checked in"): green, and it does nothing. */
  readonly done?: string | undefined;
  /** For pictures of the parts only: draws a state without being in it. */
  readonly showState?: "hovered" | "focused" | "pressed" | undefined;
}

/** The one yellow thing on a screen: what Enter does. No second one, ever. In a dialog it takes Enter by itself. */
export function BigButton({
  children,
  onPress,
  keycap,
  notYet,
  onNotYet,
  busy,
  done,
  showState,
}: BigButtonProps) {
  const isBusy = busy !== undefined;
  const showsBusy = useLate(isBusy, busyAfterMs);
  const state = done === undefined ? (notYet === undefined ? "ready" : "not-yet") : "done";
  const press = (): void => {
    if (isBusy) return;
    if (state === "ready") onPress();
    else if (state === "not-yet" && onNotYet !== undefined) onNotYet();
    else if (state === "not-yet" && isInDialog) focusMissingField();
  };
  const isInDialog = useDialogEnterAction(press);
  const key = keycap ?? (isInDialog ? words.ui.enter : undefined);
  const verb = done ?? notYet ?? (showsBusy ? busy : children);
  return (
    <AriaButton
      className={styles["button"] ?? ""}
      data-state={state}
      data-show={showState}
      data-pending={isBusy ? "" : undefined}
      aria-disabled={state !== "ready" || isBusy}
      onPress={press}
    >
      <span className={styles["verb"]}>{verb}</span>
      {state === "done" ? <Icon name="done" size={30} /> : null}
      {state === "ready" && key !== undefined && !showsBusy ? (
        <Keycap size="m">{key}</Keycap>
      ) : null}
    </AriaButton>
  );
}

/** True once `isOn` has lasted for `afterMs`. */
function useLate(isOn: boolean, afterMs: number): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!isOn) return undefined;
    const timer = setTimeout(() => setLate(true), afterMs);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [isOn, afterMs]);
  return isOn && isLate;
}
