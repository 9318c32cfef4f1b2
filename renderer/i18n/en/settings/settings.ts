import { countOf, formatCount } from "#renderer/i18n/format.ts";
import { isolated } from "#renderer/i18n/isolated.ts";
import type { DeskState } from "#shared/contract/settings.ts";
import { journalMirror } from "./journal-mirror.ts";
import type { FailureMessage } from "#renderer/i18n/en/errors.ts";
import { dataFolders, goBack, ownStation } from "./lan-access.ts";
import { wipe } from "./wipe.ts";

const rights = {
  readOrganization: "Read the organization",
  readEvents: "Read events and runs",
  readRegistrations: "Read registrations",
  readResults: "Read official results",
  readCollections: "Read collections",
  writeParticipants: "Add participants",
  writeEvents: "Add events",
} as const;

const megabyte = 1_000_000;

/** "1.2 MB", "340 kB". */
const bytesInWords = (bytes: number): string =>
  bytes >= megabyte
    ? `${(bytes / megabyte).toFixed(1)} MB`
    : `${Math.max(1, Math.round(bytes / 1_000))} kB`;

/** What a person chose to export. */
export interface ExportChoice {
  readonly isOfRun: boolean;
  /** Chute's own columns, not those of another program. */
  readonly isPlain: boolean;
}

/** Texts of the Settings screen. */
export const settings = {
  title: "Settings",
  save: "Save",
  saved: "Saved",
  desk: {
    title: "Desk and operator",
    desk: "Desk",
    operator: "Operator",
    operatorExample: "First and last name",
    lead: "Every check-in carries these two. Change them when somebody else takes over.",
    leadPaired:
      "Every check-in carries this name and the device’s. Change it when somebody else takes over.",
    change: "Change of shift",
    unchanged: "Type who takes over",
    noDesk: "Type the name of this desk",
    changing: "Now here",
    recent: "Was here before",
    take: (name: string): string => `${isolated(name)} takes over`,
  },
  look: {
    title: "Look and sound",
    theme: "Theme",
    themes: { light: "Light", dark: "Dark", system: "System" },
    sounds: "Sounds",
    volume: "Volume",
    volumeOf: (percent: number): string => `${percent} %`,
    test: { done: "Done", look: "Look", stop: "Stop" },
    listen: "Listen",
  },
  scanner: {
    title: "Scanner",
    lead: "A scanner may be used at any time, wherever the cursor is.",
    prefix: "Prefix",
    prefixHint: (prefix: string): string =>
      prefix.includes(" ")
        ? `with its spaces: ${prefix.replaceAll(" ", "␣")}`
        : "what it types before each code; capitals count",
    checkInOnScan: "Check in on scan",
    checkInOnScanNote: "A scan of one confirmed runner checks in at once. Off: a scan only finds.",
    test: "Test",
    testLead: "Scan something now.",
    read: (kind: string, text: string): string => `${kind}: ${text}`,
    kinds: {
      bib: "A bib",
      "registration-id": "A registration",
      email: "An e-mail",
      parkrun: "A parkrun barcode",
      unknown: "Not recognised",
    },
    nothing: "nothing in it",
  },
  connection: {
    title: "Connection",
    organization: "Organization",
    plan: "Plan",
    roles: "Roles",
    address: "Address",
    keyStore: "Key",
    keyStores: {
      system: "kept in this computer’s key store",
      obfuscated: "kept hidden on this computer, not locked",
      file: "kept in a file only you can read",
      memory: "for this run only",
    },
    none: "No organization is connected.",
    hubWithoutKey: "This hub has no key yet. Walk-ups wait here until you enter it.",
    refused: "The key was refused. Nothing is lost; what waits is held until a new key is here.",
    lost: "The key is not here or cannot be read. Nothing is lost; what waits is held until you enter the key again. Check the address first: it must be your organizer’s.",
    clock: "This computer’s clock",
    clockUnknown: "no answer from the server yet",
    clockRight: (seconds: string): string => `${seconds} s from the server`,
    rights: "What the key may do",
    rightsNote: "Each line changes when the key is used. Chute sends nothing just to find out.",
    rightNames: rights,
    rightStates: {
      worked: "worked",
      refused: "refused",
      "not-tried": "not yet tried with this key",
    },
    replace: "Replace the key…",
    replaceTitle: "Replace the key",
    replaceLead:
      "The new key must belong to the same organization while anything waits to be sent.",
    otherNow: (now: string, before: string): string => `${now} now, no longer ${before}`,
    connect: "Connect…",
    connectTitle: "Connect to your organization",
    newKey: "New key",
    check: "Check and keep",
    checking: "Checking",
    forget: "Forget address and key…",
    forgetTitle: "Forget address and key?",
    forgetText:
      "What was downloaded and done here stays. Nothing can be downloaded or sent until you connect again.",
    forgetNow: "Forget",
    practice: "This is practice. The connection here is the sample race’s own.",
  },
  practice: {
    title: "Practice",
    lead: "A sample race in a folder of its own. Nothing you do there can reach a real race.",
    start: "Start practice",
    starting: "Getting it ready",
    leave: "Leave practice",
    leaving: "Going back",
    fresh: "Start afresh",
    freshTitle: "Start practice afresh?",
    freshText:
      "Everything done in practice so far is deleted. Its settings, such as sounds and the scanner, are again as outside of practice. Your own data is not touched.",
    othersTitle: "Start practice while other devices work?",
    othersText: (names: readonly string[]): string =>
      `They cannot check anybody in until you leave practice: ${names.map(isolated).join(", ")}.`,
  },
  backups: {
    title: "Backups",
    lead: "Copies of everything, made automatically and when you ask.",
    make: "Make one now",
    making: "Making it",
    none: "None yet.",
    line: (bytes: number): string => bytesInWords(bytes),
    folder: (folder: string): string => `In ${folder}`,
    goBack:
      "To go back to one: close Chute, move live/chute.sqlite and the files whose names begin with it to another folder, then start the station with --restore-backup.",
    more: (count: number): string => `and ${formatCount(count)} older`,
  },
  goBack,
  wipe,
  journalMirror,
  dataFolders,
  ownStation,
  exports: {
    title: "Export files",
    lead: "Check-ins, bibs, podium and finish log reach the organizer only as files.",
    none: "Open an event first.",
    what: "What",
    whats: {
      "check-ins": "Check-ins",
      "walk-ups": "Walk-ups",
      podium: "Podium",
      "finish-log": "Finish log",
      journal: "Journal",
    },
    run: "Run",
    allRuns: "All runs",
    format: "For",
    formats: { csv: "Spreadsheet (CSV)", json: "Programs (JSON)" },
    layout: "Columns",
    layouts: {
      plain: "Everything Chute knows",
      ultrasignup: "UltraSignup",
      runsignup: "RunSignup",
      "race-result": "RACE RESULT",
      webscorer: "Webscorer",
    },
    hints: {
      plain:
        "In a spreadsheet, import the file with the bib as text: opening it drops the zeros of 007.",
      ultrasignup:
        "Fill in ages, and the genders that no segment says, before you upload. The last word of a name is taken for the last name. Times are rounded up to the second.",
      runsignup: "Runners are found by their bib.",
      "race-result": "The last word of a name is taken for the last name.",
      webscorer: "The last word of a name is taken for the last name.",
    },
    people:
      "One line for each person. The place is the overall one, and empty for whoever stands in other segments only.",
    withoutGun: (runs: readonly string[]): string =>
      `No gun time: ${runs.join(", ")}. Whoever finishes there gets a place and no time.`,
    make: "Write the file",
    making: "Writing",
    done: (rows: number, bytes: number): string =>
      `${countOf(rows, "line")}, ${bytesInWords(bytes)}`,
    /** Why a file has no line; other programs get no retracted walk-up, and only finishers with a place. */
    empty: {
      "check-ins": ({ isOfRun }: ExportChoice): string =>
        `Nobody ${isOfRun ? "of this run " : ""}is checked in.`,
      "walk-ups": ({ isOfRun, isPlain }: ExportChoice): string =>
        `There is no walk-up${isOfRun ? " of this run" : ""}${isPlain ? "" : " that was not retracted"}.`,
      podium: ({ isOfRun }: ExportChoice): string =>
        `No place of the podium is filled${isOfRun ? " in this run" : ""}.`,
      "finish-log": ({ isOfRun, isPlain }: ExportChoice): string =>
        isPlain
          ? isOfRun
            ? "No line of the finish log has a bib of this run."
            : "The finish log is empty."
          : `No line of the finish log has a place${isOfRun ? " in this run" : ""}. A line gets one when it has a bib that somebody has: type the bibs there first.`,
      journal: (_choice: ExportChoice): string => "Nothing was saved in this event.",
    },
    made: "Files made",
    file: (time: string, bytes: number): string => `${time}, ${bytesInWords(bytes)}`,
    more: (count: number): string => countOf(count, "more in the folder", "more in the folder"),
    download: "Download",
    downloadLabel: (name: string): string => `Download ${isolated(name)}`,
    downloading: "Fetching",
    folder: (folder: string): string => `In ${folder}`,
    choose: "Choose a folder",
    choosing: "Waiting for the folder",
    failures: {
      "layout-unfit": {
        title: "That program takes no such file",
        text: "Nothing was written. Choose other columns.",
      },
      "folder-gone": {
        title: "The file was NOT written",
        text: "The folder is gone, perhaps with its stick. Put it back, or choose another folder.",
      },
      "not-fetched": {
        title: "The file did not come",
        text: "It is still on the computer that runs Chute. Try again.",
      },
      cancelled: {
        title: "No folder was chosen",
        text: "Exports go where they went before.",
      },
      "not-a-desktop": {
        title: "Only the Chute desktop can ask for a folder",
        text: "Nothing was changed. Download the file here instead.",
      },
    } as const satisfies Readonly<Record<string, FailureMessage>>,
  },
  devices: {
    title: "Desks and devices",
    lead: "Phones, tablets and other laptops that work with this one.",
  },
  sessions: {
    title: "Signed in as the owner",
    lead: "Browsers and scripts that may do everything. Each ends when Chute stops, or after 12 hours without use. If one is not yours, sign out everywhere.",
    unknownBrowser: "Browser",
    script: "Script",
    isThis: "this browser",
    times: (since: string, lastUsed: string): string => `Since ${since}; last used ${lastUsed}`,
    endOthers: "Sign out everywhere…",
    endOthersTitle: "Sign out everywhere?",
    endOthersText:
      "Every other browser and script of the owner is signed out at once, also while somebody works there. Nothing that was saved is lost.",
    endOthersBack: "To sign in again, press Enter where Chute was started and open the new link.",
    endOthersNow: "Sign out the others",
    endOthersHint: "This browser stays signed in. Paired devices stay paired.",
  },
  journal: {
    title: "Journal",
    lead: "Every check-in, bib and walk-up, linked so that any change can be detected.",
    verify: "Check it",
    verifying: "Checking",
    fine: (entries: number): string =>
      entries === 1
        ? "1 entry. The entries are complete, and every list agrees with them."
        : `${formatCount(entries)} entries. The entries are complete, and every list agrees with them.`,
    broken: (count: number): string =>
      count === 1
        ? "The chain is broken in 1 place. Nothing was repaired. Export the journal and keep it."
        : `The chain is broken in ${formatCount(count)} places. Nothing was repaired. Export the journal and keep it.`,
    differs: (count: number): string =>
      count === 1
        ? "1 runner differs from the journal. Nothing was repaired."
        : `${formatCount(count)} runners differ from the journal. Nothing was repaired.`,
  },
  about: {
    title: "About",
    version: "Chute",
    host: "Runs as",
    hosts: { desktop: "a window on this computer", station: "a station for browsers" },
    folder: "Data folder",
    device: "This computer’s name in the journal",
    engine: "Inside",
    engines: (inside: DeskState["about"]): string =>
      [
        inside.electronVersion === null ? null : `Electron ${inside.electronVersion}`,
        inside.chromiumVersion === null ? null : `Chromium ${inside.chromiumVersion}`,
        `Node ${inside.nodeVersion}`,
        `SQLite ${inside.sqliteVersion}`,
      ]
        .filter((part) => part !== null)
        .join(", "),
    diagnostics: {
      copy: "Copy diagnostics",
      copying: "Gathering",
      copied: "Copied: versions, counts and codes. No name, no key, no address.",
      refused: "The browser did not allow copying. Choose the text below and copy it by hand.",
      text: "Diagnostics",
    },
  },
  findings: {
    "database-set-aside": {
      title: "A damaged database was set aside",
      text: "It is kept whole in the data folder. What is shown comes from a backup, with what could still be read of the journal behind it, or the list starts empty.",
    },
    "database-damaged": {
      title: "A part of the database cannot be read",
      text: "What you do is saved, and is written to a second file as well. Keep a second copy of the journal on a stick (in Settings), and start Chute again as soon as the line is short: it makes good what it can, or goes back to the last backup and brings the rest back from the journal.",
    },
    "database-repaired": {
      title: "A part of the database could not be read, and was made good",
      text: "Nothing that was done here is missing. What the organizer’s lists lacked comes from the last backup and is downloaded again as soon as there is a connection. The damaged file is kept in the data folder. Look after this computer’s disk.",
    },
    "log-damaged": {
      title: "A part of what was saved last is damaged",
      text: "What could be read of it is here. Check the last runners by hand, bring back from the second copy of the journal if there is one, and download the events again. The damaged file is kept in the data folder.",
    },
    "log-repaired": {
      title: "A damaged file was read again",
      text: "What was damaged had been saved once more behind it, so that nothing is missing. The damaged file is kept in the data folder. Look after this computer’s disk.",
    },
    "journal-short": {
      title: "The second copy knows more than this computer",
      text: "Something that was done here is missing here, and the second copy of the journal has it. Bring it back in Settings.",
    },
    "file-gone": {
      title: "Nothing is saved any more: the database file was deleted or moved away",
      text: "What was saved until then is in the newest backup. Close Chute, start it again, and go back to that backup.",
    },
    "file-replaced": {
      title: "Nothing is saved any more: another program replaced or changed the database file",
      text: "Programs that copy folders to the internet do that. What was saved until then is in the newest backup. Close Chute, take its folder out of that program, start again, and go back to that backup.",
    },
    "folder-synced": {
      title: "The data folder is copied by another program",
      text: "A program that keeps this folder the same on several computers can replace files while Chute uses them, and what is saved then is lost. Close Chute and move the data folder to a place that no such program copies.",
    },
    "journal-chain-broken": {
      title: "The journal’s chain is broken",
      text: "Nothing was repaired. Export the journal and keep it.",
    },
    "projection-differs": {
      title: "A list differs from the journal",
      text: "The journal holds what was done. Check it below.",
    },
  } as const satisfies Readonly<Record<string, FailureMessage>>,
  /** Instead of `database-set-aside` if there was nothing to set aside. */
  databaseLost: {
    title: "The database was missing or empty",
    text: "What is shown comes from a backup, or begins anew. If somebody moved the file chute.sqlite, it still has what was done here: keep it.",
  },
  /** Instead of `database-set-aside` after a restore that was cut short. */
  databaseReplaced: {
    title: "The former database was set aside",
    text: "Chute ended while it restored a backup. What is shown comes from the last backup, or the list starts empty. The former database is not damaged: it is kept whole in the data folder.",
  },
  failures: {
    unsent: {
      title: "Something still waits to be sent",
      text: "Nothing was forgotten. Open it in Sync: send it, or retract it.",
    },
    "not-practising": {
      title: "This is not practice",
      text: "Nothing was changed.",
    },
    "not-a-station": {
      title: "Other devices cannot connect here",
      text: "Choose in Settings who may connect, then show the code. Nothing was changed.",
    },
    // Of what is set here, a full desk asks its hub for the name alone.
    "hub-away": {
      title: "Without the hub this desk keeps its name",
      text: "The hub must know a new name, so that no two desks have the same one, and it does not answer now. If it took the name, this desk takes it too. Change the operator alone, or try again when the hub is back.",
    },
  } as const satisfies Readonly<Record<string, FailureMessage>>,
};
