/** Resolves as soon as `fits`: at once, or after a change. */
export const until = (
  onChange: (listener: () => void) => () => void,
  fits: () => boolean,
): Promise<void> =>
  new Promise((resolve) => {
    if (fits()) {
      resolve();
      return;
    }
    const stop = onChange(() => {
      if (!fits()) return;
      stop();
      resolve();
    });
  });
