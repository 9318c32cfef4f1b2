import { useEffect, useEffectEvent } from "react";
import { useStateScope } from "#renderer/client/navigation/screen-state.ts";
import { guardUnsaved } from "#renderer/client/navigation/unsaved.ts";

/**
 * Saves what a person typed when another screen opens. What was typed in practice is not saved into live, and the other way
 * round (K3).
 */
export function useSavedOnLeave(isChanged: boolean, save: () => void): void {
  const saveTyped = useEffectEvent(save);
  const holdsTyped = useEffectEvent(() => isChanged);
  useEffect(() => {
    const release = guardUnsaved(() => holdsTyped());
    const { scope } = useStateScope.getState();
    return () => {
      release();
      if (holdsTyped() && useStateScope.getState().scope === scope) saveTyped();
    };
  }, []);
}
