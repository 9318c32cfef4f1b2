import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { Button as AriaButton } from "react-aria-components/Button";
import { Icon } from "./icon.tsx";
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
  /** The verb in progress ("Checking in"), shown once it takes longer than 300 ms. */
  readonly busy?: string | undefined;
  /** What is done ("Checked in"): green, and it does nothing. */
  readonly done?: string | undefined;
  /** For pictures of the parts only: draws a state without being in it. */
  readonly showState?: "hovered" | "focused" | "pressed" | undefined;
}

/** The one yellow thing on a screen: what Enter does. No second one, ever. */
export function BigButton({
  children,
  onPress,
  keycap,
  notYet,
  busy,
  done,
  showState,
}: BigButtonProps) {
  const isBusy = busy !== undefined;
  const showsBusy = useLate(isBusy, busyAfterMs);
  const state = done === undefined ? (notYet === undefined ? "ready" : "not-yet") : "done";
  const verb = done ?? notYet ?? (showsBusy ? busy : children);
  return (
    <AriaButton
      className={styles["button"] ?? ""}
      data-state={state}
      data-show={showState}
      aria-disabled={state !== "ready"}
      isPending={isBusy}
      onPress={() => {
        if (state === "ready") onPress();
      }}
    >
      <span className={styles["verb"]}>{verb}</span>
      {state === "done" ? <Icon name="done" size={30} /> : null}
      {state === "ready" && keycap !== undefined && !showsBusy ? (
        <Keycap size="m">{keycap}</Keycap>
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
