/** One request. `outcome` is the HTTP status, unless a fault broke the connection. */
export interface LoggedRequest {
  readonly atMs: number;
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly idempotencyKey: string | undefined;
  readonly outcome: number | "connection-broken";
}

const recentKept = 500;

/** Counts by route (`GET /events/{id}`) and outcome, and the latest requests. */
export type RequestLog = ReturnType<typeof createRequestLog>;

export function createRequestLog() {
  const counts = new Map<string, Map<string, number>>();
  const ring: LoggedRequest[] = [];
  let total = 0;
  return {
    record(request: LoggedRequest): void {
      ring[total % recentKept] = request;
      total += 1;
      const route = `${request.method} ${routeOf(request.path)}`;
      const outcomes = counts.get(route) ?? new Map<string, number>();
      const outcome = String(request.outcome);
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      counts.set(route, outcomes);
    },
    get total(): number {
      return total;
    },
    countsByRoute: (): Readonly<Record<string, Readonly<Record<string, number>>>> =>
      Object.fromEntries(
        [...counts].map(([route, outcomes]) => [route, Object.fromEntries(outcomes)]),
      ),
    recent: (): readonly LoggedRequest[] => [
      ...ring.slice(total % recentKept),
      ...ring.slice(0, total % recentKept),
    ],
  };
}

const routeOf = (path: string): string =>
  path
    .replace(/^\/(events|recurrences)\/[^/]+/, "/$1/{id}")
    .replace(/^\/collections\/[^/]+/, "/collections/{slug}")
    .replace(/^\/images\/.+/, "/images/{name}");
