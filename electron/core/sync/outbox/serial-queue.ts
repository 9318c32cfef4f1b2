/** Does what it is given one after the other, in the order it was given, whatever became of the ones before. */
export type InTurn = <T>(act: () => Promise<T>) => Promise<T>;

export function createTurns(): InTurn {
  let last: Promise<unknown> = Promise.resolve();
  return (act) => {
    const done = last.then(act);
    last = done.catch(() => undefined);
    return done;
  };
}
