import type { OutputOf } from "#shared/contract/index.ts";
import { err, ok } from "#shared/result.ts";
import { connection, desk, nowMs } from "./everyday.ts";
import { finishLineScenes } from "./finish-line-scenes.ts";
import { podiumScenes } from "./podium-scenes.ts";
import type { Answers, Scene } from "./scene.ts";

const inWindow: Answers = {
  "desk.get": () =>
    ok({
      ...desk,
      about: {
        ...desk.about,
        host: "desktop",
        electronVersion: "45.4.1",
        chromiumVersion: "150.0.8000.42",
      },
    }),
  "diagnostics.get": () => ok(diagnostics),
};

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
  "journalMirror.get": () =>
    ok({
      folder: "/media/mei/RACE-STICK",
      isSetAtStart: false,
      isSameDisk: false,
      canChoose: true,
      importsFrom: "asked",
      state: "behind",
      behind: 12,
      missing: 0,
      why: "file-gone",
      lastAtMs: Date.now() - 300_000,
      isCutShort: false,
    }),
  "lanAccess.get": () =>
    ok({
      canServe: true,
      reach: null,
      addresses: [],
      isMoved: false,
      isBroken: false,
    }),
};
const networked: Answers = {
  ...settings,
  "lanAccess.get": () =>
    ok({
      canServe: true,
      reach: "network",
      addresses: ["https://192.168.1.20:4180", "https://10.42.0.1:4180"],
      isMoved: true,
      isBroken: false,
    }),
};
const inSettings = (answers: Answers): Scene => ({ hash: "#/settings", answers });

const onDesktop = (scene: Scene | undefined, more: Answers = {}): Scene => ({
  hash: scene?.hash ?? "#/podium",
  answers: { ...scene?.answers, ...windowed, ...more },
});

const diagnostics: OutputOf<"diagnostics.get"> = {
  atMs: nowMs,
  program: {
    version: "0.1.0",
    host: "desktop",
    mode: "live",
    electron: "45.4.1",
    chromium: "150.0.8000.42",
    node: "24.21.0",
    sqlite: "3.54.1",
  },
  system: {
    platform: "linux",
    release: "6.1.0",
    arch: "x64",
    processors: 8,
    memoryBytes: 16_000_000_000,
  },
  data: {
    schemaVersion: 2,
    folderBytes: 41_200_000,
    freeBytes: 80_000_000_000,
    findings: [],
    rows: { event: 4, registration: 3_012, journal: 1_832 },
  },
  connection: {
    state: "connected",
    address: "set",
    keyStore: "system",
    connectivity: "offline",
    clockDriftMs: 120,
    rights: connection.rights,
  },
  queue: { entries: { "done confirmed": 12 }, attempts: { "done 201": 12 } },
  troubles: [],
};

/** Scenes that only a window of the desktop shows. */
export const desktopScenes: Readonly<Record<string, Scene>> = {
  "desktop-print": onDesktop(podiumScenes["podium-print"]),
  "desktop-print-full": onDesktop(podiumScenes["podium-print"], fullDisk),
  "desktop-settings": inSettings(settings),
  "desktop-network": inSettings(networked),
  "desktop-first-start": {
    hash: "",
    answers: {
      ...settings,
      "connection.get": () =>
        ok({ ...connection, state: "none", organization: null, baseUrl: null, clockDriftMs: null }),
      "desk.get": () => ok({ ...desk, currentEventId: null }),
    },
  },
  "desktop-go-back": inSettings(settings),
  "desktop-journal-mirror": inSettings(settings),
  "desktop-about": { hash: "#/settings", answers: inWindow },
  "settings-keys": { hash: "#/settings?part=keys", answers: {} },
  "desktop-official": onDesktop(finishLineScenes["official"]),
};
