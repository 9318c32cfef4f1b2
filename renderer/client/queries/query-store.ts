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
import { lastAnswers } from "./last-answers.ts";

/** The state of a query for a screen. */
export interface QueryState<Name extends ProcedureName> {
  /** The last successful value; kept while the same query is repeated, so that nothing flickers. */
  readonly value: OutputOf<Name> | null;
  readonly error: Failure<ErrorCodeOf<Name>> | null;
  /** There is no reply to this input yet. */
  readonly loading: boolean;
  /** `value` belongs to an earlier input (only with `keep`). */
  readonly stale: boolean;
}

export interface QueryOptions {
  /** The query is repeated after invalidations of these topics. */
  readonly topics: readonly InvalidationTopic[];
  /** Keeps the value of the former input until the new reply, for example for a list while typing. */
  readonly keep?: boolean;
}

/**
 * Runs one query, and repeats it when its input changes, after an invalidation of its topics, after a reconnect, and some
 * seconds after a call without an answer. A reply to a former input is dropped. Without a connection, the last answer to
 * the same query is the value (M14).
 * Invalidations during a query cause one more query, however many they are.
 *
 * TanStack Query 5.108 was tried in its place: one line fewer and 9 kB more, because topics, the last answer without a
 * connection, the value of a failed query and the query after an invalidation stay code of our own.
 */
export interface QueryStore<Name extends ProcedureName> {
  get(): QueryState<Name>;
  /** The current input as JSON; null if nothing is queried. */
  key(): string | null;
  onChange(listener: () => void): () => void;
  /** Sets the input; null: no query. The same input again has no effect. */
  ask(input: InputOf<Name> | null): void;
  refresh(): void;
  /** Subscribes to invalidations; the returned function ends that. */
  start(): () => void;
}

/** Milliseconds. No reconnect is noticed if only calls fail and the stream of changes holds. */
const askAgainMs = 5_000;

const idle = { value: null, error: null, loading: false, stale: false } as const;

export function createQueryStore<Name extends ProcedureName>(
  client: Client,
  name: Name,
  { topics, keep = false }: QueryOptions,
): QueryStore<Name> {
  const listeners = new Set<() => void>();
  let state: QueryState<Name> = idle;
  let input: InputOf<Name> | null = null;
  let key: string | null = null;
  let asked = 0;
  let inFlight = false;
  let again = false;
  const retry = createRetry(() => void send());
  const answers = lastAnswers(client);
  const lastAnswer = (): OutputOf<Name> | null =>
    // Only answers to this query are kept under its name.
    (answers.get(`${name} ${key}`) as OutputOf<Name> | undefined) ?? null;

  const set = (next: QueryState<Name>): void => {
    state = next;
    for (const listener of listeners) listener();
  };

  async function send(): Promise<void> {
    if (input === null) return;
    const turn = ++asked;
    retry.cancel();
    inFlight = true;
    again = false;
    const reply = await client.call(name, input);
    if (turn !== asked) return;
    inFlight = false;
    if (reply.ok) answers.put(`${name} ${key}`, reply.value);
    set(stateAfter<Name>(reply, state, lastAnswer()));
    if (again) void send();
    else if (!reply.ok && reply.error.code === "transport-down") retry.later();
  }

  const refresh = (): void => {
    if (inFlight) again = true;
    else void send();
  };

  return {
    get: () => state,
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
      retry.cancel();
      if (next === null) {
        set(idle);
        return;
      }
      const known = client.transport.state() === "down" ? lastAnswer() : null;
      if (known !== null) {
        set({ value: known, error: null, loading: true, stale: false });
        void send();
        return;
      }
      const value = keep ? state.value : null;
      // Listeners are not called: the caller knows the change, and another render would delay the typed letter.
      state = { value, error: null, loading: true, stale: value !== null };
      void send();
    },
    refresh,
    start() {
      retry.start();
      const stop = client.onInvalidation((invalidation) => {
        if (input !== null && concerns(invalidation, topics, input)) refresh();
      });
      return () => {
        retry.stop();
        stop();
      };
    },
  };
}

/** Runs something once more, some seconds later, between `start` and `stop`. */
function createRetry(run: () => void) {
  let isStarted = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const cancel = (): void => clearTimeout(timer);
  return {
    start() {
      isStarted = true;
    },
    stop() {
      isStarted = false;
      cancel();
    },
    cancel,
    later() {
      if (isStarted) timer = setTimeout(run, askAgainMs);
    },
  };
}

/** The state after a reply. Without an answer, the last one stays. */
function stateAfter<Name extends ProcedureName>(
  reply: ReplyOf<Name>,
  before: QueryState<Name>,
  lastAnswer: OutputOf<Name> | null,
): QueryState<Name> {
  if (reply.ok) return { value: reply.value, error: null, loading: false, stale: false };
  const { error } = reply;
  const isLost = error.code === "transport-down";
  if (isLost && lastAnswer !== null) {
    return { value: lastAnswer, error, loading: false, stale: false };
  }
  const value = isLost ? before.value : null;
  return { value, error, loading: false, stale: value !== null && before.stale };
}

function concerns(
  invalidation: Invalidation | null,
  topics: readonly InvalidationTopic[],
  input: unknown,
): boolean {
  if (invalidation === null) return true;
  if (!topics.includes(invalidation.topic)) return false;
  const eventId = eventOf(input);
  return invalidation.eventId === null || eventId === null || invalidation.eventId === eventId;
}

const eventOf = (input: unknown): string | null =>
  typeof input === "object" &&
  input !== null &&
  "eventId" in input &&
  typeof input.eventId === "string"
    ? input.eventId
    : null;
