import type { FailureMessage } from "#renderer/i18n/en/errors.ts";

/** Texts of LAN access; below, of data folders and of going back to a backup. */
export const ownStation = {
  who: "Who may connect",
  reaches: {
    nobody: "Nobody",
    "this-computer": "This computer",
    network: "This network",
  },
  open: {
    nobody: "Let browsers on this computer, or tablets in the same network, work on this race.",
    "this-computer": "Open this address in a browser of this computer:",
    network: "Open this address on the tablet, in the same network:",
  },
  changing: "This is being changed.",
  kept: "This setting stays after a restart. Everything they do is saved on this computer at once.",
  noNetwork: "This computer is in no network now. The address shows as soon as it is.",
  moved: {
    title: "The address is a new one",
    text: "Another program uses the former one. Open the new one on the devices, and pair them again.",
  },
  broken: {
    title: "No device can connect at the moment",
    text: "Devices had access before Chute was closed, and it could not be restored. Choose again who may connect.",
  },
  failures: {
    "cannot-listen": {
      title: "Other devices cannot connect",
      text: "This computer gave no address to listen on. Everything on this computer keeps working. Try again, or ask who looks after this computer.",
    },
  } as const satisfies Readonly<Record<string, FailureMessage>>,
} as const;

export const dataFolders = {
  title: "Data folders",
  lead: "Everything of a race is in one folder. Chute starts again when you open another one.",
  open: "open now",
  usual: "the usual folder",
  gone: "not there: is a stick not plugged in?",
  openThis: "Open",
  openLabel: (path: string): string => `Open ${path}`,
  forget: "Take off the list",
  forgetLabel: (path: string): string => `Take off the list: ${path}`,
  other: "Open another folder…",
  opening: "Chute starts again",
  failures: {
    cancelled: { title: "No folder was chosen", text: "Nothing was changed." },
    "usual-folder": { title: "The usual folder stays on the list", text: "Nothing was changed." },
    "already-open": { title: "This folder is open", text: "Nothing was changed." },
    "folder-missing": {
      title: "This folder is not there",
      text: "Plug its disk or stick in, or take it off the list. Nothing was changed.",
    },
  } as const satisfies Readonly<Record<string, FailureMessage>>,
} as const;

export const goBack = {
  to: "Go back",
  toLabel: (time: string): string => `Go back to the backup of ${time}`,
  file: "Go back to a file…",
  title: "Go back to a backup?",
  text: "Chute closes, puts the backup in place of what is here, and starts again. What is here now is set aside whole; nothing of it is deleted.",
  missing: (time: string): string =>
    `What was saved since ${time} is not in it: check-ins, bibs, walk-ups, podium.`,
  missingOfFile: "What was saved since that backup was made is not in it.",
  held: "Nothing is sent from it until somebody says so in Sync.",
  now: "Go back and start again",
  choose: "Choose the file",
  going: "Chute starts again",
  failures: {
    practice: {
      title: "This is practice",
      text: "Leave practice first. Nothing was changed.",
    },
    cancelled: { title: "No file was chosen", text: "Nothing was changed." },
    "backup-not-ours": {
      title: "This file is not a backup of Chute",
      text: "Nothing was changed. Choose another file.",
    },
    "backup-newer": {
      title: "A newer version of Chute wrote this backup",
      text: "Nothing was changed. Use that version here.",
    },
    "backup-damaged": {
      title: "This backup is damaged",
      text: "Nothing was changed. Choose an older one.",
    },
    "backup-altered": {
      title: "This backup was altered by another program",
      text: "It holds something that Chute never puts in. Nothing was changed. Choose another one.",
    },
    "backup-unreadable": {
      title: "This file could not be read",
      text: "Nothing was changed. Is its stick still plugged in?",
    },
  } as const satisfies Readonly<Record<string, FailureMessage>>,
} as const;
