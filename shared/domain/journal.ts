import { canonicalJson } from "./canonical-json.ts";
import type { Json, JsonObject } from "./canonical-json.ts";
import type { EntryId, EntryIdentity } from "./ids.ts";

/** What was typed for a walk-up, in the partner API's field names. */
export interface WalkUpForm {
  readonly eventRunId: string;
  readonly email: string;
  readonly name?: string | undefined;
  readonly registrationType: string;
  readonly status?: string | undefined;
  readonly paceGroup?: string | undefined;
  readonly notes?: string | undefined;
}

/**
 * What people did here, by kind. `subject` is a runner unless said otherwise. An `undoes` voids the entry it names: a
 * projection then reads as if that entry had never been written.
 */
export interface FactPayloads {
  "check-in.made": { readonly reason?: string };
  "check-in.undone": { readonly undoes: EntryId; readonly reason?: string };
  /** The subject holds `bib` from now on; `previousBib` is what it held, for the history. */
  "bib.given": {
    readonly bib: string;
    readonly previousBib: string | null;
    readonly reason?: string;
  };
  /** After the swap the subject holds `bib` and the other subject holds `otherBib`; null is no bib. */
  "bib.swapped": { readonly bib: string | null; readonly otherBib: string | null };
  /**
   * Voids a `bib.given` or `bib.swapped`; the bibs are what both hold afterwards, for the history. It names the same
   * subject and other subject as the entry it voids: each side's projection reads only what names it.
   */
  "bib.undone": {
    readonly undoes: EntryId;
    readonly bib: string | null;
    readonly otherBib?: string | null;
    readonly reason?: string;
  };
  "walk-up.saved": { readonly form: WalkUpForm; readonly bib?: string; readonly outboxId: string };
  /** `successorOf` is the outbox entry that `outboxId` takes the place of. */
  "walk-up.edited": {
    readonly form: WalkUpForm;
    readonly outboxId: string;
    readonly successorOf: string;
  };
  "walk-up.taken-back": { readonly reason?: string; readonly askOrganizer: boolean };
  /**
   * It may have arrived: no definite answer came, or a crash cut it short. A definite first answer is told by its own kind
   * alone. `credential` is the fingerprint of the key.
   */
  "walk-up.sent": { readonly outboxId: string; readonly credential: string };
  "walk-up.confirmed": { readonly outboxId: string; readonly participantId: string };
  "walk-up.refused": {
    readonly outboxId: string;
    readonly httpStatus: number;
    readonly code: string | null;
    readonly message: string;
  };
  "walk-up.adopted": {
    readonly outboxId: string;
    readonly registrationId: string;
    readonly by: "reconcile" | "person";
  };
  /** A downloaded registration that looks like this walk-up whose reply was lost (W2); provisional. */
  "walk-up.paired": { readonly registrationId: string };
  "outbox.set-aside": { readonly outboxId: string; readonly reason?: string };
  "outbox.released": { readonly outboxId: string };
  "outbox.decided": {
    readonly outboxId: string;
    readonly decision: string;
    readonly reason?: string;
  };
  /** A person saw that this runner was cancelled after check-in (D5); `status` is what they saw. */
  "digest.acknowledged": { readonly status: string };
  /** The subject is the event (D8). */
  "time-zone.set": { readonly timeZone: string };
}

export type FactKind = keyof FactPayloads;

/** One thing a person did, typed by its kind. */
export type Fact = {
  [Kind in FactKind]: { readonly kind: Kind; readonly payload: FactPayloads[Kind] };
}[FactKind];

/** One line of the journal, as it is kept. */
export interface JournalEntry extends EntryIdentity {
  /** `formatHlc` text; the journal's order (J3). */
  readonly hlc: string;
  readonly wallAtMs: number;
  readonly operator: string;
  readonly desk: string;
  /** One of `FactKind`, or a kind of a later version, which is kept and ignored. */
  readonly kind: string;
  readonly eventId: string | null;
  readonly subject: string;
  readonly otherSubject: string | null;
  /** Null once wiped (J6). */
  readonly payload: JsonObject | null;
  /** Random; hashed with the payload so that a wiped one cannot be guessed from its hash. Null once wiped. */
  readonly salt: string | null;
  readonly payloadHash: string;
  /** Hash of the entry before it in its epoch; empty for the first. */
  readonly previousHash: string;
  readonly hash: string;
  readonly commandId: string | null;
}

/** The text whose hash is `payloadHash`. */
export const payloadHashText = (salt: string, payload: Json): string =>
  `${salt}\n${canonicalJson(payload)}`;

/** The text whose hash is `hash` (J6): everything but the payload's own bytes. */
export const entryHashText = (entry: Omit<JournalEntry, "hash" | "payload" | "salt">): string =>
  canonicalJson([
    entry.device,
    entry.epoch,
    entry.sequence,
    entry.hlc,
    entry.wallAtMs,
    entry.operator,
    entry.desk,
    entry.kind,
    entry.eventId,
    entry.subject,
    entry.otherSubject,
    entry.commandId,
    entry.payloadHash,
    entry.previousHash,
  ]);

/** The order of the journal: by logical clock, then by identity, so that every computer sorts alike (J4). */
export function compareEntries(one: JournalEntry, other: JournalEntry): number {
  return (
    compareText(one.hlc, other.hlc) ||
    compareText(one.device, other.device) ||
    compareText(one.epoch, other.epoch) ||
    one.sequence - other.sequence
  );
}

const compareText = (one: string, other: string): number =>
  one < other ? -1 : Number(one > other);

/**
 * The typed fact of an entry; null for a wiped one, a kind of a later version, or a payload that is not what its kind
 * promises (which a merge can bring).
 */
export function readFact(entry: Pick<JournalEntry, "kind" | "payload">): Fact | null {
  const { kind, payload } = entry;
  if (payload === null || !Object.hasOwn(payloadFields, kind)) return null;
  const fields: Readonly<Record<string, FieldType>> = payloadFields[kind as FactKind];
  const fits = Object.entries(fields).every(([name, type]) => fieldFits[type](payload[name]));
  return fits ? ({ kind, payload } as unknown as Fact) : null;
}

type FieldType = "text" | "text?" | "text-or-null" | "text-or-null?" | "number" | "flag" | "form";

const isText = (value: unknown): boolean => typeof value === "string";

const fieldFits: Readonly<Record<FieldType, (value: Json | undefined) => boolean>> = {
  text: isText,
  "text?": (value) => value === undefined || isText(value),
  "text-or-null": (value) => value === null || isText(value),
  "text-or-null?": (value) => value === undefined || value === null || isText(value),
  number: (value) => typeof value === "number",
  flag: (value) => typeof value === "boolean",
  form: isForm,
};

const payloadFields: {
  readonly [Kind in FactKind]: Readonly<Record<keyof FactPayloads[Kind], FieldType>>;
} = {
  "check-in.made": { reason: "text?" },
  "check-in.undone": { undoes: "text", reason: "text?" },
  "bib.given": { bib: "text", previousBib: "text-or-null", reason: "text?" },
  "bib.swapped": { bib: "text-or-null", otherBib: "text-or-null" },
  "bib.undone": { undoes: "text", bib: "text-or-null", otherBib: "text-or-null?", reason: "text?" },
  "walk-up.saved": { form: "form", bib: "text?", outboxId: "text" },
  "walk-up.edited": { form: "form", outboxId: "text", successorOf: "text" },
  "walk-up.taken-back": { reason: "text?", askOrganizer: "flag" },
  "walk-up.sent": { outboxId: "text", credential: "text" },
  "walk-up.confirmed": { outboxId: "text", participantId: "text" },
  "walk-up.refused": {
    outboxId: "text",
    httpStatus: "number",
    code: "text-or-null",
    message: "text",
  },
  "walk-up.adopted": { outboxId: "text", registrationId: "text", by: "text" },
  "walk-up.paired": { registrationId: "text" },
  "outbox.set-aside": { outboxId: "text", reason: "text?" },
  "outbox.released": { outboxId: "text" },
  "outbox.decided": { outboxId: "text", decision: "text", reason: "text?" },
  "digest.acknowledged": { status: "text" },
  "time-zone.set": { timeZone: "text" },
};

const formFields: Readonly<Record<keyof WalkUpForm, FieldType>> = {
  eventRunId: "text",
  email: "text",
  name: "text?",
  registrationType: "text",
  status: "text?",
  paceGroup: "text?",
  notes: "text?",
};

function isForm(value: Json | undefined): boolean {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const form = value as JsonObject;
  return Object.entries(formFields).every(([name, type]) => fieldFits[type](form[name]));
}
