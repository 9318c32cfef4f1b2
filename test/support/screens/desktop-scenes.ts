import { err, ok } from "#shared/result.ts";
import { finishLineScenes } from "./finish-line-scenes.ts";
import { podiumScenes } from "./podium-scenes.ts";
import type { Answers, Scene } from "./scene.ts";

const windowed: Answers = { "paper.get": () => ok({ canSave: true }) };
const fullDisk: Answers = {
  "paper.save": () => err("not-saved", "", { details: { why: "disk-full" } }),
};

const onDesktop = (scene: Scene | undefined, more: Answers = {}): Scene => ({
  hash: scene?.hash ?? "#/podium",
  answers: { ...scene?.answers, ...windowed, ...more },
});

/** What only a window of the desktop shows. */
export const desktopScenes: Readonly<Record<string, Scene>> = {
  "desktop-print": onDesktop(podiumScenes["podium-print"]),
  "desktop-print-full": onDesktop(podiumScenes["podium-print"], fullDisk),
  "desktop-official": onDesktop(finishLineScenes["official"]),
};
