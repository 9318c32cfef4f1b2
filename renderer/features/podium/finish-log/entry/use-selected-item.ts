import { useCallback, useMemo, useState } from "react";
import { usePodiumLocation } from "../../podium-location.ts";
import { findSelected } from "../finish-rows.ts";
import type { SelectedItem, ShownLog } from "../finish-rows.ts";

/** The selected time or bib as it stands by now; it stays selected while the crew is elsewhere (N1). */
export function useSelectedItem(log: ShownLog | null): {
  readonly selected: SelectedItem | null;
  setSelected(item: SelectedItem | null): void;
} {
  const [last, setLast] = useState(readSelected);
  const found = useMemo(
    () => (log === null || last === null ? null : findSelected(log, last)),
    [log, last],
  );
  if (found !== null && last?.isMade === true) setLast(found);
  const setSelected = useCallback((item: SelectedItem | null): void => {
    setLast(item);
    const finishItem = item === null ? null : `${item.list} ${item.index} ${item.id}`;
    usePodiumLocation.setState({ finishItem });
  }, []);
  return { selected: found ?? (last?.isMade === true ? last : null), setSelected };
}

function readSelected(): SelectedItem | null {
  const [list, place = "", ...id] = (usePodiumLocation.getState().finishItem ?? "").split(" ");
  const index = Number(place);
  if ((list !== "stamps" && list !== "bibs") || !Number.isSafeInteger(index)) return null;
  return { list, index, id: id.join(" ") };
}
