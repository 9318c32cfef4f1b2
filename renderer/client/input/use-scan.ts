import { useEffect, useEffectEvent, useLayoutEffect } from "react";
import { navigate } from "#renderer/client/navigation/route.ts";
import { createScanner } from "./scanner.ts";
import type { CodeHandler, Scanner } from "./scanner.ts";

let scanner: Scanner | undefined;

/** The scanner of this window. */
const windowScanner = (): Scanner => (scanner ??= createScanner(window));

/**
 * Receives the scanned codes while the component is mounted. The component that was mounted last gets them, dialogs before
 * screens. Null: the component gets no codes. Layout effects register it before the screen is painted.
 */
export function useScan(handler: CodeHandler | null, of: "screen" | "dialog" = "screen"): void {
  const onCode = useEffectEvent<CodeHandler>((...code) => handler?.(...code));
  const isOn = handler !== null;
  useLayoutEffect(
    () => (isOn ? windowScanner().handle((...code) => onCode(...code), of) : undefined),
    [isOn, of],
  );
}

/** For a screen without a use for codes: a scan opens check-in, which gets the code. */
export function useScanForCheckIn(): void {
  useScan((code, instead) => {
    windowScanner().passOn(code, instead);
    navigate("check-in");
  });
}

/** Treats a code that the camera read like a scan. */
export const deliverScan = (code: string): void => windowScanner().deliver(code);

/** Sets the prefix that this desk's scanner types before each code. */
export function useScannerPrefix(prefix: string): void {
  useEffect(() => windowScanner().setPrefix(prefix), [prefix]);
}

/** Receives every key before the scanner while the component is mounted; a key that `take` returns true for is consumed. */
export function useKeyFirst(take: (event: KeyboardEvent) => boolean): void {
  const onKey = useEffectEvent(take);
  useLayoutEffect(() => windowScanner().takeFirst((event) => onKey(event)), []);
}
