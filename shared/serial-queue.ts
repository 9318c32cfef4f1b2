/** Serial queue: runs async functions one after the other, in call order, even if an earlier one fails. */
export type SerialQueue = <T>(act: () => Promise<T>) => Promise<T>;

export function createSerialQueue(): SerialQueue {
  let last: Promise<unknown> = Promise.resolve();
  return (act) => {
    const done = last.then(act);
    last = done.catch(() => undefined);
    return done;
  };
}
