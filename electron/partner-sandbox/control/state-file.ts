import {
  closeSync,
  existsSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readFileSync,
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

/** The stored POSTs: one JSON line per answered POST, appended without fsync (X24). */
export interface StateFile {
  readonly committed: readonly CommittedPost[];
  append(post: CommittedPost): void;
  close(): void;
}

/** The file cannot be used; the message gives the reason. */
export class StateFileError extends Error {
  override readonly name = "StateFileError";
}

/**
 * Opens or creates a state file. A last line that a crash left incomplete is removed. Throws StateFileError for a file
 * of another seed or size, and for a file that is not a state file.
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
  if (header === undefined) appendLine(descriptor, { sandbox: 1, ...belongsTo });
  return {
    committed,
    append: (post) => appendLine(descriptor, post),
    close: () => closeSync(descriptor),
  };
}

/** A full disk takes only a part of a line. That part is removed, so that the next line is a line of its own. */
function appendLine(descriptor: number, content: unknown): void {
  const { size } = fstatSync(descriptor);
  try {
    writeFileSync(descriptor, `${JSON.stringify(content)}\n`);
  } catch (error) {
    ftruncateSync(descriptor, size);
    throw error;
  }
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
