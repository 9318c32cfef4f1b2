import { useEffect, useRef } from "react";
import { useDesk } from "#renderer/client/queries/use-query.ts";
import { playSound } from "#renderer/ui/race/sounds.ts";
import type { PressedStamp, TypedBib } from "../finish-rows.ts";
import type { SaveQueueState } from "../saving/save-queue.ts";

/** Whoever stamps looks at the runners: a note says that times are on the disk, another that they are not. */
export function useFinishSounds(
  pressed: SaveQueueState<PressedStamp>,
  typed: SaveQueueState<TypedBib>,
): void {
  const settings = useDesk().value?.settings;
  const volume = settings?.sounds === true ? settings.volume : 0;
  const savedId = pressed.saved.at(-1)?.item.id ?? null;
  const failure = pressed.failure ?? typed.failure;
  const isFailing = failure !== null;
  const current = useRef(volume);
  useEffect(() => {
    current.current = volume;
  }, [volume]);
  useEffect(() => {
    if (savedId !== null) playSound("done", current.current);
  }, [savedId]);
  useEffect(() => {
    if (isFailing) playSound("stop", current.current);
  }, [isFailing]);
}
