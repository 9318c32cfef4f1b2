import { closeSync, existsSync, ftruncateSync, openSync, readFileSync, writeSync } from "node:fs";

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

/** One POST that was answered, with what it made. */
export type CommittedPost = z.infer<typeof committedSchema>;

/** What a POST made, with the key it came with. */
export type CreatedPost = NonNullable<CommittedPost["created"]> & {
  readonly idempotencyKey: string;
};

/** The sandbox's memory: one JSON line per answered POST, appended, never rewritten, never fsynced. */
export interface StateFile {
  readonly committed: readonly CommittedPost[];
  append(post: CommittedPost): void;
  close(): void;
}

/** The file cannot be used; the message says why. */
export class StateFileError extends Error {
  override readonly name = "StateFileError";
}

/**
 * Opens or makes a state file. A torn last line, as a crash leaves it, is cut off. Throws StateFileError for a file of
 * another seed or size, or one that is not a state file.
 */
export function openStateFile(
  path: string,
  belongsTo: { readonly seed: number; readonly runners: number },
): StateFile {
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
  if (header === undefined) {
    writeSync(descriptor, `${JSON.stringify({ sandbox: 1, ...belongsTo })}\n`);
  }
  return {
    committed,
    append: (post) => void writeSync(descriptor, `${JSON.stringify(post)}\n`),
    close: () => closeSync(descriptor),
  };
}

function checkHeader(
  path: string,
  line: string,
  { seed, runners }: { readonly seed: number; readonly runners: number },
): void {
  const header = headerSchema.safeParse(parseJson(line));
  if (!header.success) throw new StateFileError(`${path} is not a state file of the sandbox.`);
  if (header.data.seed !== seed || header.data.runners !== runners) {
    throw new StateFileError(
      `${path} belongs to --seed ${header.data.seed} --runners ${header.data.runners}, ` +
        `not to --seed ${seed} --runners ${runners}.`,
    );
  }
}

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
