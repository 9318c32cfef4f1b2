import { useEffect, useState } from "react";

/** The value after it has not changed for `afterMs`, for queries that need not run at every key press. */
export function useDelayed<Value>(value: Value, afterMs: number): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), afterMs);
    return () => clearTimeout(timer);
  }, [value, afterMs]);
  return settled;
}
