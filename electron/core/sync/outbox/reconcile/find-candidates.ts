import type { WalkUpForm } from "#shared/contract/walk-up.ts";
import {
  comparable,
  isSamePerson,
  isStatusOfSent,
} from "#shared/domain/registrations/same-person.ts";
import type { Person } from "#shared/domain/registrations/same-person.ts";
import { eventSchema } from "#shared/partner-api/event.ts";
import type { CursorPlace } from "#shared/partner-api/cursor-places.ts";
import { registrationSchema } from "#shared/partner-api/registration.ts";
import { registrationList } from "#core/db/stores/download/download-stores.ts";
import type { OutboxCandidate, OutboxRecord } from "#core/db/stores/walk-ups/outbox-store.ts";
import type { PartnerClient } from "#core/partner/client.ts";
import type { LiveDownloads, RosterEnd } from "#core/sync/download/downloads.ts";
import type { ListEnd } from "#core/sync/download/list-pages.ts";
import { readWholeList } from "#core/sync/download/list-pages.ts";
import type { SyncDeps } from "#core/sync/sync-deps.ts";

/** A registration or event of the organizer that may be the one that an entry created. */
export interface Candidate extends OutboxCandidate {
  /** False: its status is another one than was sent, so only a person can say that it is the one. */
  readonly isOfSentStatus: boolean;
}

/** What one reading of the organizer's list has found. */
export interface Found {
  readonly end: RosterEnd;
  readonly candidatesOf: (entry: OutboxRecord) => readonly Candidate[];
}

/**
 * Downloads the roster and searches the rows that this download returned. Null if the roster cannot be
 * downloaded now.
 */
export async function findInRoster(
  { stores, closing }: SyncDeps,
  pullRoster: LiveDownloads["pull"],
  { kind, eventId }: OutboxRecord,
  isAwaited: boolean,
): Promise<Found | null> {
  const pulling = kind === "event" || eventId === null ? null : pullRoster(eventId, isAwaited);
  if (pulling === null || eventId === null) return null;
  const end = await pulling;
  // After a close the database cannot be read any more.
  if (closing.aborted) return { end, candidatesOf: () => [] };
  const pass = stores.downloads.get(eventId, registrationList)?.pass;
  const candidatesOf = ({ form }: OutboxRecord): Candidate[] =>
    form === null
      ? []
      : stores.registrations
          .matching(eventId, personOf(form))
          .filter((row) => row.pass === pass)
          .map((row) => candidateOf(form, row));
  return { end, candidatesOf };
}

/**
 * Reads the list and keeps only the candidates.
 *
 * @param isAwaited A person waits for the answer at a screen, so that a 429 is not waited out.
 */
export async function findInList(
  deps: SyncDeps,
  client: PartnerClient,
  group: readonly [OutboxRecord, ...OutboxRecord[]],
  isAwaited: boolean,
): Promise<Found> {
  const found = new Map<string, Candidate[]>(group.map(({ id }) => [id, []]));
  const end = await readList(deps, client, group[0], isAwaited, (row) => {
    for (const entry of group) {
      const candidate = candidateFor(entry, row);
      if (candidate !== null) found.get(entry.id)?.push(candidate);
    }
  });
  return { end, candidatesOf: ({ id }) => found.get(id) ?? [] };
}

function readList(
  { stores, closing }: SyncDeps,
  client: PartnerClient,
  { kind, eventId, body }: OutboxRecord,
  isAwaited: boolean,
  take: (row: unknown) => void,
): Promise<ListEnd> {
  const seen = new Set<string>();
  const takePage = (rows: readonly unknown[]): number => {
    const before = seen.size;
    for (const row of rows) {
      seen.add(idOf(row));
      take(row);
    }
    return seen.size - before;
  };
  const list = kind === "event" ? "events" : registrationList;
  const record = stores.downloads.get(kind === "event" ? "" : (eventId ?? ""), list);
  const knownPlace = (record?.cursorPlace ?? null) as CursorPlace | null;
  const question =
    kind === "event"
      ? eventQuestion(body)
      : {
          endpoint: "registration.list" as const,
          segments: ["registration"],
          query: { eventId: eventId ?? "" },
        };
  const asked = { ...question, knownPlace, waitsOutLimit: !isAwaited };
  return readWholeList(client, asked, closing, takePage);
}

/** Entries that one reading of a list can find: walk-ups by event, each local event by itself. */
export function groupByList(entries: readonly OutboxRecord[]) {
  const groups = new Map<string, [OutboxRecord, ...OutboxRecord[]]>();
  for (const entry of entries) {
    const key = entry.kind === "event" ? `event ${entry.id}` : `walk-up ${entry.eventId ?? ""}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [entry]);
    else group.push(entry);
  }
  return groups.values();
}

/** The row as a candidate, if it may be the one that this entry created. */
function candidateFor(entry: OutboxRecord, row: unknown): Candidate | null {
  return entry.kind === "event" ? eventCandidate(entry, row) : walkUpCandidate(entry, row);
}

function walkUpCandidate({ form }: OutboxRecord, row: unknown): Candidate | null {
  const read = registrationSchema.safeParse(row);
  if (!read.success || form === null) return null;
  const { _id: id, eventRunId: runId, email, name = null, bibIdentifier: bib = null } = read.data;
  const { registrationStatus: status } = read.data;
  const isSame = isSamePerson(personOf(form), { runId, email, name });
  return isSame ? candidateOf(form, { id, name, email, bib, status }) : null;
}

const candidateOf = (
  form: WalkUpForm,
  { id, name, email, bib, status }: OutboxCandidate & { readonly status: string },
): Candidate => ({ id, name, email, bib, isOfSentStatus: isStatusOfSent(status, form.status) });

const personOf = (form: WalkUpForm): Person => ({
  runId: form.eventRunId,
  email: form.email,
  name: form.name ?? null,
});

function eventCandidate(entry: OutboxRecord, row: unknown): Candidate | null {
  const read = eventSchema.safeParse(row);
  if (!read.success) return null;
  const { _id: id, name, date, type } = read.data;
  const wanted = eventBody(entry.body);
  const same =
    comparable(name) === comparable(wanted.name) && date === wanted.date && type === wanted.type;
  return same ? { id, name, email: "", bib: null, isOfSentStatus: true } : null;
}

const eventQuestion = (body: Uint8Array) => {
  const { date, type } = eventBody(body);
  const query = { dateFrom: date, dateTo: date, type };
  return { endpoint: "events.list" as const, segments: ["events"], query };
};

/** This program wrote the frozen bytes and validated them before saving. */
const eventBody = (body: Uint8Array) =>
  JSON.parse(new TextDecoder().decode(body)) as { name: string; date: string; type: string };

const idOf = (row: unknown): string =>
  typeof row === "object" && row !== null && "_id" in row ? String(row._id) : JSON.stringify(row);
