import { useState } from "react";
import { useCommand } from "#renderer/client/queries/use-command.ts";
import type { CommandInput } from "#renderer/client/queries/use-command.ts";
import type { Settings } from "#shared/contract/settings.ts";
import type { Failure } from "#shared/result.ts";
import { createSerialQueue } from "#shared/serial-queue.ts";

type Change = CommandInput<"settings.save">;

export interface ShownSettings {
  /** The saved settings with the changes that are being saved. */
  readonly settings: Settings;
  /** Shows the change at once and saves it after the changes before it. */
  readonly change: (change: Change) => void;
  /** The failure of the last change; the screen shows the former setting again. */
  readonly error: Failure | null;
}

/** A change that the screen shows although the settings of its query do not have it. */
interface ShownChange {
  readonly change: Change;
  /** Null before the reply. A query that runs during the command may be older than the reply; the one after it is not. */
  readonly answersLeft: number | null;
}

/** Settings that take effect with each press, also when a press comes before the reply to the one before it. */
export function useSettings(saved: Settings): ShownSettings {
  const { run, error } = useCommand("settings.save");
  const [inSeries] = useState(createSerialQueue);
  const [changes, setChanges] = useState<readonly ShownChange[]>([]);
  const [seen, setSeen] = useState(saved);
  if (seen !== saved) {
    setSeen(saved);
    setChanges(changes.flatMap(stillShown));
  }
  return {
    settings: Object.assign({}, saved, ...changes.map(({ change }) => change)) as Settings,
    change(change) {
      setChanges((shown) => [...shown, { change, answersLeft: null }]);
      void inSeries(async () => {
        const reply = await run(change);
        setChanges((shown) =>
          shown.flatMap((one) => {
            if (one.change !== change) return [one];
            return reply?.ok === true ? [{ change, answersLeft: 2 }] : [];
          }),
        );
      });
    },
    error,
  };
}

/** The change after one more answer of the query. */
function stillShown({ change, answersLeft }: ShownChange): ShownChange[] {
  if (answersLeft === 1) return [];
  return [{ change, answersLeft: answersLeft === null ? null : answersLeft - 1 }];
}
