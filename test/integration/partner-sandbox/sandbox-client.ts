import type { KeyName } from "#sandbox/http/key-scopes.ts";
import type { Sandbox, SandboxOptions } from "#sandbox/sandbox.ts";
import { startSandbox } from "#sandbox/sandbox.ts";

/** A parsed answer. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed body; tests may read any field of it. */
  readonly body: ReplyBody;
}

interface ReplyBody {
  readonly data?: unknown;
  readonly nextCursor?: string | null;
  readonly error?: {
    readonly code: string;
    readonly message: string;
    readonly errors?: Readonly<Record<string, readonly string[]>>;
  };
}

export interface CallOptions {
  readonly as?: KeyName | "nobody";
  readonly body?: unknown;
  /** Sent unchanged in place of `body`. */
  readonly rawBody?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The date on which all tests of the sandbox take place. */
export const today = "2026-10-03";

/** Starts a small sandbox on a free port, and closes it at the end of the test. */
export async function withSandbox(
  options: SandboxOptions = {},
): Promise<Sandbox & AsyncDisposable> {
  const sandbox = await startSandbox({ runners: 120, today, ...options });
  return Object.assign(sandbox, { [Symbol.asyncDispose]: () => sandbox.close() });
}

/** Sends one request. The body is JSON if there is one. */
export async function call(
  { url, keys }: Pick<Sandbox, "url" | "keys">,
  method: "GET" | "POST",
  path: string,
  { as = "all", body, rawBody, headers = {} }: CallOptions = {},
): Promise<Reply> {
  const content = rawBody ?? (body === undefined ? undefined : JSON.stringify(body));
  const response = await fetch(`${url}${path}`, {
    method,
    redirect: "manual",
    headers: {
      ...(as === "nobody" ? {} : { Authorization: `Bearer ${keys[as]}` }),
      ...(content === undefined ? {} : { "Content-Type": "application/json" }),
      ...headers,
    },
    ...(content === undefined ? {} : { body: content }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: parse(text) };
}

function parse(text: string): ReplyBody {
  try {
    return JSON.parse(text) as ReplyBody;
  } catch {
    return {};
  }
}

/** Sends a POST with an Idempotency-Key. */
export const post = (
  sandbox: Pick<Sandbox, "url" | "keys">,
  path: string,
  key: string,
  body: unknown,
  options: CallOptions = {},
): Promise<Reply> =>
  call(sandbox, "POST", path, {
    body,
    ...options,
    headers: { "Idempotency-Key": key, ...options.headers },
  });

/** The items of a list answer. */
export const rowsOf = (reply: Reply): Readonly<Record<string, unknown>>[] =>
  reply.body.data as Readonly<Record<string, unknown>>[];

/** The object of an answer that has one. */
export const dataOf = (reply: Reply): Readonly<Record<string, unknown>> =>
  reply.body.data as Readonly<Record<string, unknown>>;

interface NamedRun {
  readonly _id: string;
  readonly distanceLabel: string;
  readonly registrationStatus: string;
  readonly registrationCount?: number;
  readonly maxParticipants?: number;
  readonly entryCount?: number;
}

/** The runs of an event by their label. */
export async function runsOf(
  sandbox: Sandbox,
  eventId = sandbox.mainEventId,
): Promise<Readonly<Record<string, NamedRun>>> {
  const detail = dataOf(await call(sandbox, "GET", `/events/${eventId}`));
  const runs = detail["runs"] as NamedRun[];
  return Object.fromEntries(runs.map((run) => [run.distanceLabel, run]));
}

/** The id of the run with this label. Throws if there is none. */
export async function runIdOf(sandbox: Sandbox, label: string, eventId?: string): Promise<string> {
  const run = (await runsOf(sandbox, eventId))[label];
  if (run === undefined) throw new Error(`There is no run ${label}.`);
  return run._id;
}

/** The id of the event with the slug. */
export async function eventIdOf(sandbox: Sandbox, slug: string): Promise<string> {
  const events = rowsOf(await call(sandbox, "GET", "/events?limit=100"));
  const id = events.find((event) => event["slug"] === slug)?.["_id"];
  if (typeof id !== "string") throw new Error(`There is no event ${slug}.`);
  return id;
}

/** All registrations of an event, page by page. */
export async function readRoster(
  sandbox: Sandbox,
  eventId = sandbox.mainEventId,
  limit = 100,
): Promise<Readonly<Record<string, unknown>>[]> {
  const rows: Readonly<Record<string, unknown>>[] = [];
  let after: string | null | undefined;
  do {
    const cursor = after ? `&after=${encodeURIComponent(after)}` : "";
    const page = await call(
      sandbox,
      "GET",
      `/registration?eventId=${eventId}&limit=${limit}${cursor}`,
    );
    rows.push(...rowsOf(page));
    after = page.body.nextCursor;
  } while (after);
  return rows;
}
