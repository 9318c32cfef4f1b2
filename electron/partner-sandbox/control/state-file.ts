import {
  closeSync,
  existsSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import { z } from "@hono/zod-openapi";
import { registrationDocument, singleEventDocument } from "#sandbox/documents.ts";

const headerSchema = z.strictObject({
  sandbox: z.literal(1),
  seed: z.number(),
  runners: z.number(),
});

const committedSchema = z.strictObject({
  credential: z.string(),
  key: z.string(),
  fingerprint: z.string(),
  status: z.number(),
  body: z.string(),
  created: z
    .union([
      z.strictObject({ registration: registrationDocument, notes: z.string().optional() }),
      z.strictObject({ event: singleEventDocument }),
    ])
    .optional(),
});

/** An answered POST, and the object that it created. */
export type CommittedPost = z.infer<typeof committedSchema>;

/** An object that a POST created, with the idempotency key of the POST. */
export type CreatedPost = NonNullable<CommittedPost["created"]> & {
  readonly idempotencyKey: string;
};

/** A damaged state file, and what was left out of it. */
export interface RepairedStateFile {
  readonly lostLines: number;
  /** Path of the damaged file, which was kept as it was. */
  readonly keptAs: string;
}

/** The file cannot be used; the message gives the reason. */
export class StateFileError extends Error {
  override readonly name = "StateFileError";
}

/** The disk is full: a line was not appended. */
export class StateFileFullError extends Error {
  override readonly name = "StateFileFullError";
}

interface Owner {
  readonly seed: number;
  readonly runners: number;
}

/**
 * Opens or creates a state file. A last line that a crash left incomplete is removed. Throws StateFileError for a file
 * of another seed or size, for a file that is not a state file, and for a line that cannot be read. With `repairs`, the
 * lines that can be read are used instead, and the damaged file is kept beside the new one.
 */
export function openStateFile(path: string, belongsTo: Owner, repairs = false): StateFile {
  try {
    return openWhole(path, belongsTo, null);
  } catch (error) {
    if (!repairs || !(error instanceof StateFileError)) throw error;
    return openWhole(path, belongsTo, repair(path, belongsTo));
  }
}

/** Writes a file of the lines that can be read, and renames the damaged one. */
function repair(path: string, belongsTo: Owner): RepairedStateFile {
  const [header = "", ...lines] = readFileSync(path, "utf8").split("\n");
  // The text behind the last line break is empty, or is a line that a crash left incomplete.
  const whole = lines.slice(0, -1);
  const kept = whyNotHeader(header, belongsTo) === null ? whole.filter(isReadable) : [];
  const content = [JSON.stringify({ sandbox: 1, ...belongsTo }), ...kept];
  writeFileSync(`${path}.new`, content.map((line) => `${line}\n`).join(""));
  let number = 1;
  while (existsSync(`${path}.damaged-${number}`)) number += 1;
  const keptAs = `${path}.damaged-${number}`;
  renameSync(path, keptAs);
  renameSync(`${path}.new`, path);
  return { lostLines: whole.length - kept.length, keptAs };
}

/** The stored POSTs: one JSON line per answered POST, appended without fsync (X24). */
function openWhole(path: string, belongsTo: Owner, repaired: RepairedStateFile | null) {
  const bytes = existsSync(path) ? readFileSync(path) : Buffer.alloc(0);
  const wholeBytes = bytes.lastIndexOf("\n") + 1;
  const [header, ...lines] = bytes
    .subarray(0, wholeBytes)
    .toString("utf8")
    .split("\n")
    .slice(0, -1);
  if (header !== undefined) checkHeader(path, header, belongsTo);
  else if (bytes.length > 0 && !bytes.toString("utf8").startsWith('{"sandbox"')) {
    throw new StateFileError(`${path} is not a state file of the sandbox.`);
  }
  const committed = lines.map((line, index) => readLine(path, line, index + 2));
  const descriptor = openSync(path, "a");
  if (wholeBytes < bytes.length) ftruncateSync(descriptor, wholeBytes);
  if (header === undefined) appendLine(descriptor, { sandbox: 1, ...belongsTo });
  return {
    committed,
    /** Null if nothing was repaired. */
    repaired,
    /** Throws StateFileFullError if the disk refuses; nothing is appended then. */
    append: (post: CommittedPost) => appendLine(descriptor, post),
    close: () => closeSync(descriptor),
  };
}

export type StateFile = ReturnType<typeof openWhole>;

/** A full disk takes only a part of a line. That part is removed, so that the next line is a line of its own. */
function appendLine(descriptor: number, content: unknown): void {
  const { size } = fstatSync(descriptor);
  try {
    writeFileSync(descriptor, `${JSON.stringify(content)}\n`);
  } catch (error) {
    ftruncateSync(descriptor, size);
    throw isFull(error) ? new StateFileFullError(error.message, { cause: error }) : error;
  }
}

const isFull = (error: unknown): error is Error =>
  error instanceof Error && "code" in error && ["ENOSPC", "EDQUOT"].includes(String(error.code));

function checkHeader(path: string, line: string, belongsTo: Owner): void {
  const why = whyNotHeader(line, belongsTo);
  if (why !== null) throw new StateFileError(`${path} ${why}`);
}

function whyNotHeader(line: string, { seed, runners }: Owner): string | null {
  const header = headerSchema.safeParse(parseJson(line));
  if (!header.success) return "is not a state file of the sandbox.";
  if (header.data.seed === seed && header.data.runners === runners) return null;
  return (
    `belongs to --seed ${header.data.seed} --runners ${header.data.runners}, ` +
    `not to --seed ${seed} --runners ${runners}.`
  );
}

const isReadable = (line: string): boolean => committedSchema.safeParse(parseJson(line)).success;

function readLine(path: string, line: string, number: number): CommittedPost {
  const post = committedSchema.safeParse(parseJson(line));
  if (!post.success) throw new StateFileError(`${path}, line ${number}: cannot be read.`);
  return post.data;
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
