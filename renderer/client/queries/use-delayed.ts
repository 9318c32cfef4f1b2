import { useEffect, useState } from "react";

/** The value once it has stayed the same for `afterMs`: for questions that need not be asked at every key. */
export function useDelayed<Value>(value: Value, afterMs: number): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), afterMs);
    return () => clearTimeout(timer);
  }, [value, afterMs]);
  return settled;
}
