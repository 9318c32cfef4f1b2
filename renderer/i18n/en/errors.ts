import type { RouterError } from "#shared/contract/index.ts";

/** What happened (title); what is safe and what to do (text). */
export interface FailureMessage {
  readonly title: string;
  readonly text: string;
}

/** Errors that every procedure may answer. */
const routerErrors: Readonly<Record<RouterError, FailureMessage>> = {
  "unknown-procedure": {
    title: "This screen and the program do not fit together",
    text: "Nothing was changed. Load the page again.",
  },
  "invalid-input": {
    title: "Something here is not valid",
    text: "Nothing was changed. Look at what was typed.",
  },
  "not-allowed": {
    title: "Only the computer itself may do this",
    text: "Nothing was changed. Do it on the computer that runs Chute.",
  },
  internal: {
    title: "Something went wrong in the program",
    text: "What was saved before is safe. Try again; the log names what went wrong.",
  },
  closing: {
    title: "Chute has no data open now",
    text: "What was saved is safe. If it does not open again by itself, look whether the disk is full, and start it again.",
  },
  "hub-away": {
    title: "Only the hub can do this",
    text: "The hub does not answer now. Look when it is back: if the change was not made, try again, or do it at the hub.",
  },
  "transport-down": {
    title: "The program does not answer",
    text: "What was saved is safe. Chute asks again as soon as it answers.",
  },
};

/** A command that was given while there is no connection (M14). */
export const notSent: FailureMessage = {
  title: "NOT SAVED: no connection",
  text: "Nothing was changed. What you typed stays here. Do it again when the connection is back.",
};

/** Failures that several screens show. */
export const failures = {
  ...routerErrors,
  "not-found": {
    title: "That is not here any more",
    text: "Nothing was changed. Look at the list again.",
  },
  "not-saved": {
    title: "NOT SAVED",
    text: "It did not reach the disk. Everything saved before is safe.",
  },
  "command-conflict": {
    title: "Something else was already done with this",
    text: "Nothing was changed now. Look at what is there, then do it again.",
  },
  "wrong-state": {
    title: "This has changed in the meantime",
    text: "Nothing was lost. Look at the entry again.",
  },
  "not-connected": {
    title: "Not connected to an organization",
    text: "Everything here is safe. Connect in Settings.",
  },
  "name-taken": {
    title: "A paired device has this name or one that looks like it",
    text: "Nothing was changed. Choose another name for this desk.",
  },
  "invalid-name": {
    title: "This name cannot be used",
    text: "Nothing was changed. Choose a name of 1 to 60 letters and digits.",
  },
  "held-as-copy": {
    title: "Held: this desk’s data was copied or restored",
    text: "Nothing goes out until somebody says in Sync that this desk goes on. Everything here is safe.",
  },
  "nothing-to-undo": {
    title: "Nothing left to undo at this desk",
    text: "Nothing was changed.",
  },
  "not-a-desktop": {
    title: "Only the Chute desktop can do this",
    text: "Nothing was changed.",
  },
} as const satisfies Readonly<Record<string, FailureMessage>>;

/** The reasons of a failed save (`details.why`). */
export const notSavedWhy: Readonly<Record<string, string>> = {
  "disk-full": "The disk is full.",
  "read-only": "The folder cannot be written.",
  "file-gone": "The database file is gone.",
  "file-replaced": "Another program replaced or changed the database file.",
  busy: "Another program holds the database.",
  "in-doubt": "The disk failed half-way. Start Chute again, and look whether it is there.",
  unknown: "The disk refused to write it.",
};
