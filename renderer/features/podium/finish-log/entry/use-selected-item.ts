import { useState } from "react";
import { usePodiumLocation } from "../../podium-location.ts";
import { findSelected } from "../finish-rows.ts";
import type { SelectedItem, ShownLog } from "../finish-rows.ts";

/**
 * The selected time or bib at its present row. It stays selected while another screen is open (N1). `corrected` is the item
 * whose correction is open: that one is selected.
 */
export function useSelectedItem(log: ShownLog | null, corrected: SelectedItem | null) {
  const kept = usePodiumLocation(({ finishItem }) => finishItem);
  const last = corrected ?? readItem(kept);
  /** The item that was just inserted, and is not in a fetched page yet. */
  const [madeId, setMadeId] = useState<string | null>(null);
  const isMade = last !== null && last.id === madeId;
  const found = log === null || last === null ? null : findSelected(log, last);
  if (found !== null && isMade) setMadeId(null);
  return {
    /** Null if the item is not in the fetched rows: it was removed, or it was scrolled far away. */
    selected: found ?? (isMade ? last : null),
    /** The item where it was last, also if it is not in the fetched rows now. */
    last: found ?? last,
    /** The fetched rows reach to where the item was, and it is not among them: it was removed or taken back. */
    isGone: log !== null && last !== null && found === null && !isMade && isFetched(log, last),
    setSelected(item: SelectedItem | null) {
      const finishItem = item === null ? null : `${item.list} ${item.index} ${item.id}`;
      usePodiumLocation.setState({ finishItem });
    },
    /** An inserted item is selected before a page has it. */
    startMaking: (id: string) => setMadeId(id),
    /** An inserted item was shown, or was taken back before. */
    endMaking: (id: string) => setMadeId((now) => (now === id ? null : now)),
  };
}

const isFetched = ({ rows, total }: ShownLog, { index }: SelectedItem): boolean =>
  index >= total || rows.has(index);

/** The item that was selected last, at its row of then. */
export const readSelected = (): SelectedItem | null =>
  readItem(usePodiumLocation.getState().finishItem);

function readItem(text: string | null): SelectedItem | null {
  const [list, row = "", ...id] = (text ?? "").split(" ");
  const index = Number(row);
  if ((list !== "stamps" && list !== "bibs") || !Number.isSafeInteger(index)) return null;
  return { list, index, id: id.join(" ") };
}
