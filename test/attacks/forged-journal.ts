import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { mirrorFileName, entryLine } from "#core/db/journal-mirror/journal-mirror-file.ts";
import { sha256 } from "#core/db/stores/journal/journal-merge.ts";
import { formatHlc } from "#shared/domain/journal/hybrid-logical-clock.ts";
import type { JournalEntry } from "#shared/domain/journal/journal.ts";
import { entryHashText, payloadHashText } from "#shared/domain/journal/journal.ts";
import { author } from "#test/support/database.ts";
import { tinyEventId as eventId } from "#test/support/tiny-partner.ts";

/** The fields that a forger chooses. The other fields are computed, so that the hashes are right. */
export type Forged = Partial<JournalEntry> & Pick<JournalEntry, "kind" | "subject">;

/** About the wall clock of the tests' manual clock. */
const wallAtMs = Date.UTC(2026, 5, 14, 7);

/** A chain of entries with right hashes and any content. The chain continues from the entry `before`. */
export function forgeChain(
  device: string,
  lines: readonly Forged[],
  before: Pick<JournalEntry, "epoch" | "sequence" | "hash"> = {
    epoch: "f0f0f0f0f0f0f0f0",
    sequence: 0,
    hash: "",
  },
): JournalEntry[] {
  let { sequence, hash: previousHash } = before;
  return lines.map((line) => {
    sequence += 1;
    const payload = line.payload === undefined ? {} : line.payload;
    const salt = payload === null ? null : "00ff00ff00ff00ff";
    const body = {
      device,
      epoch: before.epoch,
      sequence,
      hlc: formatHlc({ wallMs: wallAtMs + sequence, counter: 0 }, device),
      wallAtMs,
      ...author,
      eventId,
      otherSubject: null,
      payloadHash: sha256(payloadHashText(salt ?? "", payload)),
      previousHash,
      commandId: null,
      ...line,
    };
    const entry = { ...body, payload, salt, hash: sha256(entryHashText(body)) };
    previousHash = entry.hash;
    return entry;
  });
}

/** The first line of a file without signatures, as earlier versions wrote it. */
export const unsignedHeader = (device: string): string =>
  JSON.stringify({ format: "chute-journal", version: 1, device });

/** Writes a journal file with these lines to the stick; a line is an entry or any text. */
export function writeJournalFile(
  stick: string,
  lines: readonly (JournalEntry | string)[],
  header = unsignedHeader("stranger"),
): void {
  const texts = lines.map((line) => (typeof line === "string" ? line : entryLine(line)));
  const text = [header, ...texts].map((each) => `${each}\n`).join("");
  writeFileSync(join(stick, mirrorFileName("stranger", 1)), text);
}
