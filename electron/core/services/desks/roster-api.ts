import { registrationList } from "#core/db/stores/download/download-stores.ts";
import type { RegistrationRecord } from "#core/db/stores/runners/registration-store.ts";
import type { DeskContext } from "#core/services/context.ts";
import { seriesOfKey } from "#core/services/results/series-view.ts";

/** An answer in the partner API's envelope. */
export interface RosterAnswer {
  readonly status: number;
  readonly body: unknown;
}

type Asked = Pick<DeskContext, "stores">;
type Query = Readonly<Record<string, string>>;

/** The answer of a database that is not the hub. As with the partner API, the download tries again later. */
export const noRoster: RosterAnswer = {
  status: 503,
  body: { error: { code: "NOT_HUB", message: "This computer is not the hub." } },
};

const maxRows = 100;

const data = (value: unknown, more: object = {}): RosterAnswer => ({
  status: 200,
  body: { data: value, ...more },
});
const notFound: RosterAnswer = {
  status: 404,
  body: { error: { code: "NOT_FOUND", message: "The hub does not have this." } },
};

/**
 * Answers a GET of the partner API from the hub's replica, so that a full desk downloads from the hub as it would from
 * the API, without the API key and without its rate limit (M8). For data that the hub has never downloaded, the answer
 * is "not found".
 */
export function answerRoster(asked: Asked, path: string, query: Query): RosterAnswer {
  const [resource = "", encodedId, part] = path.split("/").filter(Boolean);
  const id = encodedId === undefined ? null : decode(encodedId);
  if (id === null) return answerList(asked, resource, query);
  if (resource !== "events") return notFound;
  if (part === undefined) return readEvent(asked, id);
  if (part === "awards") return readAwards(asked, id);
  return part === "results" ? readResults(asked, id, query) : notFound;
}

function answerList({ stores }: Asked, resource: string, query: Query): RosterAnswer {
  switch (resource) {
    case "organization": {
      // A hub whose key is not entered yet has the organization of its replica (M10).
      const organization = stores.credentials.last()?.organization;
      if (typeof organization !== "object" || organization === null) return notFound;
      const { id, ...rest } = organization as { readonly id?: unknown };
      return data({ _id: id, ...rest });
    }
    case "series":
      return data(seriesOfKey(stores).map(({ raw }) => JSON.parse(raw)));
    case "events": {
      const { type, seriesId, dateFrom, dateTo } = query;
      const events = stores.events.list({ type, seriesId, dateFrom, dateTo });
      const listedAtMs = stores.downloads.get("", "events")?.completedAtMs ?? null;
      // A part of the list would look like the whole one.
      if (listedAtMs === null) return notFound;
      return pageOf(
        events.filter(({ gone }) => !gone).toSorted((one, other) => (one.id < other.id ? -1 : 1)),
        query,
        ({ raw }) => JSON.parse(raw),
        { listedAtMs },
      );
    }
    case "registration": {
      const { eventId = "", after = "" } = query;
      const listedAtMs = stores.downloads.get(eventId, registrationList)?.completedAtMs ?? null;
      if (listedAtMs === null) return notFound;
      const rows = stores.registrations.listed(eventId, after, limitOf(query) + 1);
      return pageOf(rows, { ...query, after: "" }, registrationOf, { listedAtMs });
    }
    default:
      return notFound;
  }
}

function readEvent({ stores }: Asked, id: string): RosterAnswer {
  const event = stores.events.get(id);
  if (event === null || event.detailAtMs === null) return notFound;
  const runs = stores.runs.ofEvent(id).filter(({ gone }) => !gone);
  return data({ event: JSON.parse(event.raw), runs: runs.map(({ raw }) => JSON.parse(raw)) });
}

function readAwards({ stores }: Asked, id: string): RosterAnswer {
  const raw = stores.awards.list(id)?.raw ?? null;
  return raw === null ? notFound : data(JSON.parse(raw));
}

function readResults({ stores }: Asked, eventId: string, query: Query): RosterAnswer {
  const [only, ...others] = stores.runs.ofEvent(eventId);
  const runId = query["run"] ?? (others.length === 0 ? only?.id : undefined) ?? "";
  const { publications } = stores;
  const asked = query["version"];
  const version = asked === undefined ? publications.currentVersion(eventId, runId) : Number(asked);
  const found = version === null ? null : publications.get(eventId, runId, version);
  if (found === null) {
    return publications.state(eventId, runId) === null
      ? notFound
      : data({ publication: null, segments: [] });
  }
  const segments = found.segments.filter(
    ({ segmentId }) => query["segment"] === undefined || segmentId === query["segment"],
  );
  return data({ publication: JSON.parse(found.record), segments });
}

const limitOf = ({ limit = "" }: Query): number => {
  const asked = Number(limit);
  return Number.isInteger(asked) && asked > 0 ? Math.min(asked, maxRows) : maxRows;
};

/** One page, in the order of the ids; the cursor is the last id. */
function pageOf<Row extends { readonly id: string }>(
  rows: readonly Row[],
  query: Query,
  show: (row: Row) => unknown,
  more: object = {},
): RosterAnswer {
  const { after = "" } = query;
  const limit = limitOf(query);
  const rest = after === "" ? rows : rows.filter(({ id }) => id > after);
  const page = rest.slice(0, limit);
  const nextCursor = rest.length > limit ? (page.at(-1)?.id ?? null) : null;
  return data(page.map(show), { nextCursor, ...more });
}

function registrationOf(row: RegistrationRecord): Record<string, unknown> {
  const optional = {
    name: row.name,
    paceGroup: row.paceGroup,
    bibIdentifier: row.bib,
    teamId: row.teamId,
  };
  return {
    ...(row.extra === null ? {} : (JSON.parse(row.extra) as object)),
    _id: row.id,
    eventId: row.eventId,
    eventRunId: row.runId,
    email: row.email,
    registrationType: row.registrationType,
    registrationStatus: row.status,
    checkedIn: row.checkedIn,
    ...Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== null)),
  };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
