import type { Json, JsonObject } from "./canonical-json.ts";
import type {
  EventForm,
  Fact,
  FactKind,
  FactPayloads,
  SheetSlot,
  WalkUpForm,
} from "./journal-facts.ts";
import type { JournalEntry } from "./journal.ts";

/**
 * The typed fact of an entry; null for a wiped one, a kind of a later version, or a payload that is not what its kind
 * promises (which a merge can bring).
 */
export function parseFact(entry: Pick<JournalEntry, "kind" | "payload">): Fact | null {
  const { kind, payload } = entry;
  if (payload === null || !Object.hasOwn(payloadFields, kind)) return null;
  return fits(payloadFields[kind as FactKind], payload)
    ? ({ kind, payload } as unknown as Fact)
    : null;
}

type FieldType =
  | "text"
  | "text?"
  | "text-or-null"
  | "text-or-null?"
  | "number"
  | "number?"
  | "number-or-null"
  | "flag"
  | "object?"
  | "texts"
  | "groups"
  | "slots"
  | "event-form"
  | "form";

const isText = (value: unknown): boolean => typeof value === "string";

const fieldFits: Readonly<Record<FieldType, (value: Json | undefined) => boolean>> = {
  text: isText,
  "text?": (value) => value === undefined || isText(value),
  "text-or-null": (value) => value === null || isText(value),
  "text-or-null?": (value) => value === undefined || value === null || isText(value),
  number: (value) => typeof value === "number",
  "number?": (value) => value === undefined || typeof value === "number",
  "number-or-null": (value) => value === null || typeof value === "number",
  "object?": (value) => value === undefined || isObject(value),
  texts: isTexts,
  groups: (value) => Array.isArray(value) && value.every(isTexts),
  slots: (value) => Array.isArray(value) && value.every((slot) => fits(slotFields, slot)),
  "event-form": (value) => fits(eventFormFields, value),
  flag: (value) => typeof value === "boolean",
  form: (value) => fits(formFields, value),
};

const payloadFields: {
  readonly [Kind in FactKind]: Readonly<Record<keyof FactPayloads[Kind], FieldType>>;
} = {
  "check-in.made": { reason: "text?", redoes: "text?" },
  "check-in.undone": { undoes: "text", reason: "text?" },
  "bib.given": { bib: "text", previousBib: "text-or-null", reason: "text?", redoes: "text?" },
  "bib.swapped": { bib: "text-or-null", otherBib: "text-or-null", redoes: "text?" },
  "bib.undone": { undoes: "text", bib: "text-or-null", otherBib: "text-or-null?", reason: "text?" },
  "pronunciation.set": { text: "text" },
  "walk-up.saved": { form: "form", bib: "text?", outboxId: "text" },
  "walk-up.edited": { form: "form", outboxId: "text", successorOf: "text" },
  "walk-up.taken-back": { reason: "text?", askOrganizer: "flag" },
  "walk-up.restored": { undoes: "text" },
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
  "copy.confirmed": { why: "text", foundAtMs: "number" },
  "digest.acknowledged": { status: "text" },
  "time-zone.set": { timeZone: "text" },
  "event.saved": { form: "event-form", outboxId: "text" },
  "event.edited": { form: "event-form", outboxId: "text", successorOf: "text" },
  "event.taken-back": { reason: "text?", askOrganizer: "flag" },
  "event.sent": { outboxId: "text", credential: "text" },
  "event.confirmed": { outboxId: "text", eventId: "text" },
  "event.refused": {
    outboxId: "text",
    httpStatus: "number",
    code: "text-or-null",
    message: "text",
  },
  "event.adopted": { outboxId: "text", eventId: "text", by: "text" },
  "segment.saved": {
    runId: "text",
    segmentId: "text",
    label: "text",
    depth: "number",
    clock: "text",
  },
  "segment.removed": { runId: "text", segmentId: "text" },
  "group.saved": { runId: "text", groups: "groups" },
  "podium.entered": {
    runId: "text",
    segmentId: "text",
    slots: "slots",
    follows: "texts",
    source: "text",
    reason: "text?",
  },
  "podium.announced": {
    runId: "text",
    segmentId: "text",
    sheet: "text",
    openWarnings: "number",
    depth: "number-or-null",
    clock: "text",
  },
  "finish.put": {
    list: "text",
    id: "text",
    at: "text",
    atMs: "number-or-null",
    bib: "text-or-null",
    runnerId: "text-or-null?",
    action: "text",
  },
  "finish.removed": { list: "text", id: "text" },
  "finish.undone": { undoes: "text" },
  "gun.set": { runId: "text", atMs: "number-or-null" },
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

const slotFields: Readonly<Record<keyof SheetSlot, FieldType>> = {
  bib: "text",
  runnerId: "text-or-null",
  tie: "flag",
  time: "text-or-null",
};

const eventFormFields: Readonly<Record<keyof EventForm, FieldType>> = {
  name: "text",
  slug: "text?",
  type: "text",
  date: "text",
  seriesId: "text?",
  endDate: "text?",
  startTime: "text?",
  endTime: "text?",
  address: "object?",
  lat: "number?",
  lng: "number?",
  description: "text?",
  websiteUrl: "text?",
  registrationUrl: "text?",
};

function isTexts(value: Json | undefined): boolean {
  return Array.isArray(value) && value.every(isText);
}

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const fits = (fields: Readonly<Record<string, FieldType>>, value: Json | undefined): boolean =>
  isObject(value) && Object.entries(fields).every(([name, type]) => fieldFits[type](value[name]));
