import { useEffect, useLayoutEffect, useRef } from "react";
import { navigate } from "#renderer/client/navigation/route.ts";
import { createScanner } from "./scanner.ts";
import type { CodeHandler, Scanner } from "./scanner.ts";

let scanner: Scanner | undefined;

/** The one scanner of this window. */
const windowScanner = (): Scanner => (scanner ??= createScanner(window));

/**
 * Gets every scanned code while the component stands; of several, the one mounted last, and a dialog's before all
 * screens'. Null: not listening. It listens
 * before the room is painted: who sees it may scan.
 */
export function useScan(handler: CodeHandler | null, of: "screen" | "dialog" = "screen"): void {
  const current = useRef(handler);
  useLayoutEffect(() => {
    current.current = handler;
  });
  const isOn = handler !== null;
  useLayoutEffect(
    () => (isOn ? windowScanner().handle((...code) => current.current?.(...code), of) : undefined),
    [isOn, of],
  );
}

/** For a room that has no use for a scan: it opens check-in, which gets the code (B4: at any time). */
export function useScanForCheckIn(): void {
  useScan((code, instead) => {
    windowScanner().passOn(code, instead);
    navigate("check-in");
  });
}

/** Hands over a code that the camera read: from here on it is a scan like any other. */
export const deliverScan = (code: string): void => windowScanner().deliver(code);

/** Tells the scanner what is typed before each code on this desk. */
export function useScannerPrefix(prefix: string): void {
  useEffect(() => windowScanner().setPrefix(prefix), [prefix]);
}

/** Gets every key before the scanner does, while the component stands; true takes it away from everybody else. */
export function useKeyFirst(take: (event: KeyboardEvent) => boolean): void {
  const current = useRef(take);
  useLayoutEffect(() => {
    current.current = take;
  });
  useLayoutEffect(() => windowScanner().takeFirst((event) => current.current(event)), []);
}
