import { mostPosts } from "#core/partner/rate-gate.ts";

/** How many requests may be in flight (O11). */
export function createSendingPace() {
  let width = 1;
  let setbacks = 0;

  const reset = (): void => {
    width = 1;
  };

  return {
    /** Maximum requests in flight that block others. One until a request has succeeded. */
    get width() {
      return width;
    },
    /** Failed attempts so far. A success that started before the last of them proves nothing. */
    get setbacks() {
      return setbacks;
    },
    /** Back to one request: connectivity is unknown. */
    reset,
    failed() {
      setbacks += 1;
      reset();
    },
    /** `setbacksBefore` is the value of `setbacks` when the request started. */
    succeeded(setbacksBefore: number) {
      if (setbacks === setbacksBefore) width = mostPosts;
    },
  };
}

export type SendingPace = ReturnType<typeof createSendingPace>;
