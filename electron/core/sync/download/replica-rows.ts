import type { EventDetail, PartnerEvent } from "#shared/partner-api/event.ts";
import type { MalformedRow } from "#shared/partner-api/envelope.ts";
import { readRows } from "#shared/partner-api/envelope.ts";
import { readPaceGroupLabels } from "#shared/partner-api/pace-groups.ts";
import type { Registration } from "#shared/partner-api/registration.ts";
import { readTeamId, registrationSchema } from "#shared/partner-api/registration.ts";
import type { Series } from "#shared/partner-api/series.ts";
import type { ListedEvent, RunRecord, SeriesRow } from "#core/db/stores/event-stores.ts";
import type { SyncDeps } from "#core/sync/sync-deps.ts";
import type { ListedRegistration } from "#core/db/stores/runners/registration-store.ts";

/** Maps rows of the API to rows of the replica. Unknown fields are kept (D6). */

export interface RegistrationPage {
  readonly rows: readonly ListedRegistration[];
  readonly malformed: readonly MalformedRow[];
  /** Ids of malformed rows of this event: they are listed although they cannot be read. */
  readonly unreadable: readonly string[];
}

const knownFields: ReadonlySet<string> = new Set(Object.keys(registrationSchema.shape));

/** A row of another event counts as malformed (D6). */
export function readRegistrationPage(
  eventId: string,
  values: readonly unknown[],
): RegistrationPage {
  const { rows, malformed } = readRows(registrationSchema, values);
  const foreign = rows.filter((row) => row.eventId !== eventId);
  return {
    rows: rows.filter((row) => row.eventId === eventId).map(toListed),
    malformed: [
      ...malformed,
      ...foreign.map((row) => ({
        index: values.findIndex((value) => idOf(value) === row._id),
        raw: row,
        issues: ["eventId: of another event"],
      })),
    ],
    unreadable: malformed.flatMap(({ raw }) => {
      const { _id: id, eventId: of } = (raw ?? {}) as {
        readonly _id?: unknown;
        readonly eventId?: unknown;
      };
      return typeof id === "string" && (of === eventId || typeof of !== "string") ? [id] : [];
    }),
  };
}

/** The ids of rows that cannot be read: the organizer still has them (D6). */
export const idsOf = (malformed: readonly MalformedRow[]): string[] =>
  malformed.flatMap(({ raw }) => {
    const { _id: id } = (raw ?? {}) as { readonly _id?: unknown };
    return typeof id === "string" ? [id] : [];
  });

/** Stores rows that the API's schema refuses. In a transaction. `offset` is the position of row 0 in the list. */
export function addMalformed(
  { stores, ports }: SyncDeps,
  { offset, ...of }: { readonly eventId: string; readonly list: string; readonly offset: number },
  rows: readonly MalformedRow[],
): void {
  for (const { index, raw, issues } of rows) {
    stores.malformed.add({
      ...of,
      position: offset + index,
      raw: JSON.stringify(raw) ?? "null",
      issue: issues.join("; "),
      atMs: ports.clock.now(),
    });
  }
}

function toListed(row: Registration): ListedRegistration {
  return {
    id: row._id,
    eventId: row.eventId,
    runId: row.eventRunId,
    email: row.email,
    name: row.name ?? null,
    registrationType: row.registrationType,
    status: row.registrationStatus,
    paceGroup: row.paceGroup ?? null,
    bib: row.bibIdentifier ?? null,
    checkedIn: row.checkedIn ?? false,
    teamId: readTeamId(row.teamId) ?? null,
    extra: extraOf(row),
  };
}

function extraOf(row: Readonly<Record<string, unknown>>): string | null {
  let extra: Record<string, unknown> | null = null;
  for (const field of Object.keys(row)) {
    if (knownFields.has(field)) continue;
    extra ??= {};
    extra[field] = row[field];
  }
  return extra === null ? null : JSON.stringify(extra);
}

export function toListedEvent(event: PartnerEvent): ListedEvent {
  return {
    id: event._id,
    organizationId: event.organizationId,
    name: event.name,
    slug: event.slug,
    type: event.type,
    date: event.date,
    startTime: event.startTime ?? null,
    seriesId: event.seriesId ?? null,
    place: placeOf(event),
    timeZone: knownTimeZone(event.timezone),
    paceGroups: event.paceGroups === undefined ? null : readPaceGroupLabels(event.paceGroups),
    raw: JSON.stringify(event),
  };
}

export const toRuns = ({ runs }: EventDetail): Omit<RunRecord, "eventId" | "gone">[] =>
  runs.map((run, position) => ({
    id: run._id,
    position,
    label: run.distanceLabel,
    distanceMeters: run.distanceMeters,
    date: run.date,
    startTime: run.startTime ?? null,
    eventStatus: run.eventStatus ?? null,
    registrationStatus: run.registrationStatus ?? null,
    maxParticipants: run.maxParticipants ?? null,
    registrationCount: run.registrationCount ?? null,
    isRelay: run.isRelay ?? run.relay !== undefined,
    isVirtual: run.isVirtual ?? false,
    isWalking: run.isWalking ?? false,
    raw: JSON.stringify(run),
  }));

export const toSeriesRow = (series: Series, seenAtMs: number): SeriesRow => ({
  id: series._id,
  name: series.name,
  status: series.status,
  timeZone: knownTimeZone(series.timezone),
  raw: JSON.stringify(series),
  seenAtMs,
});

function placeOf({ address }: PartnerEvent): string | null {
  const parts = [address?.name, address?.addressLocality].filter((part) => part !== undefined);
  return parts.length === 0 ? null : parts.join(", ");
}

/** A time zone that this computer does not know counts as none: a person is asked (D8). */
function knownTimeZone(timeZone: string | undefined): string | null {
  if (timeZone === undefined) return null;
  try {
    return new Intl.DateTimeFormat("en", { timeZone }).resolvedOptions().timeZone && timeZone;
  } catch (cause) {
    if (cause instanceof RangeError) return null;
    throw cause;
  }
}

const idOf = (value: unknown): unknown =>
  typeof value === "object" && value !== null && "_id" in value ? value._id : undefined;
