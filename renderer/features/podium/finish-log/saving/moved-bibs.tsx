import { create } from "zustand";
import { createJSONStorage, persist } from "zustand/middleware";
import { heldStorage } from "#renderer/client/navigation/stored-text.ts";
import { words } from "#renderer/i18n/words.ts";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { Notice } from "#renderer/ui/controls/page/card.tsx";
import type { TypedBib } from "../finish-rows.ts";
import type { SaveQueue } from "./save-queue.ts";

/** A saved bib of this window, and its row from 0. */
type SavedBib = Pick<TypedBib, "bib"> & { readonly index: number };

/** By event: the bibs of this window that are not in the row in which the screen showed them, also after a reload. */
export const useMovedBibs = create(
  persist<Readonly<Record<string, readonly SavedBib[]>>>(() => ({}), {
    name: "chute.moved-bibs",
    storage: createJSONStorage(() => heldStorage(() => sessionStorage)),
  }),
);

/**
 * A bib is saved at the end of the log. If another desk added bibs while saving failed, the bib is in a later row than the
 * one in which this screen showed it, so its time is another one. A bib that was typed before the log was known has moved
 * if it does not follow the bib before it.
 */
export function watchMovedBibs(eventId: string, bibs: SaveQueue<TypedBib>): void {
  let hasFailed = bibs.get().unsaved.length > 0;
  /** The row after the last saved bib: the next bib belongs there if it was typed before the log was known. */
  let nextRow: number | null = null;
  const looked = new Set<string>();
  bibs.onChange(() => {
    const { unsaved, saved, failure } = bibs.get();
    hasFailed ||= failure !== null;
    const fresh = saved.filter(({ item }) => hasFailed && !looked.has(item.id));
    const moved = fresh.flatMap(({ item: { id, bib, index }, count }) => {
      looked.add(id);
      const expected = index ?? nextRow ?? Infinity;
      nextRow = count;
      return expected < count - 1 ? [{ bib, index: count - 1 }] : [];
    });
    if (moved.length > 0) {
      useMovedBibs.setState((before) => ({ [eventId]: [...(before[eventId] ?? []), ...moved] }));
    }
    if (unsaved.length > 0) return;
    hasFailed = false;
    nextRow = null;
  });
}

export interface MovedBibsProps {
  readonly eventId: string;
  readonly onClosed: () => void;
}

/** Names the rows of the bibs that came behind the bibs of another desk, until a person closes the notice. */
export function MovedBibs({ eventId, onClosed }: MovedBibsProps) {
  const moved = useMovedBibs((byEvent) => byEvent[eventId]);
  if (moved === undefined || moved.length === 0) return null;
  const { finishLog, ui } = words;
  const close = (): void => {
    useMovedBibs.setState({ [eventId]: [] });
    onClosed();
  };
  return (
    <Notice
      tone="look"
      title={finishLog.movedTitle}
      action={
        <Button size="s" onPress={close}>
          {ui.close}
        </Button>
      }
    >
      {finishLog.movedBibs(moved)}
    </Notice>
  );
}
