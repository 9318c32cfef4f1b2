import { useState } from "react";

/**
 * While `isHeld`, the value of the last render before. A form that is being saved keeps the answers of its checks,
 * because the core's new answers already count what is being saved: it would be its own duplicate.
 */
export function useHeld<T>(value: T, isHeld: boolean): T {
  const [held, setHeld] = useState(value);
  if (!isHeld && held !== value) setHeld(() => value);
  return isHeld ? held : value;
}
