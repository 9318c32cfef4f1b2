import { countOf, formatCount } from "#renderer/i18n/format.ts";
import { isolated } from "#renderer/i18n/isolated.ts";
import type { FailureMessage } from "#renderer/i18n/en/errors.ts";

const entries = (count: number): string => countOf(count, "entry", "entries");

const count = (number: number, one: string, many: string): string | null =>
  number === 0 ? null : `${formatCount(number)} ${number === 1 ? one : many}`;

const listed = (names: readonly string[]): string =>
  names.map((name) => (name.trim() === "" ? "somebody without a name" : isolated(name))).join(", ");

/** Texts of the journal mirror and of the import of a journal. */
export const journalMirror = {
  title: "Second copy of the journal",
  lead: "Everything done here is also written to a folder of your choice, on a stick perhaps. If this computer is lost, another one can import it from there. Names and e-mail addresses are in it: keep it as you keep this computer.",
  off: "Not kept.",
  writing: "Everything saved here is in it.",
  following: (count: number): string => `${entries(count)} on the way.`,
  folder: (folder: string): string => `In ${folder}`,
  lastAt: (time: string): string => `written ${time}`,
  sameDisk: "This folder is on the disk of the data: if it breaks or is lost, both are.",
  setAtStart:
    "A flag set this when Chute was started. To change it, start Chute without --journal-mirror.",
  behind: {
    title: "The second copy is not being written",
    text: (count: number, why: string): string =>
      [
        why,
        count === 0
          ? null
          : `${entries(count)} of the journal ${count === 1 ? "is" : "are"} missing there.`,
        "Everything is saved on this computer. Chute keeps trying.",
      ]
        .filter((sentence) => sentence !== null)
        .join(" "),
  },
  why: {
    "disk-full": "The folder’s disk is full: make room.",
    "read-only": "The folder takes no files: choose another one.",
    "file-gone": "The folder is gone, perhaps with its stick: put it back.",
    busy: "Another program holds the file: close it.",
    "no-answer": "The folder’s disk does not answer: pull it out and put it back.",
    unknown: "The disk gave an error: take another one.",
  },
  cutShort: {
    title: "The import is not complete",
    text: "Chute stopped while it read the files. Import them again: nothing is added twice.",
  },
  choose: "Choose a folder…",
  other: "Choose another folder…",
  choosing: "Choosing",
  end: "Stop",
  import: { asked: "Import a journal…", start: "Import the journals of this folder" },
  importing: "Reading it",
  notHere:
    "The folder is chosen, and a journal is imported, in Chute’s own window on the computer that keeps the race. A station does both with the folder of its flag --journal-mirror. Practice does neither.",
  missing: {
    title: "It knows more than this computer",
    text: (count: number): string =>
      count === 1
        ? "1 entry that this computer wrote into it is missing here. Import it: nothing is added twice."
        : `${formatCount(count)} entries that this computer wrote into it are missing here. Import them: nothing is added twice.`,
  },
  writtenBy: (signer: string, count: number): string =>
    `${entries(count)} signed by the computer ${signer.match(/.{1,4}/g)?.join(" ") ?? signer}.`,
  unsigned: (count: number): string =>
    `${entries(count)} without a valid signature: the file was cut off or changed, or an earlier version wrote them, or anybody.`,
  /** Shown before the import of entries of an unknown computer. */
  unknownWriters: {
    title: "Import what another computer wrote?",
    text: "Nothing of it was ever taken here. Make sure that you know where the files come from: what is imported stays in the journal, and changes what every screen shows.",
    who: (signer: string | null): string =>
      signer === null
        ? "No valid signature: the file was cut off or changed, or an earlier version wrote it, or anybody"
        : `Signed by ${signer.match(/.{1,4}/g)?.join(" ") ?? signer}`,
    what: (of: {
      readonly entries: number;
      readonly checkIns: number;
      readonly bibs: number;
      readonly walkUps: number;
      readonly finishLine: number;
    }): string => {
      const parts = [
        count(of.checkIns, "check-in", "check-ins"),
        count(of.bibs, "bib given", "bibs given"),
        count(of.walkUps, "walk-up", "walk-ups"),
        count(of.finishLine, "entry of the finish line", "entries of the finish line"),
      ].filter((part) => part !== null);
      return parts.length === 0
        ? `${entries(of.entries)} not here yet.`
        : `${entries(of.entries)} not here yet, among them ${parts.join(", ")}.`;
    },
    byWhom: (operators: readonly string[], desks: readonly string[]): string =>
      `By ${listed(operators)} at ${listed(desks)}.`,
    when: (first: string, last: string): string =>
      first === last ? `At ${first}.` : `From ${first} to ${last}.`,
    take: "Import it",
  },
  broughtBack: (taken: number, known: number): string =>
    `${entries(taken)} imported, ${formatCount(known)} were here already.`,
  inDoubt: (count: number): string =>
    count === 1
      ? "1 registration may have been sent from the other computer. Chute looks for it at the organizer before it is sent: see Sync."
      : `${formatCount(count)} registrations may have been sent from the other computer. Chute looks for them at the organizer before they are sent: see Sync.`,
  refused: (count: number): string =>
    count === 1
      ? "1 line was changed or broken and was left out."
      : `${formatCount(count)} lines were changed or broken, or follow one that was, and were left out.`,
  refusedAsOwn: (count: number): string =>
    count === 1
      ? "1 line says that this desk wrote it, but this desk did not. It was left out."
      : `${formatCount(count)} lines say that this desk wrote them, but this desk did not. They were left out.`,
  laterFiles: (count: number): string =>
    count === 1
      ? "1 file was written by a newer version of Chute. It was left as it is: install that version here, then import it again."
      : `${formatCount(count)} files were written by a newer version of Chute. They were left as they are: install that version here, then import them again.`,
  otherFiles: (count: number): string =>
    count === 1
      ? "1 file is no journal that this version reads."
      : `${formatCount(count)} files are no journals that this version reads.`,
  failures: {
    "set-at-start": {
      title: "A flag set the folder of the second copy",
      text: "Nothing was changed. Start Chute again without --journal-mirror to choose it here.",
    },
    "inside-data": {
      title: "This folder is in the data folder",
      text: "It would be lost with it. Choose one on another disk or a stick.",
    },
    cancelled: { title: "No folder was chosen", text: "Nothing was changed." },
    practice: {
      title: "This is practice",
      text: "The second copy is of the real race. Leave practice first.",
    },
    "not-found": {
      title: "No journal is in this folder",
      text: "Nothing was changed. Choose the folder with the files that begin with chute-journal.",
    },
    "not-looked": {
      title: "Nothing was imported",
      text: "Chute was started anew since it looked into the folder. Import it again.",
    },
    unreadable: {
      title: "The file could not be read to its end",
      text: "What was read is kept. Import it again: nothing is added twice.",
    },
  } as const satisfies Readonly<Record<string, FailureMessage>>,
} as const;
