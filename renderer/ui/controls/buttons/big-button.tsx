import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { Button as AriaButton } from "react-aria-components/Button";
import { useIsConnected } from "#renderer/client/queries/connected.tsx";
import { words } from "#renderer/i18n/words.ts";
import {
  focusMissingField,
  useDialogEnterAction,
} from "#renderer/ui/controls/dialogs/dialog-enter.ts";
import { Keycap } from "./keycap.tsx";
import styles from "./big-button.module.css";

/** A verb in progress that is shown for a shorter command would flicker. */
const busyAfterMs = 300;

export interface BigButtonProps {
  /** The verb of the action that Enter starts. */
  readonly children: ReactNode;
  readonly onPress: () => void;
  /** The key shown on the right, "Enter". */
  readonly keycap?: string | undefined;
  /** Why the action is not possible yet ("Choose a run"); the button is drawn dashed. */
  readonly notYet?: string | undefined;
  /** Called for a press in the state `notYet`. Without it, the focus moves to the missing field of a dialog. */
  readonly onNotYet?: (() => void) | undefined;
  /** The verb in progress ("Checking in"), shown after 300 ms. */
  readonly busy?: string | undefined;
  /** The action gives no command, so it is possible without a connection. */
  readonly isLocal?: boolean;
}

/** The yellow button: the action of Enter. A screen has at most one. In a dialog it handles Enter itself. */
export function BigButton({ notYet, onNotYet, isLocal = false, ...rest }: BigButtonProps) {
  const isPossible = useIsConnected() || isLocal;
  return isPossible ? (
    <EnterButton {...rest} notYet={notYet} onNotYet={onNotYet} />
  ) : (
    // Nothing is missing in the form, so a press does not look for it.
    <EnterButton {...rest} notYet={words.ui.noConnection} onNotYet={() => undefined} />
  );
}

function EnterButton({ children, onPress, keycap, notYet, onNotYet, busy }: BigButtonProps) {
  const isBusy = busy !== undefined;
  const showsBusy = useLate(isBusy, busyAfterMs);
  const isReady = notYet === undefined;
  const press = (): void => {
    if (isBusy) return;
    if (isReady) onPress();
    else if (onNotYet !== undefined) onNotYet();
    else if (isInDialog) focusMissingField();
  };
  const isInDialog = useDialogEnterAction(press);
  const key = keycap ?? (isInDialog ? words.ui.enter : undefined);
  return (
    <AriaButton
      className={styles["button"] ?? ""}
      data-state={isReady ? "ready" : "not-yet"}
      data-busy={isBusy ? "" : undefined}
      aria-disabled={!isReady || isBusy}
      onPress={press}
    >
      <span className="shrinks">{notYet ?? (showsBusy ? busy : children)}</span>
      {isReady && key !== undefined && !showsBusy ? <Keycap size="m">{key}</Keycap> : null}
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
