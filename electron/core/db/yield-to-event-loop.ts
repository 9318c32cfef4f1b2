/** Waits for one turn of the event loop, without a clock. */
export const yieldToEventLoop = (): Promise<void> =>
  new Promise((resolve) => void setImmediate(resolve));
