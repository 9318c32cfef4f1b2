import { err, ok } from "#shared/result.ts";
import { finishLineScenes } from "./finish-line-scenes.ts";
import { podiumScenes } from "./podium-scenes.ts";
import type { Answers, Scene } from "./scene.ts";

const windowed: Answers = { "paper.get": () => ok({ canSave: true }) };
const fullDisk: Answers = {
  "paper.save": () => err("not-saved", "", { details: { why: "disk-full" } }),
};

const home = "/home/mei/.local/share/Chute";
const settings: Answers = {
  "dataFolder.list": () =>
    ok({
      canOpen: true,
      folders: [
        { path: "/media/mei/RACE-STICK/harbour-2026", isOpen: true, isUsual: false, isThere: true },
        { path: home, isOpen: false, isUsual: true, isThere: true },
        { path: "/media/mei/OLD-STICK/spring", isOpen: false, isUsual: false, isThere: false },
      ],
    }),
  "serve.get": () =>
    ok({ canServe: true, reach: null, addresses: [], isMoved: false, isBroken: false }),
};
const networked: Answers = {
  ...settings,
  "serve.get": () =>
    ok({
      canServe: true,
      reach: "network",
      addresses: ["http://192.168.1.20:4180", "http://10.42.0.1:4180"],
      isMoved: true,
      isBroken: false,
    }),
};
const inSettings = (answers: Answers): Scene => ({ hash: "#/settings", answers });

const onDesktop = (scene: Scene | undefined, more: Answers = {}): Scene => ({
  hash: scene?.hash ?? "#/podium",
  answers: { ...scene?.answers, ...windowed, ...more },
});

/** What only a window of the desktop shows. */
export const desktopScenes: Readonly<Record<string, Scene>> = {
  "desktop-print": onDesktop(podiumScenes["podium-print"]),
  "desktop-print-full": onDesktop(podiumScenes["podium-print"], fullDisk),
  "desktop-settings": inSettings(settings),
  "desktop-network": inSettings(networked),
  "desktop-go-back": inSettings(settings),
  "desktop-official": onDesktop(finishLineScenes["official"]),
};
