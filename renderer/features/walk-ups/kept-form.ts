import { useEffect, useLayoutEffect, useState } from "react";
import type { RunnerRow } from "#shared/contract/roster.ts";
import { useQuery } from "#renderer/client/queries/use-query.ts";
import { typedInto, useWalkUpDraft } from "./walk-up-draft-store.ts";
import type { WalkUpDraftOf } from "./walk-up-draft-store.ts";

export const isHere = (row: Pick<RunnerRow, "checkedIn" | "checkedInElsewhere">): boolean =>
  row.checkedIn !== null || row.checkedInElsewhere;

/** The form that somebody typed before the screen was opened, unless the search text begins another one. */
export function keptForm(searched: string): WalkUpDraftOf | null {
  const state = useWalkUpDraft.getState();
  return searched.trim() === "" || state.searched === searched ? typedInto(state) : null;
}

/** Milliseconds; after that the form is shown, whatever the answer will be. */
const asksForMs = 700;

/**
 * Calls `onSettled` if the runner whose card was opened from the kept form was checked in meanwhile: the form was for the
 * same person (W5). Returns whether this is not known yet; a late answer changes no form into which somebody typed since.
 */
export function useSettledForm(eventId: string | null, onSettled: () => void): boolean {
  // A card that is opened now matters when the screen is opened again.
  const [openedId] = useState(() => useWalkUpDraft.getState().openedId);
  const isOfDraft = useWalkUpDraft((state) => openedId !== null && state.openedId === openedId);
  const question = eventId === null || openedId === null ? null : { eventId, runnerId: openedId };
  const { value, error } = useQuery("roster.get", question, { topics: [] });
  const isAnswered = value !== null || error !== null;
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), asksForMs);
    return () => clearTimeout(timer);
  }, []);
  useLayoutEffect(() => {
    const { openedId: nowId, noteOpened } = useWalkUpDraft.getState();
    if (!isAnswered || nowId !== openedId) return;
    noteOpened(null);
    if (value !== null && isHere(value.runner)) onSettled();
  }, [isAnswered, value, openedId, onSettled]);
  return isOfDraft && !isAnswered && !isLate;
}
