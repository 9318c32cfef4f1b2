import { createHash } from "node:crypto";
import { mkdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Database } from "better-sqlite3";
import { verifyJournal } from "#core/db/worker/verify-journal.ts";
import { verifyProjections } from "#core/db/worker/verify-projections.ts";
import { openWorkspaceDatabase } from "#core/db/open/open.ts";
import type { Json } from "#shared/domain/journal/canonical-json.ts";
import { canonicalJson } from "#shared/domain/journal/canonical-json.ts";
import { createManualClock } from "#test/support/clock.ts";
import type { Image } from "./disk.ts";

/** What clients and partner know at the moment of the cut. */
export interface Known {
  /** For each `commandId`, the hash of the reply that the client read. */
  readonly replies: ReadonlyMap<string, string>;
  /** The Idempotency-Keys of POSTs that the partner received. */
  readonly arrived: ReadonlySet<string>;
}

/**
 * The faults of an image, opened as the next start opens it; empty for a good image. Every acknowledged entry must be
 * there with its reply, no transaction may be half there, no request that left may be forgotten (O3), and the file must
 * be sound.
 */
export function faultsOf(image: Image, folder: string, known: Known): string[] {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const live = join(folder, "live");
  if (image.size > 0) {
    mkdirSync(live);
    for (const [file, bytes] of image) {
      writeFileSync(join(live, file), bytes);
      // After a power cut the files are older than the computer's start.
      utimesSync(join(live, file), 0, 0);
    }
  }
  const opened = openWorkspaceDatabase({ folder: live, clock: createManualClock() });
  if (!opened.ok) {
    const { code, details } = opened.error;
    return [`does not open: ${code} ${JSON.stringify(details)}`];
  }
  const { db, findings } = opened.value;
  try {
    return [...findings.map(({ code }) => code), ...readFaults(db.raw, known)];
  } finally {
    db.close();
  }
}

function readFaults(raw: Database, { replies, arrived }: Known): string[] {
  const faults: string[] = [];
  const sound = raw.pragma("integrity_check", { simple: true });
  if (sound !== "ok") return [`integrity: ${String(sound)}`];
  const commands = new Map(
    raw
      .prepare<[], { readonly command_id: string; readonly reply: string }>(
        "SELECT command_id, reply FROM command",
      )
      .all()
      .map(({ command_id: id, reply }) => [id, reply]),
  );
  const told = raw
    .prepare<[], string>("SELECT DISTINCT command_id FROM journal WHERE command_id IS NOT NULL")
    .pluck()
    .all();
  for (const [commandId, replyHash] of replies) {
    const reply = commands.get(commandId);
    if (reply === undefined) faults.push(`acknowledged and gone: ${commandId}`);
    else if (hashOf(reply) !== replyHash) faults.push(`another reply: ${commandId}`);
    if (!told.includes(commandId)) faults.push(`acknowledged without a fact: ${commandId}`);
  }
  for (const id of told) if (!commands.has(id)) faults.push(`a fact without its command: ${id}`);
  const neverSent = raw
    .prepare<[], string>(
      "SELECT idempotency_key FROM outbox WHERE certainty = 'never-sent' AND state <> 'sending'",
    )
    .pluck()
    .all();
  for (const key of neverSent) {
    if (arrived.has(key)) faults.push(`arrived and thought never to have left: ${key}`);
  }
  const { brokenAt } = verifyJournal(raw);
  if (brokenAt.length > 0) faults.push(`the chain is broken ${brokenAt.length} times`);
  const { differences, examples } = verifyProjections(raw);
  if (differences > 0) faults.push(`projections differ: ${examples.join(" ")}`);
  return faults;
}

const hashOf = (reply: string): string =>
  createHash("sha256")
    .update(canonicalJson(JSON.parse(reply) as Json))
    .digest("hex");
