/** One turn of the event loop for everybody else; no clock is involved. */
export const yieldToEventLoop = (): Promise<void> =>
  new Promise((resolve) => void setImmediate(resolve));
