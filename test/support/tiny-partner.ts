import type { Fetch } from "#core/ports.ts";

/** A partner API with the few rows that the test gives, called through the fetch port. */
export interface TinyPartner {
  readonly fetch: Fetch;
  readonly baseUrl: string;
  readonly apiKey: string;
  /** False: every request fails, as with a pulled cable. */
  online: boolean;
  readonly registrations: TinyRegistration[];
  /** Bodies of `POST /registration`, in the order in which they arrived. */
  readonly posted: { readonly key: string; readonly body: Record<string, unknown> }[];
  /** Answers the next POST; undefined accepts it. */
  answerPost: ((body: Record<string, unknown>) => Response | undefined) | undefined;
}

export interface TinyRegistration {
  readonly _id: string;
  readonly eventRunId: string;
  readonly email: string;
  readonly name?: string;
  readonly registrationType?: string;
  readonly registrationStatus?: string;
  readonly paceGroup?: string;
  readonly bibIdentifier?: string | null;
  readonly checkedIn?: boolean;
  readonly teamId?: string;
}

export interface TinyRun {
  readonly _id: string;
  readonly distanceLabel: string;
  readonly eventStatus?: string;
  readonly registrationStatus?: string;
  readonly maxParticipants?: number;
  readonly isRelay?: boolean;
}

export interface TinyRace {
  readonly runs: readonly TinyRun[];
  readonly registrations: readonly TinyRegistration[];
  readonly event?: Readonly<Record<string, unknown>>;
  /** The answer of `GET /events/{id}/awards`; without it the path does not exist. */
  readonly awards?: unknown;
}

export const tinyEventId = "event-1";
const baseUrl = "http://127.0.0.1:9/api";

export function createTinyPartner(race: TinyRace): TinyPartner {
  const registrations = [...race.registrations];
  const replies = new Map<string, { readonly status: number; readonly body: unknown }>();
  let created = 0;

  const event = {
    _id: tinyEventId,
    name: "Harbour Run",
    slug: "harbour-run",
    type: "race",
    date: "2026-05-17",
    organizationId: "org-1",
    timezone: "Europe/Lisbon",
    startTime: "09:00",
    ...race.event,
  };
  const runs = race.runs.map((run) => ({
    eventId: tinyEventId,
    distanceMeters: 10_000,
    distanceStandard: "10K",
    date: "2026-05-17",
    startTime: "09:00",
    registrationCount: registrations.filter((row) => row.eventRunId === run._id).length,
    ...run,
  }));

  const read = (path: string): unknown => {
    if (path === "/organization") {
      const organization = { _id: "org-1", name: "Harbour AC", slug: "harbour-ac" };
      return { ...organization, roles: ["organizer"], plan: "free" };
    }
    if (path === "/series") return [];
    if (path === "/events") return [event];
    if (path === `/events/${tinyEventId}`) return { event, runs };
    if (path === `/events/${tinyEventId}/awards`) return race.awards;
    if (path !== "/registration") return undefined;
    return registrations.map((row) => ({
      eventId: tinyEventId,
      registrationType: "paid",
      registrationStatus: "confirmed",
      ...row,
    }));
  };

  const partner: TinyPartner = {
    baseUrl,
    apiKey: "key-of-the-tiny-partner",
    online: true,
    registrations,
    posted: [],
    answerPost: undefined,
    fetch: async (input, init) => {
      if (!partner.online) throw new TypeError("fetch failed", { cause: refused });
      const path = new URL(String(input)).pathname.replace(new URL(baseUrl).pathname, "");
      if (init?.method !== "POST") {
        const data = read(path);
        return data === undefined
          ? json(404, { error: { code: "NOT_FOUND", message: "Not found" } })
          : json(200, { data });
      }
      const key = new Headers(init.headers).get("idempotency-key") ?? "";
      const body = JSON.parse(await new Response(init.body ?? null).text());
      const known = replies.get(key);
      if (known !== undefined) return json(known.status, known.body);
      partner.posted.push({ key, body });
      const answer = partner.answerPost?.(body);
      if (answer !== undefined) return answer;
      created += 1;
      const participantId = `created-${created}`;
      registrations.push({ _id: participantId, ...body });
      const reply = { status: 201, body: { data: { participantId } } };
      replies.set(key, reply);
      return json(reply.status, reply.body);
    },
  };
  return partner;
}

/** The error of undici for a refused connection: nothing was sent. */
const refused = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });

const json = (status: number, body: unknown): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: { "content-type": "application/json; charset=utf-8" },
  });
