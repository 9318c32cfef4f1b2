import type { FaultName } from "./faults.ts";
import { faults } from "./faults.ts";

/*
 * The fault matrix: what must happen when one request meets one fault once. The rules are those of
 * electron/core/sync/SPEC.md. In the first table two walk-ups are sent and the first one meets the fault; under O10 the
 * fault meets the list in which a walk-up is looked for. In the second table the fault meets the second of three pages
 * of a download, in which one registration is removed, one is changed and one is added, while a walk-up is saved.
 */

const sending = `
fault              | O1                    | O2    | O3     | O4    | O5                  | O6         | O7     | O8            | O9            | O10            | O11      | O12
connection refused | offline, success      | again | marked | open  | backoff, never-sent | open       | –      | not refused   | free          | again, adopted | goes on  | online
DNS failure        | offline, success      | again | marked | open  | backoff, never-sent | open       | –      | not refused   | free          | again, adopted | goes on  | online
reset before read  | broken, success       | again | marked | open  | backoff, maybe-sent | open       | –      | not refused   | free          | again, adopted | goes on  | online
reset after commit | broken, success       | again | marked | open  | backoff, maybe-sent | open       | –      | not refused   | free          | –              | goes on  | online
timeout            | timeout, success      | again | marked | open  | backoff, maybe-sent | open       | –      | not refused   | free          | again, adopted | goes on  | online
slow trickle       | timeout, success      | again | marked | open  | backoff, maybe-sent | open       | –      | not refused   | free          | again, adopted | goes on  | online
500 JSON           | server-error, success | again | marked | open  | backoff, maybe-sent | open       | –      | not refused   | free          | again, adopted | goes on  | online
500 page           | server-error, success | again | marked | open  | backoff, maybe-sent | open       | –      | not refused   | free          | again, adopted | goes on  | online
502 JSON           | server-error, success | again | marked | open  | backoff, maybe-sent | open       | –      | not refused   | free          | again, adopted | goes on  | online
502 page           | server-error, success | again | marked | open  | backoff, maybe-sent | open       | –      | not refused   | free          | again, adopted | goes on  | online
503 JSON           | server-error, success | again | marked | open  | backoff, maybe-sent | open       | –      | not refused   | free          | again, adopted | goes on  | online
503 page           | server-error, success | again | marked | open  | backoff, maybe-sent | open       | –      | not refused   | free          | again, adopted | goes on  | online
504 JSON           | server-error, success | again | marked | open  | backoff, maybe-sent | open       | –      | not refused   | free          | again, adopted | goes on  | online
504 page           | server-error, success | again | marked | open  | backoff, maybe-sent | open       | –      | not refused   | free          | again, adopted | goes on  | online
HTML 200           | not-the-api, success  | again | marked | open  | backoff, maybe-sent | open       | –      | not refused   | free          | again, adopted | goes on  | online
302 elsewhere      | not-the-api, success  | again | marked | open  | backoff, maybe-sent | open       | –      | not refused   | free          | again, adopted | goes on  | online
truncated JSON     | not-the-api, success  | again | marked | open  | backoff, maybe-sent | open       | –      | not refused   | free          | again, adopted | goes on  | online
gzip garbage       | broken, success       | again | marked | open  | backoff, maybe-sent | open       | –      | not refused   | free          | again, adopted | goes on  | online
50 MB body         | not-the-api, success  | again | marked | open  | backoff, maybe-sent | open       | –      | not refused   | free          | again, adopted | goes on  | online
wrong content type | success               | once  | marked | done  | done, confirmed     | open       | –      | not refused   | free          | adopted        | goes on  | online
201 without id     | unknown-answer        | once  | marked | looks | looks, maybe-sent   | open       | –      | not refused   | free          | –              | goes on  | online
429 seconds        | rate-limited, success | again | marked | open  | gate, never-sent    | closed 7 s | –      | not refused   | free          | again, adopted | goes on  | online
429 date           | rate-limited, success | again | marked | open  | gate, never-sent    | closed 9 s | –      | not refused   | free          | again, adopted | goes on  | online
429 nothing        | rate-limited, success | again | marked | open  | gate, never-sent    | closed 5 s | –      | not refused   | free          | again, adopted | goes on  | online
409 in progress    | in-progress, success  | again | marked | open  | backoff, maybe-sent | open       | again  | not refused   | free          | again, adopted | goes on  | online
409 other code     | key-conflict          | once  | marked | open  | person, maybe-sent  | open       | person | not refused   | free          | again, adopted | goes on  | online
409 uncoded        | key-conflict          | once  | marked | open  | person, maybe-sent  | open       | person | not refused   | free          | again, adopted | goes on  | online
401 midway         | key-refused           | once  | marked | open  | held, never-sent    | open       | –      | not refused   | key held      | held           | held too | online
403                | forbidden             | once  | marked | open  | held, never-sent    | open       | –      | not refused   | endpoint held | person         | held too | online
404                | refused               | once  | marked | open  | person, refused     | open       | –      | words         | free          | person         | goes on  | online
422 with errors    | refused               | once  | marked | open  | person, refused     | open       | –      | words, fields | free          | person         | goes on  | online
422 without        | refused               | once  | marked | open  | person, refused     | open       | –      | words         | free          | person         | goes on  | online
clock +1 day       | broken                | once  | marked | open  | looks, maybe-sent   | open       | –      | not refused   | free          | again, adopted | goes on  | online
clock −1 day       | broken                | once  | marked | open  | looks, maybe-sent   | open       | –      | not refused   | free          | again, adopted | goes on  | online
`;

const downloading = `
fault              | D1        | D2                     | D3         | D4           | D5      | D6        | D7
connection refused | 1 2 2 3   | offline, complete      | swept last | agree        | 1, 1, 1 | as sent   | sent
DNS failure        | 1 2 2 3   | offline, complete      | swept last | agree        | 1, 1, 1 | as sent   | sent
reset before read  | 1 2 2 3   | offline, complete      | swept last | agree        | 1, 1, 1 | as sent   | sent
reset after commit | –         | –                      | –          | –            | –       | –         | –
timeout            | 1 2 2 3   | offline, complete      | swept last | agree        | 1, 1, 1 | as sent   | sent
slow trickle       | 1 2 2 3   | offline, complete      | swept last | agree        | 1, 1, 1 | as sent   | sent
500 JSON           | 1 2 2 3   | server-error, complete | swept last | agree        | 1, 1, 1 | as sent   | sent
500 page           | 1 2 2 3   | server-error, complete | swept last | agree        | 1, 1, 1 | as sent   | sent
502 JSON           | 1 2 2 3   | server-error, complete | swept last | agree        | 1, 1, 1 | as sent   | sent
502 page           | 1 2 2 3   | server-error, complete | swept last | agree        | 1, 1, 1 | as sent   | sent
503 JSON           | 1 2 2 3   | server-error, complete | swept last | agree        | 1, 1, 1 | as sent   | sent
503 page           | 1 2 2 3   | server-error, complete | swept last | agree        | 1, 1, 1 | as sent   | sent
504 JSON           | 1 2 2 3   | server-error, complete | swept last | agree        | 1, 1, 1 | as sent   | sent
504 page           | 1 2 2 3   | server-error, complete | swept last | agree        | 1, 1, 1 | as sent   | sent
HTML 200           | 1 2 2 3   | not-the-api, complete  | swept last | agree        | 1, 1, 1 | as sent   | sent
302 elsewhere      | 1 2 2 3   | not-the-api, complete  | swept last | agree        | 1, 1, 1 | as sent   | sent
truncated JSON     | 1 2 2 3   | not-the-api, complete  | swept last | agree        | 1, 1, 1 | as sent   | sent
gzip garbage       | 1 2 2 3   | offline, complete      | swept last | agree        | 1, 1, 1 | as sent   | sent
50 MB body         | 1 2 2 3   | not-the-api, complete  | swept last | agree        | 1, 1, 1 | as sent   | sent
wrong content type | 1 2 3     | complete               | swept last | agree        | 1, 1, 1 | as sent   | sent
201 without id     | –         | –                      | –          | –            | –       | –         | –
429 seconds        | 1 2 2 3   | complete               | swept last | agree        | 1, 1, 1 | as sent   | sent
429 date           | 1 2 2 3   | complete               | swept last | agree        | 1, 1, 1 | as sent   | sent
429 nothing        | 1 2 2 3   | complete               | swept last | agree        | 1, 1, 1 | as sent   | sent
409 in progress    | 1 2 2 3   | server-error, complete | swept last | agree        | 1, 1, 1 | as sent   | sent
409 other code     | 1 2 2 3   | server-error, complete | swept last | agree        | 1, 1, 1 | as sent   | sent
409 uncoded        | 1 2 2 3   | server-error, complete | swept last | agree        | 1, 1, 1 | as sent   | sent
401 midway         | 1 2       | key-refused, paused    | kept       | not compared | none    | as before | –
403                | 1 2       | forbidden, paused      | kept       | not compared | none    | as before | sent
404                | 1 2 1 2 3 | complete               | swept last | agree        | 1, 1, 1 | as sent   | sent
422 with errors    | 1 2 1 2 3 | complete               | swept last | agree        | 1, 1, 1 | as sent   | sent
422 without        | 1 2 1 2 3 | complete               | swept last | agree        | 1, 1, 1 | as sent   | sent
clock +1 day       | 1 2 2 3   | offline, complete      | swept last | agree        | 1, 1, 1 | as sent   | sent
clock −1 day       | 1 2 2 3   | offline, complete      | swept last | agree        | 1, 1, 1 | as sent   | sent
`;

/** Why a cell is empty. */
export const leftOut: Readonly<Record<string, string>> = {
  "reset after commit": "a question commits nothing, so that this is the reset before read",
  "201 without id": "a question creates nothing that could lack an id",
  "401 midway": "download and queue use one key: what holds it holds both (O9)",
  O7: "the rule speaks of 409 alone",
};

/** The meaning of the codes, by rule. */
export const words = {
  O1: {
    title: "the tries that are written down",
    "offline, success": "nothing left this computer; then it was taken",
    "broken, success": "the connection or the answer broke; then it was taken",
    "timeout, success": "no answer in time; then it was taken",
    "server-error, success": "the server failed; then it was taken",
    "not-the-api, success": "something else answered; then it was taken",
    success: "taken at once",
    "unknown-answer": "an answer that names nothing",
    "rate-limited, success": "too many requests; then it was taken",
    "in-progress, success": "still at work on it; then it was taken",
    "key-conflict": "the key stands for something else",
    "key-refused": "the API key was refused",
    forbidden: "the API key may not do this",
    refused: "the API would not have it",
    broken: "the connection broke; it was found in the list afterwards",
  },
  O2: {
    title: "key and bytes",
    again: "sent again with the stored key and bytes, and there once",
    once: "sent once",
  },
  O3: { title: "before the first byte", marked: "written down as being sent, and committed" },
  O4: {
    title: "done or not, by this answer",
    open: "not taken for done",
    done: "done, with its id",
    looks: "not taken for done: somebody has to look",
  },
  O5: {
    title: "how it goes on, and what is known of its arrival",
    "backoff, never-sent": "again after 250 ms or more; it cannot have arrived",
    "backoff, maybe-sent": "again after 250 ms or more; it may have arrived",
    "gate, never-sent": "again when the gate opens; it has not arrived",
    "done, confirmed": "nothing is left to do",
    "looks, maybe-sent": "looked for in the list and found, not sent again",
    "person, maybe-sent": "a person decides; the key is known there",
    "person, refused": "a person corrects it",
    "held, never-sent": "held untouched",
  },
  O6: {
    title: "the gate of the key",
    open: "stays open",
    "closed 7 s": "closed for the seconds that were named; the try is not counted",
    "closed 9 s": "closed until the date that was named; the try is not counted",
    "closed 5 s": "closed for the usual time; the try is not counted",
  },
  O7: {
    title: "409",
    again: "again with the same key",
    person: "never again by itself",
  },
  O8: {
    title: "refusals",
    "not refused": "does not count as refused",
    words: "refused, with the server's words",
    "words, fields": "refused, with the server's words at the fields",
  },
  O9: {
    title: "what is held",
    free: "nothing",
    "key held": "everything that uses the key",
    "endpoint held": "the endpoint alone",
  },
  O10: {
    title: "when the list fails in which it is looked for",
    adopted: "read, found, adopted",
    "again, adopted": "nothing is decided; read again, found, adopted; not sent",
    person: "nothing is decided; a person is asked; not sent",
    held: "nothing is decided; held until the key works; not sent",
  },
  O11: {
    title: "the walk-up behind it",
    "goes on": "is sent and done",
    "held too": "is held by the same",
  },
  O12: { title: "the connection, which one request never decides alone", online: "up" },
  D1: {
    title: "pages that are asked for",
    "1 2 3": "each once",
    "1 2 2 3": "the second again, by its cursor; the first is not read twice",
    "1 2 1 2 3": "the server will not have the cursor: once more from the first",
    "1 2": "stops at the second",
  },
  D2: {
    title: "what is said meanwhile, and the end",
    complete: "complete",
    "offline, complete": "the connection fails; complete",
    "server-error, complete": "the server fails; complete",
    "not-the-api, complete": "something else answers; complete",
    "key-refused, paused": "paused until the key works",
    "forbidden, paused": "paused until the key may",
  },
  D3: {
    title: "who is gone upstream",
    "swept last": "stays until the pass is complete",
    kept: "stays",
  },
  D4: {
    title: "counts by run",
    agree: "agree",
    "not compared": "not compared, and not called complete",
  },
  D5: {
    title: "digest",
    "1, 1, 1": "at the end alone: one new, one changed, one gone",
    none: "none before a complete pass",
  },
  D6: {
    title: "rows",
    "as sent": "as the organizer has them; nothing is set aside",
    "as before": "as they were, and those of the pages that came; nothing is set aside",
  },
  D7: { title: "a walk-up saved meanwhile", sent: "is sent and done" },
} as const;

export type Rule = keyof typeof words;

export interface MatrixRow {
  readonly fault: FaultName;
  /** The cells by rule; null if the cell is left out. */
  readonly cells: Readonly<Partial<Record<Rule, string | null>>>;
}

export interface MatrixTable {
  readonly rules: readonly Rule[];
  readonly rows: readonly MatrixRow[];
}

const isRule = (text: string): text is Rule => Object.hasOwn(words, text);
const isFault = (text: string): text is FaultName => Object.hasOwn(faults, text);

function readTable(text: string): MatrixTable {
  const [[, ...rules] = [], ...lines] = text
    .trim()
    .split("\n")
    .map((line) => line.split("|").map((cell) => cell.trim()));
  if (!rules.every(isRule)) throw new Error("A column is no rule");
  const rows = lines.map(([fault = "", ...cells]): MatrixRow => {
    if (!isFault(fault) || cells.length !== rules.length) throw new Error(`A wrong row: ${fault}`);
    const byRule = rules.map((rule, index) => [rule, cells[index] === "–" ? null : cells[index]]);
    return { fault, cells: Object.fromEntries(byRule) };
  });
  return { rules, rows };
}

export const sendTable = readTable(sending);
export const downloadTable = readTable(downloading);

/** The meaning of a cell. Throws if a code has no explanation. */
export function explainCell(rule: Rule, code: string): string {
  const said: Readonly<Record<string, string>> = words[rule];
  const explained = said[code];
  if (explained === undefined) throw new Error(`${rule} has no words for ${code}`);
  return explained;
}
