import type { Invalidation, InvalidationTopic } from "#shared/contract/invalidations.ts";
import type {
  ErrorCodeOf,
  InputOf,
  OutputOf,
  ProcedureName,
  ReplyOf,
} from "#shared/contract/index.ts";
import type { Failure } from "#shared/result.ts";
import type { Client } from "#renderer/client/client.ts";

/** The state of a query for a screen. */
export interface QueryState<Name extends ProcedureName> {
  /** The last reply to the current input; null before it. */
  readonly reply: ReplyOf<Name> | null;
  /** The last successful value; kept while the same query is repeated, so that nothing flickers. */
  readonly value: OutputOf<Name> | null;
  readonly error: Failure<ErrorCodeOf<Name>> | null;
  /** There is no reply to this input yet. */
  readonly loading: boolean;
  /** `value` belongs to an earlier input (only with `keep`). */
  readonly stale: boolean;
}

export interface QueryStoreOptions {
  /** The query is repeated after invalidations of these topics. */
  readonly topics: readonly InvalidationTopic[];
  /** Keeps the value of the former input until the new reply, for example for a list while typing. */
  readonly keep?: boolean;
}

/**
 * Asks one question, again whenever its input changes, a hint of its topics comes or the line is back. A reply that
 * was overtaken by a later question is dropped; hints that come while it asks make it ask once more, not once each.
 */
export interface QueryStore<Name extends ProcedureName> {
  get(): QueryState<Name>;
  /** The current input as JSON; null if nothing is queried. */
  key(): string | null;
  onChange(listener: () => void): () => void;
  /** Sets the input; null: no query. The same input again does nothing. */
  ask(input: InputOf<Name> | null): void;
  refresh(): void;
  /** Subscribes to invalidations; the returned function ends that. */
  start(): () => void;
}

const silent = { reply: null, value: null, error: null, loading: false, stale: false } as const;

export function createQueryStore<Name extends ProcedureName>(
  client: Client,
  name: Name,
  { topics, keep = false }: QueryStoreOptions,
): QueryStore<Name> {
  const listeners = new Set<() => void>();
  let answer: QueryState<Name> = silent;
  let input: InputOf<Name> | null = null;
  let key: string | null = null;
  let asked = 0;
  let inFlight = false;
  let again = false;

  const set = (next: QueryState<Name>): void => {
    answer = next;
    for (const listener of listeners) listener();
  };

  async function send(): Promise<void> {
    if (input === null) return;
    const turn = ++asked;
    inFlight = true;
    again = false;
    const reply = await client.call(name, input);
    if (turn !== asked) return;
    inFlight = false;
    if (reply.ok) {
      set({
        reply,
        value: reply.value,
        error: null,
        loading: false,
        stale: false,
      });
    } else {
      const error = reply.error;
      const value = error.code === "wire-down" ? answer.value : null;
      set({ reply, value, error, loading: false, stale: value !== null && answer.stale });
    }
    if (again) void send();
  }

  const refresh = (): void => {
    if (inFlight) again = true;
    else void send();
  };

  const concerns = (hint: Invalidation | null): boolean => {
    if (hint === null) return true;
    if (!topics.includes(hint.topic)) return false;
    const eventId = eventOf(input);
    return hint.eventId === null || eventId === null || hint.eventId === eventId;
  };

  return {
    get: () => answer,
    key: () => key,
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    ask(next) {
      const nextKey = next === null ? null : JSON.stringify(next);
      if (nextKey === key) return;
      key = nextKey;
      input = next;
      asked += 1;
      inFlight = false;
      if (next === null) {
        set(silent);
        return;
      }
      const kept = keep ? answer.value : null;
      // Listeners are not called: the caller knows the change, and another render would delay the typed letter.
      answer = { reply: null, value: kept, error: null, loading: true, stale: kept !== null };
      void send();
    },
    refresh,
    start: () =>
      client.onInvalidation((hint) => {
        if (input !== null && concerns(hint)) refresh();
      }),
  };
}

function eventOf(input: unknown): string | null {
  return typeof input === "object" &&
    input !== null &&
    "eventId" in input &&
    typeof input.eventId === "string"
    ? input.eventId
    : null;
}
