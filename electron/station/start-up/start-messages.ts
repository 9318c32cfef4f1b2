import type { Failure } from "#shared/result.ts";

/** Advice by error code of a failed start. The failure's own message says what happened. */
const advice: Readonly<Record<string, string>> = {
  "folder-in-use": "Chute is already running there. Use its window, or close it first.",
  "folder-missing":
    "The folder above the data folder is not there. Is a disk not plugged in? Check --data-dir.",
  "folder-read-only":
    "This user may not write to the data folder. Choose another with --data-dir, or correct its rights.",
  "folder-full": "The disk is full. Free some space and start again; nothing was lost.",
  "folder-unusable": "Choose another data folder with --data-dir.",
  "file-in-the-way":
    "Nothing was changed. Move it elsewhere and start again, or choose another data folder with --data-dir.",
  "database-newer":
    "A newer version of Chute wrote this data. Use that version; nothing was changed.",
  "database-damaged":
    "What was found was kept whole. Start with --restore-backup to go on with the last backup that opens, or with --start-empty to begin anew.",
  "journal-mirror-no-folder":
    "There is no such folder. Plug its stick in, check --journal-mirror, or start without it.",
  "journal-mirror-inside-data":
    "It is in the data folder, and would be lost with it. Choose another with --journal-mirror.",
  "journal-mirror-read-only":
    "The folder takes no files from this user. Choose another with --journal-mirror, or correct its rights.",
  "practice-unavailable": "Practice could not be opened. Start without --practice.",
  "port-in-use": "Choose another with --port, or 0 for any free one.",
  "port-forbidden": "Choose a port from 1024 up with --port, or 0 for any free one.",
  "no-such-address": "Check --host; 127.0.0.1 is this computer alone, 0.0.0.0 all its addresses.",
  "cannot-listen": "Check --host and --port.",
  "shell-missing": "Build it first: npm run build",
  "key-empty": "Put the key alone into the file.",
  "key-file-missing": "Check --api-key-file.",
  "key-file-unreadable": "Check the file's rights.",
  "insecure-address": "Only https: addresses, or this computer, are ever given a key.",
  "wrong-address": "Check --api-url.",
  "not-the-api":
    "What answers at this address is not the partner API. Check --api-url, or sign in to this network first.",
  "not-json": "What answers at this address is not the partner API. Check --api-url.",
  offline: "The desk works on with what is on this computer, and tries again by itself.",
  "is-full-desk":
    "The desk works on with its hub. To use the key, leave the hub in Desks and start again.",
  "rate-limited": "The desk works on with what is on this computer, and tries again by itself.",
  "server-error": "The desk works on with what is on this computer, and tries again by itself.",
  "wrong-key": "Check the key: the partner API refuses it.",
  "other-organization": "This data folder belongs to another organization; choose another folder.",
};

/** The failure as text for stderr or a dialog. */
export function explainFailure({ code, message, details = {} }: Failure): string {
  const facts = Object.entries(details)
    .filter(([, value]) => typeof value === "string" || typeof value === "number")
    .map(([name, value]) => `  ${name}: ${String(value)}`);
  const sentence = /[.!?]$/.test(message) ? message : `${message}.`;
  return [sentence, ...facts, advice[code] ?? ""].filter((line) => line !== "").join("\n");
}
