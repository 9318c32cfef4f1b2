import { describe, expect, test } from "vitest";
import { procedures, routerErrors } from "#shared/contract/index.ts";
import { failureMessage } from "#renderer/i18n/failure-messages.ts";
import { words } from "#renderer/i18n/words.ts";

/** The messages that a screen itself has, by the procedures that it calls. */
const own: Readonly<Record<string, Readonly<Record<string, { title: string; text: string }>>>> = {
  connection: { ...words.firstStart.failures, ...words.settings.failures },
  practice: { ...words.firstStart.failures, ...words.settings.failures },
  event: { ...words.events.failures, ...words.organizer.failures, ...words.newEvent.failures },
  download: words.events.failures,
  desk: words.desks.failures,
  hub: { ...words.firstStart.failures, ...words.desks.failures },
  digest: {},
  departure: words.events.failures,
  awards: words.events.failures,
  outbox: { ...words.sync.failures, ...words.newEvent.failures },
  series: words.events.failures,
  collection: words.events.failures,
  conflict: words.conflicts.failures,
  sync: words.sync.failures,
  settings: words.settings.failures,
  backup: { ...words.settings.failures, ...words.settings.goBack.failures },
  journalMirror: { ...words.settings.failures, ...words.settings.journalMirror.failures },
  dataFolder: words.settings.dataFolders.failures,
  lanAccess: words.settings.ownStation.failures,
  paper: words.podiumPrint.failures,
  results: words.official.failures,
  finish: words.finishLog.failures,
  bibRange: words.bibRanges.failures,
  gun: {},
  diagnostics: words.settings.failures,
  export: { ...words.settings.failures, ...words.settings.exports.failures },
  podium: words.podium.failures,
  segment: words.podiumSetup.failures,
  group: {},
  pairing: { ...words.desks.failures, ...words.desks.pairing.failures },
  device: words.settings.failures,
  journal: words.settings.failures,
  rehearsal: words.rehearsal.failures,
  wipe: words.settings.wipe.failures,
};

/** Codes that a card or a dialog of the screen shows instead of a message. */
const drawn: Readonly<Record<string, readonly string[]>> = {
  checkIn: ["already-checked-in", "not-confirmed", "run-cancelled"],
  desk: [
    "already-checked-in",
    "not-confirmed",
    "run-cancelled",
    "bib-taken",
    "overtaken",
    "nothing-to-redo",
  ],
  gun: ["gun-is-set"],
  bib: ["bib-taken", "bib-invalid", "bib-unchanged", "overtaken"],
  walkUp: [
    "invalid",
    "already-registered",
    "bib-taken",
    "bib-invalid",
    "must-reconcile",
    "already-confirmed",
    "wrong-state",
  ],
};

describe("an error says what happened, what is safe, what to do", () => {
  test.each(Object.entries(procedures))(
    "every code of %s has words of its own",
    (name, { errors }) => {
      const family = name.split(".")[0] ?? "";
      for (const code of [...errors, ...routerErrors]) {
        if (drawn[family]?.includes(code)) continue;
        const said = failureMessage({ code, message: "" }, own[family]);
        expect(said.title, `${name} ${code}`).not.toBe("");
        if (code !== "internal")
          expect(said, `${name} ${code}`).not.toEqual(words.failures.internal);
      }
    },
  );

  test("J1 a failed save says why, when that is known", () => {
    const failure = (why: string) =>
      failureMessage({ code: "not-saved", message: "", details: { why } });
    expect(failure("disk-full").text).toContain("The disk is full.");
    expect(failure("who knows")).toEqual(words.failures["not-saved"]);
  });
});
