import { useCallback, useEffect, useState, useSyncExternalStore } from "react";
import type { InputOf, ProcedureName } from "#shared/contract/index.ts";
import { createQueryStore } from "./query-store.ts";
import type { QueryOptions, QueryState } from "./query-store.ts";
import { useClient } from "#renderer/client/client-context.tsx";
import { useFirstAnswer } from "./loaded-together.tsx";
import { useMay } from "./permissions.tsx";

export interface Query<Name extends ProcedureName> extends QueryState<Name> {
  refresh(): void;
  /** Sends a query before the render with this input, so that the query runs while the screen is drawn. */
  ask(input: InputOf<Name> | null): void;
}

/**
 * Runs a query and repeats it after changes. Neither an input of null nor a forbidden procedure is queried. The options
 * must not change during the life of the component.
 */
export function useQuery<Name extends ProcedureName>(
  name: Name,
  wanted: InputOf<Name> | null,
  options: QueryOptions,
): Query<Name> {
  const client = useClient();
  const input = useMay(name) ? wanted : null;
  const [store] = useState(() => createQueryStore(client, name, options));
  useEffect(() => store.start(), [store]);
  const key = input === null ? null : JSON.stringify(input);
  // The input is compared as JSON, because screens create a new object at every render.
  useEffect(() => {
    store.ask(key === null ? null : (JSON.parse(key) as InputOf<Name>));
  }, [store, key]);
  const state = useSyncExternalStore(
    useCallback((listener) => store.onChange(listener), [store]),
    useCallback(() => store.get(), [store]),
  );
  const { refresh, ask } = store;
  const isCurrent = store.key() === key;
  useFirstAnswer(isCurrent ? state.loading && state.value === null : key !== null);
  if (isCurrent) return { ...state, refresh, ask };
  // The input changed in this render: the state belongs to the former input.
  const value = options.keep === true ? state.value : null;
  return { value, error: null, loading: key !== null, stale: value !== null, refresh, ask };
}

/** This desk: its settings, its current event, and what program this is. */
export const useDesk = (): Query<"desk.get"> =>
  useQuery("desk.get", {}, { topics: ["settings", "connection", "events", "devices"] });

/** An event with the state of its download. */
export const useEvent = (eventId: string | null): Query<"event.get"> =>
  useQuery("event.get", eventId === null ? null : { eventId }, { topics: ["events", "download"] });

/** The changes at the organizer since the last check-ins. */
export const useDigest = (eventId: string | null): Query<"digest.get"> =>
  useQuery("digest.get", eventId === null ? null : { eventId }, {
    topics: ["digest", "download", "roster"],
  });

/** What two desks said differently, and no person settled (M11). */
export const useConflicts = (eventId: string | null): Query<"conflict.list"> =>
  useQuery("conflict.list", eventId === null ? null : { eventId }, {
    topics: ["roster", "podium", "finish", "events", "devices"],
  });
