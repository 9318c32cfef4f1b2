import { z } from "zod";
import { atMsSchema, bareCommandSchema, nothingSchema } from "./common.ts";
import { command, query } from "./procedure.ts";

/** How far the second copy is. Where it goes is the owner's to know. */
export const secondCopySchema = z.object({
  state: z.enum(["off", "writing", "behind"]),
  /** Entries that are not known to be on the medium. */
  behind: z.int(),
  /** Entries that this computer wrote and signed into it, and that are missing here (J11). */
  missing: z.int(),
  /** Why it could not be written the last time, `no-answer` while it hangs; null when it could. */
  why: z.enum(["disk-full", "read-only", "file-gone", "busy", "no-answer", "unknown"]).nullable(),
  /** When it was last flushed, in this run. */
  lastAtMs: atMsSchema.nullable(),
});
export type SecondCopy = z.infer<typeof secondCopySchema>;

export const blackBoxSchema = secondCopySchema.extend({
  /** Null: the journal is kept in the data folder alone. */
  folder: z.string().nullable(),
  /** It was said at the start: for this run, and nobody changes it. */
  isSetAtStart: z.boolean(),
  /** It lies on the disk of the data, and is lost with it. */
  isSameDisk: z.boolean(),
  /** This host can ask for a folder, and another one may be chosen. */
  canChoose: z.boolean(),
  /** A folder that is asked for, or, where nobody can be asked, the one of the start; null: from none. */
  bringsBackFrom: z.enum(["asked", "start"]).nullable(),
  /** A bringing back ended with the program, so that facts may be missing until it is done once more. */
  isCutShort: z.boolean(),
});
export type BlackBoxView = z.infer<typeof blackBoxSchema>;

export const broughtBackSchema = z.object({
  files: z.int(),
  /** Entries that are new here. */
  taken: z.int(),
  /** Entries that were here already. */
  known: z.int(),
  /** Lines that are no entry, were changed, or follow one that is missing (J6, J11). */
  refused: z.int(),
  /** Of those, lines that give themselves out for entries of this desk, which it did not write (J11). */
  refusedAsOwn: z.int(),
  /** Files that are no journal. */
  otherFiles: z.int(),
  /** Files that a later version of Chute wrote; they are left as they are. */
  laterFiles: z.int(),
  /** Who wrote them: the first sixteen signs of their public key; null where no signature fits (J11). */
  writers: z.array(z.object({ signer: z.string().nullable(), entries: z.int() })),
  /** Walk-ups and events that may have been sent from the other computer (O10). */
  inDoubt: z.int(),
});
export type BroughtBack = z.infer<typeof broughtBackSchema>;

/** What the files of a folder hold that is not here yet, by who signed it (J11). */
export const journalWriterSchema = z.object({
  /** The first sixteen signs of the public key; null where no signature fits. */
  signer: z.string().nullable(),
  /** This database itself, or one whose entries a person took before. */
  isKnown: z.boolean(),
  entries: z.int(),
  checkIns: z.int(),
  bibs: z.int(),
  walkUps: z.int(),
  /** Podiums, finish log, starts. */
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
  /** The public key of the database that writes the file; earlier versions wrote none (J11). */
  signer: z.string().max(100).optional(),
});

/** Every further line: one entry of the journal, whole. */
export const journalLineSchema = z.object({
  device: z.string().min(1),
  epoch: z.string().min(1),
  sequence: z.int().min(1),
  hlc: z.string(),
  wallAtMs: z.int(),
  operator: z.string(),
  desk: z.string(),
  kind: z.string(),
  eventId: z.string().nullable(),
  subject: z.string(),
  otherSubject: z.string().nullable(),
  payload: z.record(z.string(), z.json()).nullable(),
  salt: z.string().nullable(),
  payloadHash: z.string(),
  previousHash: z.string(),
  hash: z.string(),
  commandId: z.string().nullable(),
  /** On the last of each batch: of everything up to this line (J11). */
  signature: z.string().max(200).optional(),
});

export const blackBoxProcedures = {
  "blackBox.get": query({
    reach: "owner",
    summary: "Where the second copy of the journal goes, and how far it is (J9).",
    input: nothingSchema,
    output: blackBoxSchema,
    errors: [],
  }),
  "blackBox.status": query({
    reach: "desk",
    summary: "Whether everything that is saved is in the second copy of the journal as well (J9).",
    input: nothingSchema,
    output: secondCopySchema,
    errors: [],
  }),
  "blackBox.choose": command({
    reach: "owner",
    summary: "Asks the person at this computer for the folder of the second copy, and begins it.",
    input: bareCommandSchema,
    output: z.object({ folder: z.string() }),
    /** `inside-data`: it would be lost with the data; `set-at-start`: a flag says where it goes. */
    errors: ["not-a-desktop", "practice", "set-at-start", "cancelled", "inside-data", "not-saved"],
  }),
  "blackBox.end": command({
    reach: "owner",
    summary: "Writes the second copy no further; the file stays.",
    input: bareCommandSchema,
    output: z.object({}),
    errors: ["set-at-start", "not-saved"],
  }),
  "blackBox.look": command({
    reach: "owner",
    summary:
      "Asks for a folder, or takes the one that was said at the start, and tells who wrote what its journal files hold; nothing is taken.",
    input: bareCommandSchema,
    output: z.object({ files: z.int(), writers: z.array(journalWriterSchema) }),
    errors: ["not-a-desktop", "practice", "cancelled", "not-found", "unreadable", "not-saved"],
  }),
  "blackBox.bringBack": command({
    reach: "owner",
    summary:
      "Asks for a folder, or takes the one that was said at the start, and adds the entries of every journal file in it to this journal.",
    /** `asSeen`: of the folder that was looked at last, and of nobody who was not told of then. */
    input: bareCommandSchema.extend({ asSeen: z.boolean().optional() }),
    output: broughtBackSchema,
    /**
     * `not-found`: no journal is in the folder; `unreadable`: a file could not be read to its end; `not-looked`: nobody
     * looked since the start.
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
