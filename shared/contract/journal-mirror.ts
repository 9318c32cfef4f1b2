import { z } from "zod";
import { journalEntrySchema } from "#shared/domain/journal/journal.ts";
import { atMsSchema, nothingSchema } from "./common.ts";
import { command, query } from "./procedure.ts";

/** The state of the journal mirror, without its folder, which only the owner sees. */
export const journalMirrorStatusSchema = z.object({
  state: z.enum(["off", "writing", "behind"]),
  /** The number of entries that are not confirmed to be in the mirror. */
  behind: z.int(),
  /** Entries in the mirror that this computer wrote and signed and that its database no longer has (J11). */
  missing: z.int(),
  /** Why the last write failed, or `no-answer` while it hangs; null after a success. */
  why: z.enum(["disk-full", "read-only", "file-gone", "busy", "no-answer", "unknown"]).nullable(),
  /** Time of the last flush in this run of the program. */
  lastAtMs: atMsSchema.nullable(),
});
export type JournalMirrorStatus = z.infer<typeof journalMirrorStatusSchema>;

export const journalMirrorSchema = journalMirrorStatusSchema.extend({
  /** Null: there is no mirror. */
  folder: z.string().nullable(),
  /** A flag set the folder at start, so it cannot be changed in this run. */
  isSetAtStart: z.boolean(),
  /** The mirror is on the same disk as the data, and is lost with that disk. */
  isSameDisk: z.boolean(),
  /** The folder can be changed with a folder dialog. */
  canChoose: z.boolean(),
  /** `asked`: a folder dialog names the import folder; `start`: the flag does; null: import is not possible. */
  importsFrom: z.enum(["asked", "start"]).nullable(),
  /** An import was interrupted by the end of the program: entries may be missing until it is repeated. */
  isCutShort: z.boolean(),
});
export type JournalMirrorView = z.infer<typeof journalMirrorSchema>;

export const journalImportSchema = z.object({
  files: z.int(),
  /** Number of new entries. */
  taken: z.int(),
  /** Number of entries that were known already. */
  known: z.int(),
  /** Lines that are not an entry, were changed, or follow a missing entry (J6, J11). */
  refused: z.int(),
  /** Of these, lines that claim to be entries of this desk and are not (J11). */
  refusedAsOwn: z.int(),
  /** Files that are not journal files. */
  otherFiles: z.int(),
  /** Files of a later version of Chute; they were not read. */
  laterFiles: z.int(),
  /** The signers: the first sixteen characters of their public keys; null without a valid signature (J11). */
  writers: z.array(z.object({ signer: z.string().nullable(), entries: z.int() })),
  /** Walk-ups and events that the other computer may have sent (O10). */
  inDoubt: z.int(),
});
export type JournalImport = z.infer<typeof journalImportSchema>;

/** The new entries in the journal files of a folder, by signer (J11). */
export const journalWriterSchema = z.object({
  /** The first sixteen characters of the public key; null without a valid signature. */
  signer: z.string().nullable(),
  /** This database, or a database whose entries a person imported before. */
  isKnown: z.boolean(),
  entries: z.int(),
  checkIns: z.int(),
  bibs: z.int(),
  walkUps: z.int(),
  /** Entries about podiums, finish log and gun times. */
  finishLine: z.int(),
  /** At most five of each. */
  operators: z.array(z.string()),
  desks: z.array(z.string()),
  firstAtMs: atMsSchema.nullable(),
  lastAtMs: atMsSchema.nullable(),
});
export type JournalWriter = z.infer<typeof journalWriterSchema>;

/** The first line of a journal file. */
export const journalFileHeaderSchema = z.object({
  format: z.literal("chute-journal"),
  version: z.int().min(1),
  /** The public key of the database that writes the file; absent in files of earlier versions (J11). */
  signer: z.string().max(100).optional(),
});

/** Every further line: one complete journal entry. */
export const journalLineSchema = journalEntrySchema.extend({
  /** Only on the last line of a batch: the signature of all lines up to this one (J11). */
  signature: z.string().max(200).optional(),
});

export const journalMirrorProcedures = {
  "journalMirror.get": query({
    role: "owner",
    summary: "The folder and the state of the journal mirror (J9).",
    input: nothingSchema,
    output: journalMirrorSchema,
  }),
  "journalMirror.status": query({
    role: "desk",
    summary: "Whether the journal mirror has all saved entries.",
    input: nothingSchema,
    output: journalMirrorStatusSchema,
  }),
  "journalMirror.choose": command({
    role: "owner",
    summary:
      "Asks the person at this computer for the folder of the journal mirror, and starts the mirror.",
    input: nothingSchema,
    output: z.object({ folder: z.string() }),
    /** `inside-data`: the folder is inside the data folder; `set-at-start`: a flag sets the folder. */
    errors: ["not-a-desktop", "practice", "set-at-start", "cancelled", "inside-data", "not-saved"],
  }),
  "journalMirror.end": command({
    role: "owner",
    summary: "Ends the journal mirror; its file stays.",
    input: nothingSchema,
    output: z.object({}),
    errors: ["set-at-start", "not-saved"],
  }),
  "journalMirror.preview": command({
    role: "owner",
    summary:
      "Asks for a folder, or uses the folder of the flag, and lists the signers of its journal files; nothing is imported.",
    input: nothingSchema,
    output: z.object({ files: z.int(), writers: z.array(journalWriterSchema) }),
    errors: ["not-a-desktop", "practice", "cancelled", "not-found", "unreadable", "not-saved"],
  }),
  "journalMirror.import": command({
    role: "owner",
    summary:
      "Asks for a folder, or uses the folder of the flag, and imports the entries of all its journal files.",
    /** `asSeen`: imports from the folder of the last `look`, and only entries of the signers that it named. */
    input: z.object({ asSeen: z.boolean().optional() }),
    output: journalImportSchema,
    /**
     * `not-found`: the folder has no journal file; `unreadable`: a file could not be read to its end; `not-looked`: there was
     * no `look` since the start.
     */
    errors: [
      "not-a-desktop",
      "practice",
      "cancelled",
      "not-found",
      "unreadable",
      "not-saved",
      "not-looked",
    ],
  }),
} as const;
