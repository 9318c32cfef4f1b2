import { useCallback, useEffect, useState, useSyncExternalStore } from "react";
import type { InvalidationTopic } from "#shared/contract/invalidations.ts";
import type { InputOf, ProcedureName } from "#shared/contract/index.ts";
import { createQueryStore } from "./query-store.ts";
import type { QueryState } from "./query-store.ts";
import { useClient } from "#renderer/client/client-context.tsx";
import { useMay } from "./permissions.tsx";

export interface QueryOptions {
  /** Hints that make the question worth asking again. Fixed for the life of the component. */
  readonly topics: readonly InvalidationTopic[];
  /** Keep the former input's value until the new one's came. Fixed for the life of the component. */
  readonly keep?: boolean;
}

export interface Query<Name extends ProcedureName> extends QueryState<Name> {
  refresh(): void;
  /** Asks before the render that brings this input, so that the question is on its way while the screen is drawn. */
  ask(input: InputOf<Name> | null): void;
}

/** Asks, and goes on asking as things change. An input of null asks nothing, and so does what this window may not ask. */
export function useQuery<Name extends ProcedureName>(
  name: Name,
  wanted: InputOf<Name> | null,
  { topics, keep = false }: QueryOptions,
): Query<Name> {
  const client = useClient();
  const input = useMay(name) ? wanted : null;
  const [asker] = useState(() => createQueryStore(client, name, { topics, keep }));
  useEffect(() => asker.start(), [asker]);
  const key = input === null ? null : JSON.stringify(input);
  // Compared, and handed on, as JSON: screens build their input anew at every render.
  useEffect(() => {
    asker.ask(key === null ? null : (JSON.parse(key) as InputOf<Name>));
  }, [asker, key]);
  const answer = useSyncExternalStore(
    useCallback((listener) => asker.onChange(listener), [asker]),
    useCallback(() => asker.get(), [asker]),
  );
  const { refresh, ask } = asker;
  if (asker.key() === key) return { ...answer, refresh, ask };
  // The input changed in this very render: what is known belongs to the former one.
  const value = keep ? answer.value : null;
  return {
    reply: null,
    value,
    error: null,
    loading: key !== null,
    stale: value !== null,
    refresh,
    ask,
  };
}
