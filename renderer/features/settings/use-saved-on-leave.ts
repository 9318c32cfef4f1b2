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

/** What was refused when the settings were left, by card: it stands in the fields when they are opened again (J1). */
const refused = new Map<string, { readonly scope: string | null; readonly typed: Typed }>();

/** The texts of this card that were refused when the settings were left, in practice or in live (K3). */
export function useRefused(card: string): Typed {
  const [kept] = useState(() => {
    const taken = refused.get(card);
    refused.delete(card);
    return taken?.scope === useStateScope.getState().scope ? taken.typed : {};
  });
  return kept;
}

export interface SavedOnLeave {
  /** The card that `useRefused` names. */
  readonly card: string;
  readonly typed: Typed;
  readonly isChanged: boolean;
  /** Returns false if it could not save, and says why. */
  readonly save: () => Promise<boolean>;
}

/**
 * Saves what a person typed when another screen opens. What was typed in practice is not saved into live, and the other way
 * round (K3). Returns the function that saves it on the screen, too.
 */
export function useSavedOnLeave({ card, typed, isChanged, save }: SavedOnLeave) {
  const isMounted = useIsMounted();
  const saveTypedHere = async (): Promise<boolean> => {
    const { scope } = useStateScope.getState();
    if (!isChanged || (await save())) return true;
    // On the screen itself the fields hold it.
    if (!isMounted.current) refused.set(card, { scope, typed });
    return false;
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
