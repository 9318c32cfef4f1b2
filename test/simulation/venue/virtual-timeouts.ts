import type { VirtualTime } from "../virtual-time.ts";

/**
 * While a story is played, `AbortSignal.timeout` counts virtual time: the calls of a full desk to its hub are limited by
 * it. Returns how to put the real one back.
 */
export function makeTimeoutsVirtual(time: VirtualTime): () => void {
  const real = AbortSignal.timeout;
  AbortSignal.timeout = (ms) => {
    const controller = new AbortController();
    time.after(ms, () => controller.abort(new DOMException("No answer in time", "TimeoutError")));
    return controller.signal;
  };
  return () => {
    AbortSignal.timeout = real;
  };
}
