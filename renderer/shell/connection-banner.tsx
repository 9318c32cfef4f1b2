import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from "react";
import { useClient } from "#renderer/client/client-context.tsx";
import { words } from "#renderer/i18n/words.ts";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { Icon } from "#renderer/ui/controls/icon.tsx";
import styles from "./connection-banner.module.css";

const backShownMs = 8_000;

export interface ConnectionBannerProps {
  readonly isConnected: boolean;
  /** This browser is a desk of another computer; else it is a window of the computer that runs Chute. */
  readonly isPaired: boolean;
}

/**
 * Says in large words that nothing is saved while the program does not answer, and for a moment that it answers again (M14).
 * It stays above dialogs, which leave space for it.
 */
export function ConnectionBanner({ isConnected, isPaired }: ConnectionBannerProps) {
  const isInPractice = useIsHubInPractice();
  const isBack = useIsBack(isConnected);
  const ref = useRef<HTMLDivElement>(null);
  useHeightAsVariable(ref, !isConnected);
  if (isConnected && !isBack) return null;
  const say = words.shell.connection;
  return (
    <div
      ref={ref}
      className={styles["banner"]}
      data-tone={isConnected ? "done" : "stop"}
      role={isConnected ? "status" : "alert"}
    >
      <Icon name={isConnected ? "online" : "offline"} size={30} />
      <b className={styles["title"]}>{isConnected ? say.back : say.notSaved}</b>
      <p className={styles["text"]}>
        {isConnected
          ? say.backText
          : isInPractice
            ? say.inPractice
            : isPaired
              ? say.noHub
              : say.noProgram}{" "}
        {isConnected ? null : <span>{say.staysHere}</span>}
      </p>
      {!isConnected && isInPractice ? <PractiseButton /> : null}
    </div>
  );
}

/** True while the computer that this device is paired with is in practice (K3). */
export function useIsHubInPractice(): boolean {
  const { transport } = useClient();
  return useSyncExternalStore(transport.onState, transport.isInPractice);
}

/** Leads to the pairing with the practice: nobody is asked for a code who does not want to practise. */
export function PractiseButton() {
  const { transport } = useClient();
  return (
    <Button onPress={() => transport.practise(true)}>{words.shell.connection.practise}</Button>
  );
}

/** True for a moment after the connection is back. */
function useIsBack(isConnected: boolean): boolean {
  const [wasLost, setWasLost] = useState(false);
  if (!isConnected && !wasLost) setWasLost(true);
  const isBack = isConnected && wasLost;
  useEffect(() => {
    if (!isBack) return undefined;
    const timer = setTimeout(() => setWasLost(false), backShownMs);
    return () => clearTimeout(timer);
  }, [isBack]);
  return isBack;
}

/** Tells dialogs and the announcer how high the banner is. */
function useHeightAsVariable(
  ref: { readonly current: HTMLDivElement | null },
  isShown: boolean,
): void {
  useLayoutEffect(() => {
    const banner = ref.current;
    if (!isShown || banner === null) return undefined;
    const { style } = document.documentElement;
    const sizes = new ResizeObserver(() => {
      style.setProperty("--banner", `${banner.offsetHeight}px`);
    });
    sizes.observe(banner);
    return () => {
      sizes.disconnect();
      style.removeProperty("--banner");
    };
  }, [ref, isShown]);
}
