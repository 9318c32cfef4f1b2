import { useState } from "react";
import { createSerialQueue } from "#shared/serial-queue.ts";

/** A change that the screen shows although the answer of its query does not have it. */
interface ShownChange<Change> {
  readonly change: Change;
  /** Null before the reply. A query that runs during the command may be older than the reply; the one after it is not. */
  readonly answersLeft: number | null;
}

/**
 * Changes that take effect with each press, also when a press comes before the reply to the one before it (U2). `saved` is
 * the answer of the query that has the changes when they are saved. A change that is refused is no longer shown.
 */
export function useShownChanges<Change extends object>(
  saved: object,
  save: (change: Change) => Promise<{ readonly ok: boolean } | null>,
) {
  const [inSeries] = useState(createSerialQueue);
  const [changes, setChanges] = useState<readonly ShownChange<Change>[]>([]);
  const [seen, setSeen] = useState(saved);
  if (seen !== saved) {
    setSeen(saved);
    setChanges(changes.flatMap(stillShown));
  }
  return {
    /** The changes that the answer may not have yet, the oldest first. */
    shown: changes.map(({ change }) => change),
    /** Shows the change at once and saves it after the changes before it; resolves with whether it is saved. */
    change(change: Change): Promise<boolean> {
      setChanges((shown) => [...shown, { change, answersLeft: null }]);
      return inSeries(async () => {
        const reply = await save(change);
        setChanges((shown) =>
          shown.flatMap((one) => {
            if (one.change !== change) return [one];
            return reply?.ok === true ? [{ change, answersLeft: 2 }] : [];
          }),
        );
        return reply?.ok === true;
      });
    },
  };
}

/** The change after one more answer of the query. */
function stillShown<Change>({ change, answersLeft }: ShownChange<Change>): ShownChange<Change>[] {
  if (answersLeft === 1) return [];
  return [{ change, answersLeft: answersLeft === null ? null : answersLeft - 1 }];
}
