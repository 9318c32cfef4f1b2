import { useEffect, useEffectEvent } from "react";
import { useStateScope } from "#renderer/client/navigation/screen-state.ts";
import { guardUnsaved } from "#renderer/client/navigation/unsaved.ts";

const savers = new Set<() => Promise<void>>();

/** Saves what is typed on this screen, before another folder opens: what was typed in live belongs there. */
export const saveTyped = (): Promise<unknown> => Promise.all([...savers].map((save) => save()));

/**
 * Saves what a person typed when another screen opens. What was typed in practice is not saved into live, and the other way
 * round (K3).
 */
export function useSavedOnLeave(isChanged: boolean, save: () => Promise<void>): void {
  const saveIfTyped = useEffectEvent(async () => {
    if (isChanged) await save();
  });
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
