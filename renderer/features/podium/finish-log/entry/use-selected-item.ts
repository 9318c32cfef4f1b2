import { useState } from "react";
import { usePodiumLocation } from "../../podium-location.ts";
import { findSelected } from "../finish-rows.ts";
import type { SelectedItem, ShownLog } from "../finish-rows.ts";

/**
 * The selected time or bib at its present row. It stays selected while another screen is open (N1). `corrected` is the item
 * whose correction was left without Enter.
 */
export function useSelectedItem(
  log: ShownLog | null,
  corrected: SelectedItem | null,
): {
  /** Null if the item is not in the fetched rows: it was removed, or it was scrolled far away. */
  readonly selected: SelectedItem | null;
  /** The item where it was last, also if it is not in the fetched rows now. */
  readonly last: SelectedItem | null;
  /** The fetched rows reach to where the item was, and it is not among them: it was removed or taken back. */
  readonly isGone: boolean;
  setSelected(item: SelectedItem | null): void;
  /** An inserted item was shown, or was taken back before. */
  endMaking(id: string): void;
} {
  const [last, setLast] = useState(() => corrected ?? readSelected());
  const found = log === null || last === null ? null : findSelected(log, last);
  if (found !== null && last?.isMade === true) setLast(found);
  return {
    selected: found ?? (last?.isMade === true ? last : null),
    last: found ?? last,
    isGone: log !== null && last !== null && found === null && isFetched(log, last),
    setSelected(item) {
      setLast(item);
      const finishItem = item === null ? null : `${item.list} ${item.index} ${item.id}`;
      usePodiumLocation.setState({ finishItem });
    },
    endMaking: (id) =>
      setLast((now) => (now?.id === id ? { list: now.list, index: now.index, id } : now)),
  };
}

const isFetched = ({ rows, total }: ShownLog, { index, isMade }: SelectedItem): boolean =>
  isMade !== true && (index >= total || rows.has(index));

/** The item that was selected last, at its row of then. */
export function readSelected(): SelectedItem | null {
  const [list, row = "", ...id] = (usePodiumLocation.getState().finishItem ?? "").split(" ");
  const index = Number(row);
  if ((list !== "stamps" && list !== "bibs") || !Number.isSafeInteger(index)) return null;
  return { list, index, id: id.join(" ") };
}
