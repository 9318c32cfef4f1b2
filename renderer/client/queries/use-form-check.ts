import { useState } from "react";
import type { InvalidationTopic } from "#shared/contract/invalidations.ts";
import type { InputOf, OutputOf } from "#shared/contract/index.ts";
import { useDelayed } from "./use-delayed.ts";
import { useQuery } from "./use-query.ts";

/** The form is checked after this pause in typing. */
const checkAfterMs = 200;

/** Checks a form by the API's rules while it is typed. While it is being saved, the answers stay (`useHeld`). */
export function useFormCheck<Name extends "walkUp.check" | "event.check">(
  name: Name,
  typed: InputOf<Name>,
  topics: readonly InvalidationTopic[],
  isSaving: boolean,
): {
  /** The answer to the form as it is typed now; an older answer is not shown beside it. */
  readonly current: OutputOf<Name> | null;
  /** The last answer. */
  readonly last: OutputOf<Name> | null;
} {
  const asked = JSON.stringify(typed);
  const settled = useDelayed(asked, checkAfterMs);
  const check = useQuery(name, JSON.parse(settled) as InputOf<Name>, { topics, keep: true });
  const isCurrent = settled === asked && !check.stale;
  return {
    current: useHeld(isCurrent ? check.value : null, isSaving),
    last: useHeld(check.value, isSaving),
  };
}

/**
 * While `isHeld`, the value of the last render before. A form that is being saved keeps the answers of its checks,
 * because the core's new answers already count what is being saved: it would be its own duplicate.
 */
export function useHeld<T>(value: T, isHeld: boolean): T {
  const [held, setHeld] = useState(value);
  if (!isHeld && held !== value) setHeld(() => value);
  return isHeld ? held : value;
}
