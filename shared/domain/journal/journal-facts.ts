import { z } from "zod";
import type { EntryId } from "#shared/domain/basics/ids.ts";
import type { JsonObject } from "./canonical-json.ts";
import type { JournalEntry } from "./journal.ts";

const text = z.string();
const optionalText = text.optional();
const textOrNull = text.nullable();
const numberOrNull = z.number().nullable();
/** Any text is accepted: a merged entry may come from a later version with another form of id. */
const entryId = text as z.ZodType<string> as z.ZodType<EntryId>;
const optionalEntryId = entryId.optional();
const adoptedBy = text as z.ZodType<string> as z.ZodType<"reconcile" | "person">;
const jsonObject = z.custom<JsonObject>(
  (value) => typeof value === "object" && value !== null && !Array.isArray(value),
);

const readonlyList = <Item extends z.ZodType>(item: Item) =>
  z.array(item) as z.ZodType as z.ZodType<readonly z.infer<Item>[]>;

const walkUpForm = z.object({
  eventRunId: text,
  email: text,
  name: optionalText,
  registrationType: text,
  status: optionalText,
  paceGroup: optionalText,
  notes: optionalText,
});

const eventForm = z.object({
  name: text,
  slug: optionalText,
  type: text,
  date: text,
  seriesId: optionalText,
  endDate: optionalText,
  startTime: optionalText,
  endTime: optionalText,
  address: jsonObject.optional(),
  lat: z.number().optional(),
  lng: z.number().optional(),
  description: optionalText,
  websiteUrl: optionalText,
  registrationUrl: optionalText,
});

const sheetSlot = z.object({
  bib: text,
  /** The id of the runner; null if no runner on this computer had the bib. */
  runnerId: textOrNull,
  /** Whether the line shares the place of the line above. */
  tie: z.boolean(),
  /** The time with colons. Earlier versions wrote the time as typed, where digits alone are seconds (P2). */
  time: textOrNull,
});

const bibRange = z.object({
  prefix: text,
  from: z.number(),
  to: z.number(),
  width: z.number(),
});

const sent = z.object({ outboxId: text, credential: text });
const refused = z.object({
  outboxId: text,
  httpStatus: z.number(),
  code: textOrNull,
  message: text,
  /** The server's messages per field; absent in entries of earlier versions, and if there are none. */
  fields: z.record(text, readonlyList(text)).optional(),
});
const retracted = z.object({ reason: optionalText, askOrganizer: z.boolean() });
const segment = { runId: text, segmentId: text };

/**
 * The payload of each kind of entry. `subject` is a runner unless a comment names another one. `undoes` voids the entry
 * that it names: a projection ignores a voided entry. Any payload may also have two fields that the journal adds:
 * `byDevice`, the id of the paired device that made the entry (S10), and `seen`, the ids of the latest entries of other
 * computers about the same subject that the writer knew (J10).
 */
const payloads = {
  /**
   * `bib` is the bib of the organizer's list that was handed over (B3); absent if the runner had none or one that was given
   * in Chute, and in entries of earlier versions. `redoes` names the undo entry whose check-in is made again (C10).
   */
  "check-in.made": z.object({
    bib: text.optional(),
    reason: optionalText,
    redoes: optionalEntryId,
  }),
  "check-in.undone": z.object({ undoes: entryId, reason: optionalText }),
  /** The subject now holds `bib`; `previousBib` is the bib before, for the history. */
  "bib.given": z.object({
    bib: text,
    previousBib: textOrNull,
    reason: optionalText,
    redoes: optionalEntryId,
  }),
  /**
   * After the swap the subject holds `bib` and the other subject holds `otherBib`; null is no bib. An entry without another
   * subject takes `otherBib` from a team mate of a runner whose team now has no bib (B2).
   */
  "bib.swapped": z.object({ bib: textOrNull, otherBib: textOrNull, redoes: optionalEntryId }),
  /**
   * Voids a `bib.given` or `bib.swapped`; the bibs are those that both runners hold afterwards, for the history. The entry
   * has the same subject and other subject as the voided one, because a projection reads only the entries that name it.
   */
  "bib.undone": z.object({
    undoes: entryId,
    bib: textOrNull,
    otherBib: textOrNull.optional(),
    reason: optionalText,
  }),
  /** How the runner's name is pronounced, for the announcer (P7); an empty text removes it. */
  "pronunciation.set": z.object({ text }),
  /** `key` is the idempotency key, so that any hub sends the same request (M9); absent in entries of earlier versions. */
  "walk-up.saved": z.object({
    form: walkUpForm,
    bib: optionalText,
    outboxId: text,
    key: optionalText,
  }),
  /**
   * `successorOf` is the outbox entry that `outboxId` replaces. `bib` is the bib that the new body tells; null: none. Without
   * it, the body tells what the former one told.
   */
  "walk-up.edited": z.object({
    form: walkUpForm,
    bib: text.nullable().optional(),
    outboxId: text,
    successorOf: text,
    key: optionalText,
  }),
  "walk-up.taken-back": retracted,
  /** Voids a `walk-up.taken-back`: a person undid the retraction (W6). */
  "walk-up.restored": z.object({ undoes: entryId }),
  /**
   * The request may have arrived: there was no definite answer, or a crash interrupted it. A definite first answer has only
   * its own kind of entry. `credential` is the fingerprint of the key.
   */
  "walk-up.sent": sent,
  "walk-up.confirmed": z.object({ outboxId: text, participantId: text }),
  "walk-up.refused": refused,
  "walk-up.adopted": z.object({ outboxId: text, registrationId: text, by: adoptedBy }),
  /** A downloaded registration that looks like this walk-up, whose reply was lost (W2); provisional. */
  "walk-up.paired": z.object({ registrationId: text }),
  "outbox.set-aside": z.object({ outboxId: text, reason: optionalText }),
  "outbox.released": z.object({ outboxId: text }),
  "outbox.decided": z.object({ outboxId: text, decision: text, reason: optionalText }),
  /** A person confirmed that work continues in this cloned folder (S5). The subject is `database`. */
  "copy.confirmed": z.object({ why: text, foundAtMs: z.number() }),
  /** A person saw that this runner was cancelled after check-in (D5); `status` is the status that was shown. */
  "digest.acknowledged": z.object({ status: text }),
  /** The subject is the event (D8). */
  "time-zone.set": z.object({ timeZone: text }),
  /** An event that was made in Chute; the subject of `event.*` is its local id (`e_…`). */
  "event.saved": z.object({ form: eventForm, outboxId: text, key: optionalText }),
  "event.edited": z.object({
    form: eventForm,
    outboxId: text,
    successorOf: text,
    key: optionalText,
  }),
  "event.taken-back": retracted,
  "event.sent": sent,
  "event.confirmed": z.object({ outboxId: text, eventId: text }),
  "event.refused": refused,
  "event.adopted": z.object({ outboxId: text, eventId: text, by: adoptedBy }),
  /** A segment was added, or its label, depth and clock were declared (P2, P3). The subject is `segmentSubject`. */
  "segment.saved": z.object({ ...segment, label: text, depth: z.number(), clock: text }),
  "segment.removed": z.object(segment),
  /** Segments of one group may not share a winner (P4). The subject is `groupsSubject`. */
  "group.saved": z.object({ runId: text, groups: readonlyList(readonlyList(text)) }),
  /**
   * A segment's whole sheet. `follows` are the sheets that its writer knew and that this sheet replaces; a sheet that no
   * other sheet follows is a current one (J4).
   */
  "podium.entered": z.object({
    ...segment,
    slots: readonlyList(sheetSlot),
    follows: readonlyList(text),
    source: text,
    reason: optionalText,
  }),
  /** `sheet` is the announced `podium.entered`, `openWarnings` the number of warnings at that time (P5). */
  "podium.announced": z.object({
    ...segment,
    sheet: text,
    openWarnings: z.number(),
    /** Award places and clock as announced; a later declaration is a change (P5). */
    depth: numberOrNull,
    clock: text,
  }),
  /**
   * A time or a bib of the finish log with its position and value; the subject is `finishSubject`, and its last put that
   * is not voided is in force. `list` is `stamps` or `bibs`, `at` the order key. A stamp with `atMs` null is a finish
   * without a time, a bib of null is an unreadable bib. `hold` is the `finish-log.held` under which it was written (M13).
   */
  "finish.put": z.object({
    hold: optionalText,
    list: text,
    id: text,
    at: text,
    atMs: numberOrNull,
    bib: textOrNull,
    /** The runner that a person chose among several holders of the bib (B2). */
    runnerId: textOrNull.optional(),
    /** What was done, for the screen: `stamp`, `bib`, `gap`, `time`, `move`, `change`, `settle`. */
    action: text,
  }),
  "finish.removed": z.object({ list: text, id: text, hold: optionalText }),
  /** Voids a `finish.*` or `gun.set` entry with the same subject. */
  "finish.undone": z.object({ undoes: entryId, hold: optionalText }),
  /**
   * From now on one computer writes the event's finish log (M13): `device` is its journal device, `follows` the hold that
   * it continues, and `known` the last entry of the log in each chain that the writer knew. The subject is
   * `finishLogSubject`.
   */
  "finish-log.held": z.object({
    device: text,
    name: text,
    follows: textOrNull,
    known: z.record(text, z.number()),
    why: text as z.ZodType<string> as z.ZodType<"first" | "taken-over" | "settled">,
  }),
  /** The start time of a run; null removes it. The subject is `gunSubject`. */
  "gun.set": z.object({ runId: text, atMs: numberOrNull }),
  /**
   * The bibs of a run that this desk gives out (M12); null ends its range. `desk` is a journal device or the id of a
   * paired browser. The subject is `bibRangeSubject`.
   */
  "bib-range.set": z.object({ desk: text, name: text, runId: text, range: bibRange.nullable() }),
  /**
   * The database that is the hub from now on: its journal device, and the name of its desk (M1). The subject is
   * `hubSubject`.
   */
  "hub.chosen": z.object({
    device: text,
    name: text,
    why: text as z.ZodType<string> as z.ZodType<"opened" | "taken-over" | "settled">,
  }),
};

/** What was typed for a walk-up, in the partner API's field names. */
export type WalkUpForm = Readonly<z.infer<typeof walkUpForm>>;

/** What was typed for a new event, in the partner API's field names. */
export type EventForm = Readonly<z.infer<typeof eventForm>>;

/** A line of a podium sheet as it was typed; the order of the lines decides the places (P1). */
export type SheetSlot = Readonly<z.infer<typeof sheetSlot>>;

export type FactPayloads = {
  readonly [Kind in keyof typeof payloads]: Readonly<z.infer<(typeof payloads)[Kind]>>;
};
export type FactKind = keyof FactPayloads;

/** One thing that a person did, typed by its kind. */
export type Fact = {
  [Kind in FactKind]: { readonly kind: Kind; readonly payload: FactPayloads[Kind] };
}[FactKind];

/** The fact of one of these kinds. */
export type FactOf<Kind extends FactKind> = Extract<Fact, { kind: Kind }>;

/**
 * The typed fact of an entry. Null for a wiped entry, for a kind of a later version, and for a payload that does not match
 * the schema of its kind, which a merge can bring.
 */
export function parseFact({ kind, payload }: Pick<JournalEntry, "kind" | "payload">): Fact | null {
  if (payload === null || !Object.hasOwn(payloads, kind)) return null;
  const isValid = payloads[kind as FactKind].safeParse(payload).success;
  return isValid ? ({ kind, payload } as unknown as Fact) : null;
}
