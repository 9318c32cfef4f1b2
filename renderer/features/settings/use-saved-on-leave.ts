import { useEffect, useEffectEvent } from "react";
import { useStateScope } from "#renderer/client/navigation/screen-state.ts";
import { guardUnsaved } from "#renderer/client/navigation/unsaved.ts";

const savers = new Set<() => Promise<boolean>>();

/**
 * Saves what is typed on this screen, before another folder opens: what was typed in live belongs there. False if the disk
 * refused something.
 */
export const saveTyped = async (): Promise<boolean> =>
  (await Promise.all([...savers].map((save) => save()))).every(Boolean);

/**
 * Saves what a person typed when another screen opens. What was typed in practice is not saved into live, and the other way
 * round (K3). `save` returns false if it could not save, and says why.
 */
export function useSavedOnLeave(isChanged: boolean, save: () => Promise<boolean>): void {
  const saveIfTyped = useEffectEvent(async () => !isChanged || (await save()));
  const holdsTyped = useEffectEvent(() => isChanged);
  useEffect(() => {
    const release = guardUnsaved(() => holdsTyped());
    const saver = () => saveIfTyped();
    savers.add(saver);
    const { scope } = useStateScope.getState();
    return () => {
      release();
      savers.delete(saver);
      if (useStateScope.getState().scope === scope) void saveIfTyped();
    };
  }, []);
}
