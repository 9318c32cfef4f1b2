import { useEffect, useEffectEvent } from "react";
import { useDesk } from "#renderer/client/queries/use-query.ts";
import { playSound } from "#renderer/ui/race/sounds.ts";
import type { QueueStates } from "../use-finish-log.ts";

/** Plays a sound when times are saved and another when saving fails, because the person looks at the runners. */
export function useFinishSounds({ pressed, typed }: QueueStates): void {
  const settings = useDesk().value?.settings;
  const volume = settings?.sounds === true ? settings.volume : 0;
  const savedId = pressed.saved.at(-1)?.item.id ?? null;
  const isFailing = pressed.failure !== null || typed.failure !== null;
  const play = useEffectEvent((sound: "done" | "stop") => playSound(sound, volume));
  useEffect(() => {
    if (savedId !== null) play("done");
  }, [savedId]);
  useEffect(() => {
    if (isFailing) play("stop");
  }, [isFailing]);
}
