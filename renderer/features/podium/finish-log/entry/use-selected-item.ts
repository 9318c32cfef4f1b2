import { useCallback, useMemo, useState } from "react";
import { usePodiumPlace } from "../../podium-location.ts";
import { findChosen } from "../finish-rows.ts";
import type { ChosenItem, ShownLog } from "../finish-rows.ts";

/** The chosen time or bib as it stands by now; it stays chosen while the crew is elsewhere (N1). */
export function useChosen(log: ShownLog | null): {
  readonly chosen: ChosenItem | null;
  setChosen(item: ChosenItem | null): void;
} {
  const [last, setLast] = useState(readChosen);
  const found = useMemo(
    () => (log === null || last === null ? null : findChosen(log, last)),
    [log, last],
  );
  if (found !== null && last?.isMade === true) setLast(found);
  const setChosen = useCallback((item: ChosenItem | null): void => {
    setLast(item);
    const finishItem = item === null ? null : `${item.list} ${item.index} ${item.id}`;
    usePodiumPlace.setState({ finishItem });
  }, []);
  return { chosen: found ?? (last?.isMade === true ? last : null), setChosen };
}

function readChosen(): ChosenItem | null {
  const [list, place = "", ...id] = (usePodiumPlace.getState().finishItem ?? "").split(" ");
  const index = Number(place);
  if ((list !== "stamps" && list !== "bibs") || !Number.isSafeInteger(index)) return null;
  return { list, index, id: id.join(" ") };
}
