import { useEffect, useEffectEvent, useState } from "react";
import { useStateScope } from "#renderer/client/navigation/screen-state.ts";
import { useIsMounted } from "#renderer/client/queries/use-is-mounted.ts";
import { guardUnsaved } from "#renderer/client/navigation/unsaved.ts";

const savers = new Set<() => Promise<boolean>>();

/**
 * Saves what is typed on this screen, before another folder opens: what was typed in live belongs there. False if the disk
 * refused something.
 */
export const saveTyped = async (): Promise<boolean> =>
  (await Promise.all([...savers].map((save) => save()))).every(Boolean);

/** The texts of a card's fields, by field. */
type Typed = Readonly<Record<string, string>>;

interface Refused {
  /** Practice or live (K3). */
  readonly scope: string | null;
  readonly typed: Typed;
  /** What was saved when this was typed, as JSON: what another window saved since is newer (J3). */
  readonly saved: string;
}

/** What was refused when the settings were left, by card: it stands in the fields when they are opened again (J1). */
const refused = new Map<string, Refused>();

/** The texts of this card that were refused when the settings were left, unless others were saved since. */
export function useRefused(card: string, saved: Typed): Typed {
  const [kept] = useState(() => {
    const { scope } = useStateScope.getState();
    const known = refused.get(card);
    const isValid = known?.scope === scope && known.saved === JSON.stringify(saved);
    return isValid ? known.typed : {};
  });
  useEffect(() => void refused.delete(card), [card]);
  return kept;
}

export interface SavedOnLeave {
  /** The card that `useRefused` names. */
  readonly card: string;
  readonly typed: Typed;
  /** The saved texts of the same fields. */
  readonly saved: Typed;
  readonly isChanged: boolean;
  /** Returns false if it could not save, and says why. */
  readonly save: () => Promise<boolean>;
}

/**
 * Saves what a person typed when another screen opens. What was typed in practice is not saved into live, and the other way
 * round (K3). Returns the function that saves it on the screen, too.
 */
export function useSavedOnLeave({ card, typed, saved, isChanged, save }: SavedOnLeave) {
  const isMounted = useIsMounted();
  const saveTypedHere = async (): Promise<boolean> => {
    const { scope } = useStateScope.getState();
    if (!isChanged) return true;
    const isSaved = await save();
    if (isSaved) refused.delete(card);
    // On the screen itself the fields hold it.
    else if (!isMounted.current) refused.set(card, { scope, typed, saved: JSON.stringify(saved) });
    return isSaved;
  };
  const saveIfTyped = useEffectEvent(saveTypedHere);
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
  return saveTypedHere;
}
