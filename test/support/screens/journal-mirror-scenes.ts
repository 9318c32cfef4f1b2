import type { JournalWriter, JournalMirrorStatus } from "#shared/contract/journal-mirror.ts";
import { ok } from "#shared/result.ts";
import { ago, departure } from "./everyday.ts";
import type { Answers, Scene } from "./scene.ts";

const pulled: JournalMirrorStatus = {
  state: "behind",
  behind: 12,
  missing: 3,
  why: "file-gone",
  lastAtMs: ago(5),
};
const trouble: Answers = {
  "journalMirror.status": () => ok(pulled),
  "departure.get": () => ok({ ...departure, journalMirror: pulled }),
};

const ofTheOther: JournalWriter = {
  signer: "mJx3-Q7tKd0Vb2Lp",
  isKnown: false,
  entries: 1_240,
  checkIns: 1_102,
  bibs: 87,
  walkUps: 31,
  finishLine: 20,
  operators: ["Mei", "Jo", "Tesfaye Wolde-Gabriel"],
  desks: ["Start tent", "Car park"],
  firstAtMs: ago(7_200),
  lastAtMs: ago(600),
};
const unsigned: JournalWriter = {
  ...ofTheOther,
  signer: null,
  entries: 2,
  checkIns: 1,
  bibs: 0,
  walkUps: 0,
  finishLine: 0,
  operators: [""],
  desks: ["Desk"],
  firstAtMs: ago(600),
};

const settings: Scene = {
  hash: "#/settings",
  answers: {
    "journalMirror.preview": () => ok({ files: 2, writers: [ofTheOther, unsigned] }),
    "journalMirror.get": () =>
      ok({
        folder: "/srv/race/second",
        isSetAtStart: true,
        isSameDisk: true,
        canChoose: false,
        importsFrom: "start",
        state: "writing",
        behind: 0,
        missing: 3,
        why: null,
        lastAtMs: ago(0),
        isCutShort: true,
      }),
  },
};

/** The stick with the journal mirror is gone; and a mirror whose folder a flag set. */
export const journalMirrorScenes: Readonly<Record<string, Scene>> = {
  "journal-mirror-check-in": { hash: "", answers: trouble },
  "journal-mirror-events": { hash: "#/events", answers: trouble },
  "journal-mirror-settings": settings,
  "journal-mirror-unknown": settings,
};
