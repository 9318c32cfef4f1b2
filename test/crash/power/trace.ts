import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";

/** The database files that a power cut can damage. SQLite rebuilds `-shm` at the next open. */
export const filesOfTrace = ["chute.sqlite", "chute.sqlite-wal", "chute.sqlite-journal"] as const;
export type TracedFile = (typeof filesOfTrace)[number];

export const isTracedFile = (name: string): name is TracedFile =>
  (filesOfTrace as readonly string[]).includes(name);

/** One change that a run made to the disk, or a reply that its client read, in the order in which they happened. */
export type TraceEvent =
  | { readonly at: "make-folder" }
  | { readonly at: "create" | "unlink" | "sync"; readonly file: TracedFile }
  | {
      readonly at: "write";
      readonly file: TracedFile;
      readonly offset: number;
      readonly bytes: Buffer;
    }
  | { readonly at: "truncate"; readonly file: TracedFile; readonly size: number }
  /** The folder of the database (`live`), or the data folder around it. */
  | { readonly at: "sync-folder"; readonly folder: "live" | "data" }
  | { readonly at: "acknowledged"; readonly commandId: string; readonly replyHash: string }
  /** A POST of the outbox arrived at the partner. */
  | { readonly at: "arrived"; readonly idempotencyKey: string };

export interface Trace {
  /** The hash of the sources that decide what is flushed when; see `sourcesHash`. */
  readonly madeWith: string;
  readonly events: readonly TraceEvent[];
}

/**
 * The hash of what decides when bytes are flushed: how the connection is opened, how a transaction commits, and the
 * version of SQLite. A recorded trace is valid only for these.
 */
export function sourcesHash(): string {
  const core = new URL("../../../electron/core/db/", import.meta.url);
  const hash = createHash("sha256");
  for (const name of ["open/connection.ts", "open/database.ts"]) {
    const text = readFileSync(new URL(name, core), "utf8");
    hash.update(text.replaceAll(/\/\*\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "").replaceAll(/\s+/g, " "));
  }
  const sqlite = new URL("../../../node_modules/better-sqlite3/package.json", import.meta.url);
  hash.update((JSON.parse(readFileSync(sqlite, "utf8")) as { readonly version: string }).version);
  return hash.digest("hex");
}

/** The committed trace: a head of JSON lines, then every written byte in order. */
export const committedTrace = new URL("recorded.trace.br", import.meta.url);

export function packTrace({ madeWith, events }: Trace): Buffer {
  const blobs: Buffer[] = [];
  const lines = events.map((event) => {
    if (event.at !== "write") return JSON.stringify(event);
    const { bytes, ...rest } = event;
    blobs.push(bytes);
    return JSON.stringify({ ...rest, length: bytes.length });
  });
  const head = Buffer.from([JSON.stringify({ madeWith }), ...lines].join("\n"));
  const size = Buffer.alloc(4);
  size.writeUInt32LE(head.length);
  const whole = Buffer.concat([size, head, ...blobs]);
  return brotliCompressSync(whole, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_LGWIN]: 24,
      [constants.BROTLI_PARAM_SIZE_HINT]: whole.length,
    },
  });
}

export function unpackTrace(packed: Buffer): Trace {
  const whole = brotliDecompressSync(packed);
  const headEnd = 4 + whole.readUInt32LE(0);
  const [first = "", ...lines] = whole.subarray(4, headEnd).toString("utf8").split("\n");
  const { madeWith } = JSON.parse(first) as Pick<Trace, "madeWith">;
  let offset = headEnd;
  const events = lines.map((line): TraceEvent => {
    const event = JSON.parse(line) as TraceEvent & { readonly length?: number };
    if (event.at !== "write") return event;
    const { length = 0, ...rest } = event;
    offset += length;
    return { ...rest, bytes: whole.subarray(offset - length, offset) };
  });
  return { madeWith, events };
}
