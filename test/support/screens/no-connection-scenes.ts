import { ok } from "#shared/result.ts";
import { checkInScenes } from "./check-in-scenes.ts";
import { desk } from "./everyday.ts";
import { finishLineScenes } from "./finish-line-scenes.ts";
import { podiumScenes } from "./podium-scenes.ts";
import type { Scene } from "./scene.ts";
import { walkUpScenes } from "./walk-up-scenes.ts";

/** The window event at which the scene loses its connection. */
export const connectionLost = "chute-connection-lost";

/** The same scene in a browser desk. */
const paired = (scene: Scene | undefined): Scene => {
  if (scene === undefined) throw new Error("no such scene");
  const { answers } = scene;
  return {
    ...scene,
    answers: { ...answers, "desk.get": () => ok({ ...desk, forbidden: ["device.list"] }) },
  };
};

/** Each screen of a browser desk whose connection is lost after something was typed (M14). */
export const noConnectionScenes: Readonly<Record<string, Scene>> = {
  "check-in-lost": paired(checkInScenes["check-in-card"]),
  "check-in-lost-bib": paired(checkInScenes["check-in-bib"]),
  "check-in-lost-reason": paired(checkInScenes["check-in-reason"]),
  "walk-up-lost": paired(walkUpScenes["walk-up"]),
  "podium-lost": paired(podiumScenes["podium-typing"]),
  "finish-log-lost": paired(finishLineScenes["finish-log-typing"]),
  "announcer-lost": paired(podiumScenes["announcer"]),
};
