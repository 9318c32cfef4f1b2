import { err, ok } from "#shared/result.ts";
import { everyday, nowMs } from "./everyday.ts";
import { rehearsing } from "./rehearsing.ts";
import type { Answers, Scene } from "./scene.ts";

/** The window event that adds the banners to the current scene. */
export const bannersRise = "chute-banners";

/** The same scene in a rehearsal on a cloned folder: with the practice banner, the rehearsal's bar and the notice. */
export function withBanners(scene: Scene): Scene {
  const plain: Answers = { ...everyday, ...scene.answers };
  const answers: Answers = {
    ...scene.answers,
    ...rehearsing,
    "connection.get": (input: never) => {
      const reply = plain["connection.get"]?.(input);
      return reply?.ok === true ? ok({ ...reply.value, mode: "practice" }) : err("internal", "");
    },
    "sync.status": (input: never) => {
      const reply = plain["sync.status"]?.(input);
      const copied = { why: "elsewhere", foundAtMs: nowMs } as const;
      return reply?.ok === true ? ok({ ...reply.value, copied }) : err("internal", "");
    },
  };
  return { ...scene, answers };
}
